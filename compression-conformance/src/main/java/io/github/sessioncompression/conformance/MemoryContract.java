package io.github.sessioncompression.conformance;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The promises that both frameworks' contracts share: about the requests of chats that outgrow a memory. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // Chats are played once for all promises.
public abstract class MemoryContract {
    private @Nullable Promises promises;

    MemoryContract() {}

    /** An empty chat; the number is its own. */
    abstract DrivenChat chat(int number);

    /** An empty chat whose memory has summaries written by a model with these answers; skips the promise if there is none. */
    abstract DrivenChat chat(int number, Supplier<String> summary);

    /** The size of most memories of the contract: 30 messages. Chats grow to three times of it. */
    protected MemorySize size() {
        return MemorySize.ofMessages(30);
    }

    /** Promises about memories without a summariser. */
    final synchronized Promises promises() {
        Promises made = promises;
        if (made == null) {
            made = promises(this::chat);
            promises = made;
        }
        return made;
    }

    private Promises summarised(Supplier<String> summary) {
        return promises(number -> chat(number, summary));
    }

    private Promises promises(IntFunction<DrivenChat> chats) {
        Supplier<DrivenChat> numbered = new Supplier<>() {
            private int number;

            @Override
            public DrivenChat get() {
                return chats.apply(number++);
            }
        };
        return new Promises(numbered, size());
    }

    static <T> T given(@Nullable T memory, String what) {
        return memory == null ? Assumptions.abort("no memory with " + what) : memory;
    }

    /** In each request, a tool result follows its call. */
    @Test
    protected void keepsResultsBehindTheirCalls() {
        promises().noOrphanResult();
    }

    /** In each request, all calls have results. */
    @Test
    protected void leavesNoCallOpen() {
        promises().noOpenCall();
    }

    /** Parallel calls stay or go with all of their results, in their order. */
    @Test
    protected void keepsParallelCallsWhole() {
        promises().wholeGroups();
    }

    /** The last user message of each request is the question of its turn, however many tools the turn calls. */
    @Test
    protected void keepsUsersQuestion() {
        promises().keepsQuestion();
    }

    /** The first message after the system message is of the user. */
    @Test
    protected void startsWithUserMessage() {
        promises().startsWithUser();
    }

    /** OpenAI accepts each request. */
    @Test
    protected void isValidForOpenAi() {
        promises().validFor(ProviderRules.OPENAI);
    }

    /** Anthropic accepts each request. */
    @Test
    protected void isValidForAnthropic() {
        promises().validFor(ProviderRules.ANTHROPIC);
    }

    /** Gemini accepts each request. */
    @Test
    protected void isValidForGemini() {
        promises().validFor(ProviderRules.GEMINI);
    }

    /** Mistral accepts each request. */
    @Test
    protected void isValidForMistral() {
        promises().validFor(ProviderRules.MISTRAL);
    }

    /** Each provider accepts the request after a turn that ended without an answer, because the model failed or a tool threw. */
    @Test
    protected void isValidAfterBrokenTurn() {
        Promises.validAfter(brokenTurns());
    }

    /** Requests of chats with turns that end without an answer, as far as the framework's own calls leave it to the memory to mend them. */
    abstract List<Script.Moment> brokenTurns();

    /** At least half of the requests of a chat extend the one before, so that prompt caches help. */
    @Test
    protected void keepsPrefixStable() {
        promises().stablePrefix();
    }

    /** A summariser that throws fails no chat and changes no message. */
    @Test
    protected void survivesThrowingSummariser() {
        summarised(() -> {
                    throw new IllegalStateException("summariser-503");
                })
                .survivesSummariser("summariser-503");
    }

    /** A summariser that answers nothing fails no chat and changes no message. */
    @Test
    protected void survivesBlankSummary() {
        summarised(() -> " ").survivesSummariser(" ");
    }

    /** A summary ten times as large as the memory does not make requests larger than twice its size. */
    @Test
    protected void boundsEndlessSummary() {
        String endless = Promises.endless(size());
        summarised(() -> endless).boundsSummary();
    }
}
