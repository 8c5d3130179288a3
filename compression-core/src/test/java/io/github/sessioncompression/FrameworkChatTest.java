package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Calls of a framework's memory; background tasks wait until a test runs them. */
class FrameworkChatTest {
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(4_000).withState(StateOptions.defaults().withMaxTokens(1_000));

    private final SessionStore store = SessionStore.inMemory();
    private final List<Runnable> background = new ArrayList<>();
    private final List<CompressionEvent> events = new ArrayList<>();

    @AutoClose
    private final Compressors open = new Compressors();

    private Conversation chat(CompressionPolicy policy) {
        return open.open(SessionCompressor.builder()
                        .policy(policy)
                        .store(store)
                        .executor(background::add)
                        .listener(events::add))
                .conversation("chat");
    }

    private static CompressionPolicy triggeredBy(TriggerPoint... points) {
        Set<TriggerPoint> all = EnumSet.noneOf(TriggerPoint.class);
        all.addAll(List.of(points));
        return POLICY.withTriggerPoints(all);
    }

    /** Talks until the context is above the trigger, and ends with a question. */
    private static void fill(Conversation chat) {
        int turn = 0;
        while (chat.status().contextTokens() <= POLICY.triggerTokens()) {
            chat.append(Chats.turn(turn++, 30));
        }
        chat.append(Message.user("And now?"));
    }

    private Reason reasonOfTheFirstStage() {
        background.get(0).run();
        return events.stream()
                .filter(CompressionEvent.StageStarted.class::isInstance)
                .map(event -> ((CompressionEvent.StageStarted) event).reason())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void reportAboveTriggerStartsCompressionIfConfigured() {
        Conversation chat = chat(triggeredBy(TriggerPoint.AFTER_RESPONSE));
        chat.append(Chats.turn(0, 30));
        chat.append(Chats.turn(1, 30));
        chat.view();

        chat.framework().reportUsage(Usage.of(POLICY.triggerTokens() + 50, 20));
        assertThat(background).hasSize(1);
        assertThat(reasonOfTheFirstStage()).isEqualTo(Reason.PROACTIVE);

        Conversation other = chat(triggeredBy(TriggerPoint.BEFORE_CALL));
        other.view();
        background.clear();
        other.framework().reportUsage(Usage.of(POLICY.triggerTokens() + 50, 20));
        assertThat(background).isEmpty();
    }

    @Test
    void turnStartsCompressionOnceItHasItsAnswer() {
        Conversation chat = chat(triggeredBy(TriggerPoint.AFTER_RESPONSE));
        for (int i = 0; chat.status().contextTokens() < POLICY.triggerTokens() - 300; i++) {
            chat.append(Chats.turn(i, 30));
        }
        chat.append(Chats.question(90, 400), Message.assistant("", List.of(new ToolCall("c", "look", "{}"))));
        chat.append(Message.toolResult("c", "look", "empty"));
        assertThat(chat.status().contextTokens()).isGreaterThan(POLICY.triggerTokens());
        assertThat(background).isEmpty();
        chat.append(Message.assistant("It is empty."));
        assertThat(background).hasSize(1);
    }

    @Test
    void interruptionStartsNothingIfNotConfigured() {
        Conversation chat = chat(triggeredBy(TriggerPoint.BEFORE_CALL));
        fill(chat);

        chat.framework().interrupted();
        chat.framework().interrupted("I was about");

        assertThat(background).isEmpty();
        assertThat(chat.transcript()).endsWith(Message.assistant("I was about"));
    }

    @Test
    void anInterruptedAnswerEndsTheTurnAndStartsACompression() {
        Conversation chat = chat(triggeredBy(TriggerPoint.INTERRUPTED));
        fill(chat);

        chat.framework().interrupted(" ");

        assertThat(chat.transcript()).endsWith(Message.assistant(FrameworkChat.INTERRUPTED));
        assertThat(background).hasSize(1);
        assertThat(chat.status().stats().messagesTotal())
                .isEqualTo(chat.transcript().size());
        chat.framework().interrupted("too late");
        assertThat(chat.transcript()).endsWith(Message.assistant(FrameworkChat.INTERRUPTED));
    }

    @Test
    void anInterruptedToolLoopIsEndedToo() {
        Conversation chat = chat(POLICY);
        chat.append(Message.user("Look it up."), Message.assistant("", List.of(new ToolCall("c", "look", "{}"))));
        chat.append(Message.system("Be brief."));

        chat.framework().interrupted("I looked");

        assertThat(chat.transcript()).endsWith(Message.assistant("I looked"));
    }

    @Test
    void interruptionSeesAnswerOfOtherProcess() {
        Conversation chat = chat(POLICY);
        chat.append(Message.user("Is it late?"));
        chat(POLICY).append(Message.assistant("It is."));

        chat.framework().interrupted("It");

        assertThat(chat.transcript()).endsWith(Message.assistant("It is."));
    }

    @Test
    void setAfterClearReplacesChat() {
        Conversation chat = chat(POLICY);
        chat.append(Chats.turn(0, 30));
        List<Message> shown = chat.view().messages();
        chat.clear();

        chat.framework().set(List.of(Message.user("Something else.")));
        chat.append(shown.subList(shown.size() - 1, shown.size()));

        assertThat(chat.transcript()).hasSize(2).startsWith(Message.user("Something else."));
    }

    @Test
    void setKeepsSwitchMadeBefore() {
        Conversation chat = chat(POLICY);
        chat.enabled(false);

        chat.framework().set(List.of(Message.user("Hello.")));

        assertThat(chat.record().orElseThrow().enabled()).isFalse();
        assertThat(chat(POLICY).status().enabled()).isFalse();
    }

    @Test
    void reportBeyondAnyRequestLeavesNothingOut() {
        Conversation chat = chat(POLICY);
        chat.append(Chats.turn(0, 30));
        chat.append(Chats.turn(1, 30));
        chat.append(Chats.question(2, 30));
        List<Message> before = chat.view().messages();
        try (Warnings warnings = new Warnings()) {
            for (int i = 0; i < 3; i++) {
                chat.framework().reportUsage(Usage.of(Integer.MAX_VALUE, 5));
            }
            chat.append(Chats.answer(2, 30));

            assertThat(chat.view().messages()).startsWith(before.toArray(Message[]::new));
            assertThat(background).isEmpty();
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("Conversation chat: 2147483647 tokens were reported", "tokens.source=estimate");
        }
    }

    /** As a model reports that is a stand-in, or a gateway that leaves out what came from the provider's cache. */
    @Test
    void implausibleUsageReportsDoNotPreventCompression() {
        for (int reported : new int[] {1, 10, 30}) {
            Conversation chat = chat(POLICY);
            for (int turn = 0; turn < 60; turn++) {
                chat.append(Chats.question(turn, 30));
                View view = chat.view();
                assertThat(chat.tokens(view.messages())).isLessThanOrEqualTo(4_000);
                chat.framework().reportUsage(Usage.of(reported, 5));
                chat.append(Chats.answer(turn, 30));
                background.forEach(Runnable::run);
                background.clear();
            }
            assertThat(chat.record()).as("reported %d", reported).isPresent();
            chat.clear();
        }
    }
}
