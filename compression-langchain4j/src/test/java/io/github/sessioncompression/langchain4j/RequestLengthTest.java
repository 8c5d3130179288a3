package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.token.TokenCounter;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Request sizes at a provider with its own token count, with only the window and the guard configured. */
@Tag("landing")
@Timeout(180)
@Tag("once")
class RequestLengthTest {
    private static final int WINDOW = 16_000;
    /** Fewer in the plain build. */
    private static final int TURNS = FuzzCases.fuzzing(60, 200);

    private static final String PAGE =
            "Heavy soil is loosened with sand and compost in autumn, before the first frost. ";

    private final ProviderStub provider = OpenAiStub.start();
    private final TokenCounter counter = TokenCounter.o200k();
    private final List<String> refused = Collections.synchronizedList(new ArrayList<>());
    private final CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
            .policy(CompressionPolicy.forWindow(WINDOW))
            .build();
    private volatile int largest;

    @AfterEach
    void stop() {
        memories.close();
        provider.close();
    }

    /** Needs no words of its own. */
    interface Gardener {
        @SystemMessage("You help to plan a garden. Be brief.")
        String chat(String question);
    }

    /** A tool. */
    public static final class Shed {
        private final String more;

        Shed(String more) {
            this.more = more;
        }

        /** A list that is long. */
        @Tool("lists what is in the shed, with the number of each thing and the shelf that it lies on")
        public String list(@P("of what kind the things are") String kind) {
            return "Of " + kind + ": " + "two rakes on shelf one, a spade and three pots on shelf two; ".repeat(12)
                    + more;
        }
    }

    /** Counts o200k times {@code slope}, tools among it, and {@code fixed} more; takes {@code window}. */
    private void count(double slope, int fixed, int window) {
        provider.answers(sent -> {
            Object tools = sent.body().get("tools");
            int text = sent.textTokens() + (tools == null ? 0 : counter.count(String.valueOf(tools)));
            int size = (int) (fixed + slope * text);
            String wrong = SentRules.objection(sent).orElse("");
            if (wrong.isEmpty() && size > window) {
                wrong = Clients.OPENAI.tooLong(window, size);
            }
            if (!wrong.isEmpty()) {
                refused.add(wrong);
                return new Reply.Failure(400, wrong);
            }
            largest = Math.max(largest, size);
            return answer(sent).costing(Usage.of(size, 20));
        });
    }

    private static Reply.Answer answer(Sent sent) {
        boolean asks =
                sent.last().role().equals(SentMessage.USER) && sent.question().contains("shed");
        return asks
                ? Reply.call("list", Map.of("kind", "tools"))
                : Reply.text("I would begin with the beds near the wall, for they get the sun first, and then go on.");
    }

    private AiServices<Gardener> service(String inTheShed) {
        return AiServices.builder(Gardener.class)
                .chatModel(memories.guard(Clients.OPENAI.model(provider.baseUrl(), Duration.ofSeconds(60))))
                .chatMemory(memories.get("default"))
                .tools(new Shed(inTheShed));
    }

    private static String question(int turn) {
        return (turn == 0 ? "My plot has the number P-3417. " : "")
                + (turn % 3 == 1 ? "What is in the shed for bed " : "What do I sow in bed ") + turn
                + ", which is " + (turn % 9 + 2) + " metres long and lies "
                + (turn % 2 == 0 ? "in the sun?" : "in the shade?");
    }

    @ParameterizedTest
    @CsvSource({"1.15, false", "1.6, true"})
    void noRequestIsRefusedHoweverTheProviderCounts(double slope, boolean storesRetrieved) {
        refusesNothing(slope, storesRetrieved);
    }

    @Tag("landing")
    @ParameterizedTest
    @CsvSource({"1.0, false", "1.6, false"})
    void noRequestIsRefusedAtOtherRatesEither(double slope, boolean storesRetrieved) {
        refusesNothing(slope, storesRetrieved);
    }

    private void refusesNothing(double slope, boolean storesRetrieved) {
        count(slope, 5_000, WINDOW);
        int[] turn = new int[1];
        Gardener gardener = service("")
                .contentRetriever(query -> List.of(Content.from(PAGE.repeat(1 + turn[0] % 7 * 20))))
                .storeRetrievedContentInChatMemory(storesRetrieved)
                .build();
        for (; turn[0] < TURNS; turn[0]++) {
            assertThat(gardener.chat(question(turn[0]))).isNotBlank();
        }
        assertThat(refused).isEmpty();
        int calls = (TURNS + 1) / 3;
        assertThat(memories.conversation("default").transcript()).hasSize(1 + 2 * TURNS + 2 * calls);
        assertThat(provider.lastSent().allText()).contains("P-3417");
        assertThat(memories.conversation("default").status().contextWindow()).isEqualTo(WINDOW);
        System.out.printf(
                "o200k x %.2f + 5,000, retrieved texts %s: %d turns, %d requests, 0 refused, the largest of %d tokens%n",
                slope,
                storesRetrieved ? "stored" : "not stored",
                TURNS,
                provider.sent().size(),
                largest);
    }

    @ParameterizedTest
    @ValueSource(ints = {12_000, 4_000})
    void smallerWindowCostsOneRefusedRequest(int real) {
        count(1, 0, real);
        Gardener gardener = service("").build();
        for (int turn = 0; turn < 75; turn++) {
            assertThat(gardener.chat(question(turn))).isNotBlank();
        }
        assertThat(refused).hasSizeLessThanOrEqualTo(1);
        assertThat(memories.conversation("default").transcript()).hasSize(1 + 2 * 75 + 2 * 25);
        assertThat(provider.lastSent().allText()).contains("P-3417");
        System.out.printf("window of %d, configured as %d: 75 turns, %d refused%n", real, WINDOW, refused.size());
    }

    @Test
    void theTurnAfterAMegabyteFromTheUserSucceeds() {
        count(1, 0, WINDOW);
        Gardener gardener = service("").build();
        gardener.chat(question(0));
        String pasted = "Read this: " + PAGE.repeat(13_000) + " That was all.";
        assertThat(pasted.length()).isGreaterThan(1_000_000);

        assertThat(gardener.chat(pasted)).isNotBlank();
        assertThat(provider.lastSent().question()).startsWith("Read this").endsWith("That was all.");
        assertThat(gardener.chat("And what is next?")).isNotBlank();

        assertThat(refused).isEmpty();
        assertThat(memories.conversation("default").transcript())
                .anyMatch(message -> message.text().equals(pasted));
        assertThat(provider.lastSent().allText()).contains("P-3417");
    }

    @Test
    void theTurnAfterAMegabyteFromAToolSucceeds() {
        count(1, 0, WINDOW);
        Gardener gardener = service(PAGE.repeat(13_000)).build();
        gardener.chat(question(0));

        assertThat(gardener.chat("What is in the shed?")).isNotBlank();
        assertThat(gardener.chat("And what is next?")).isNotBlank();

        assertThat(refused).isEmpty();
        assertThat(memories.conversation("default").transcript())
                .anyMatch(message -> message.text().length() > 1_000_000);
        assertThat(provider.lastSent().allText()).contains("P-3417");
    }
}
