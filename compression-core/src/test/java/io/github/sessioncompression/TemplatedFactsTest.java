package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A user's few facts beside hundreds of one template. */
class TemplatedFactsTest {
    private static final int TURNS = 300;
    private static final List<String> PERSONAL = List.of(
            "My name is Ingrid Halvorsen.",
            "I am allergic to hazelnuts.",
            "The budget is 4,500 euros.",
            "We decided to use the drip system.",
            "Never water the beds after 9 am.");

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keepsMostPersonalFactsBesideTemplatedOnes(boolean withModel) {
        SessionCompressor.Builder builder = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000).withExecution(Execution.SYNC))
                .executor(Runnable::run);
        if (withModel) {
            builder.model(bulk());
        }
        try (SessionCompressor compressor = builder.build()) {
            Conversation chat = compressor.conversation("garden");
            chat.append(
                    Message.user(PERSONAL.get(0) + " " + PERSONAL.get(1)),
                    Message.assistant("Hello Ingrid, noted."),
                    Message.user(PERSONAL.get(2) + " " + PERSONAL.get(3)),
                    Message.assistant("A good choice."),
                    Message.user(PERSONAL.get(4)),
                    Message.assistant("Understood."));
            long compressions = 0;
            for (int i = 0; i < TURNS; i++) {
                chat.append(
                        Message.user("Bed " + i + " holds plant P-" + (1_000 + i) + " since row " + i % 7 + "."),
                        Message.assistant("Plant P-" + (1_000 + i) + " in bed " + i + " is noted, ticket T-"
                                + (5_000 + i) + " is open and the next check of bed " + i + " is planned."));
                View view = chat.view();
                if (view.compressions() > compressions) {
                    compressions = view.compressions();
                    String text = view.messages().stream().map(Message::text).collect(Collectors.joining("\n"));
                    assertThat(PERSONAL)
                            .as("after compression %s", compressions)
                            .filteredOn(text::contains)
                            .hasSizeGreaterThanOrEqualTo(3);
                    assertThat(text.contains("Beds and plants were noted.")).isEqualTo(withModel);
                }
            }
            assertThat(compressions).isGreaterThan(2);
        }
    }

    /** A model that fills its state with ids and forgets the people. */
    private static StructuredModel bulk() {
        List<Integer> calls = new ArrayList<>();
        return request -> {
            calls.add(1);
            int first = 25 * calls.size();
            String facts = IntStream.range(first, first + 25)
                    .mapToObj(i -> "\"Bed " + i + " holds plant P-" + (1_000 + i) + "\"")
                    .filter(fact -> mentions(request.prompt(), fact))
                    .collect(Collectors.joining(","));
            return ModelAnswer.of("{\"logos\":[" + (facts.isEmpty() ? "\"The beds hold plants\"" : facts)
                    + "],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"Beds and plants were noted.\"}"
                            .replace(
                                    "noted.",
                                    "noted." + " The user and the assistant went on in the same way.".repeat(8)));
        };
    }

    private static boolean mentions(@Nullable String prompt, String fact) {
        return prompt != null && prompt.contains(fact.substring(fact.lastIndexOf(' ') + 1, fact.length() - 1));
    }
}
