package io.github.sessioncompression.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A chat in a small window whose own model writes the states: each request, prompt, schema and the answer's limit, fits the window; and
 * where the provider's window is smaller than that, it refuses one request and no second.
 */
public abstract class SmallWindowContract {
    private static final int TURNS = 120;

    private final List<Integer> refused = new ArrayList<>();
    private final List<Integer> taken = new ArrayList<>();

    /** The provider. */
    protected ProviderStub server;

    /** For subclasses. */
    protected SmallWindowContract() {}

    /** A provider that takes whatever can be read. */
    protected abstract ProviderStub start();

    /** The compression model that talks to {@link #server}, by the adapter and the provider's client. */
    protected abstract StructuredModel model();

    /** Provider's refusal of a request that is too long. */
    protected String tooLong(int limit, int requested) {
        return "This model's maximum context length is " + limit + " tokens. However, you requested " + requested
                + " tokens.";
    }

    /** Starts the provider. */
    @BeforeEach
    protected void begin() {
        server = start();
    }

    /** Stops the provider. */
    @AfterEach
    protected void stop() {
        server.close();
    }

    /** Token count of a request with its schema and output limit. */
    public static int size(Sent request) {
        int schema = request.schema() == null ? 0 : CountedTexts.tokens(Json.write(request.schema()));
        int answer = request.maxOutputTokens() == null ? 0 : request.maxOutputTokens();
        return request.textTokens() + schema + answer;
    }

    /** Takes {@code window} tokens at most; of the states it writes some are good, some say too little, some too much, some nothing. */
    private void takes(int window) {
        server.answers(request -> {
            int size = size(request);
            if (size > window) {
                refused.add(size);
                return new Reply.Failure(400, tooLong(window, size));
            }
            taken.add(size);
            return Reply.text(
                    switch (taken.size() % 5) {
                        case 0 -> "I would rather not.";
                        case 1, 2 -> state("The bed is watered in the evening.", 1);
                        case 3 -> state("The gate code is 7719, and the hedge is a copper beech.", 4);
                        default -> state("It was said that the soil is heavy, and said again.", 200);
                    });
        });
    }

    private static String state(String fact, int times) {
        List<String> facts = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            facts.add(fact + " That was said " + (i + 1) + " times.");
        }
        return Json.write(Wire.object(
                "logos", facts, "pathos", List.of(), "abstract", List.of(), "conversation_summary", "A garden."));
    }

    private static CompressionPolicy policy(int window, boolean byProperty) {
        if (!byProperty) {
            return CompressionPolicy.forWindow(window)
                    .withExecution(Execution.SYNC)
                    .withModel(ModelOptions.defaults().withContextWindow(window));
        }
        Properties properties = new Properties();
        properties.setProperty("session-compression.context-window", String.valueOf(window));
        properties.setProperty("session-compression.execution", "sync");
        properties.setProperty("session-compression.model.context-window", String.valueOf(window));
        return CompressionPolicy.of(properties);
    }

    private List<String> chat(CompressionPolicy policy) {
        try (Warnings warnings = new Warnings();
                SessionCompressor compressor = SessionCompressor.builder()
                        .policy(policy)
                        .model(model())
                        .systemContext(id -> "You help the customers of a garden shop. " + "Be kind. ".repeat(100))
                        .build()) {
            Conversation chat = compressor.conversation("c");
            chat.append(Message.system("You help the customers of a garden shop."));
            for (int turn = 0; turn < TURNS; turn++) {
                chat.append(Message.user("Bed " + turn + " needs " + (turn * 3 + 1) + " litres on 2026-04-"
                        + (turn % 20 + 10) + ", says Ortrud Hansen. " + "So?".repeat(turn % 7)));
                assertThat(chat.view().tokens()).isLessThanOrEqualTo(policy.contextWindow());
                chat.append(Message.assistant("Order RE-" + (2_000 + turn) + " is on its way to "
                        + "the allotment at the edge of the town, where it rains. ".repeat(turn % 4 + 1)));
            }
            assertThat(chat.transcript()).hasSize(2 * TURNS + 1);
            assertThat(chat.record()).isPresent();
            return warnings.lines();
        }
    }

    @ParameterizedTest(name = "{0}, by property: {1}")
    @CsvSource({"4000, false", "4000, true", "8000, false", "8000, true"})
    void noRequestIsLargerThanTheWindow(int window, boolean byProperty) {
        takes(window);

        chat(policy(window, byProperty));

        assertThat(refused).isEmpty();
        assertThat(taken).isNotEmpty();
        assertThat(server.refusals()).isEmpty();
    }

    @ParameterizedTest(name = "by property: {0}")
    @ValueSource(booleans = {false, true})
    void windowWithoutRoomCostsNoRequestAndOneWarning(boolean byProperty) {
        takes(2_000);

        List<String> warnings = chat(policy(2_000, byProperty));

        assertThat(server.sent()).isEmpty();
        assertThat(warnings).hasSize(1).first().asString().contains("window of 2000 tokens has no room");
    }

    @ParameterizedTest(name = "{0} of {1}")
    @CsvSource({"6000, 8000", "2000, 8000", "3000, 4000", "1500, 2000"})
    void aSmallerWindowCostsOneRequestAtMost(int real, int configured) {
        takes(real);

        List<String> warnings = chat(policy(configured, false));

        // Where the provider does not tell how much it takes, half as much is tried, and half of that.
        boolean told = tooLong(real, configured).contains(String.valueOf(real));
        int most = told || configured / 2 <= real ? 1 : 2;
        assertThat(refused).hasSizeLessThanOrEqualTo(most);
        assertThat(warnings)
                .filteredOn(line -> line.contains("refuses requests"))
                .hasSizeLessThanOrEqualTo(most);
        assertThat(warnings.stream()
                        .filter(line -> line.contains("has no room"))
                        .map(line -> line.replaceAll("[0-9.]+ s\\)", ""))
                        .distinct())
                .hasSizeLessThanOrEqualTo(1);
    }
}
