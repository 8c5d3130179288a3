package io.github.sessioncompression.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A new application with the starter and two properties, each framework on both versions of Spring Boot. */
@Tag("landing")
class NewApplicationTest {
    private static final String FIRST = "Order 1003 is for the greenhouse of Mrs. Albrecht: when does it arrive?";
    private static final String FACT = "Order 1003 is for the greenhouse of Mrs. Albrecht.";
    private static final String STATE = "{\"logos\": [\"" + FACT
            + "\"], \"pathos\": [], \"abstract\": [], \"conversation_summary\": \"About orders.\"}";

    /** Some 8,000 tokens, so that 70 % of the window are full after 12 turns. */
    private static final String ANSWER =
            "The bags of soil are in stock. ".repeat(1_140).strip();

    private static final int MOST_TURNS = 30;
    private static final int TURNS_AFTER = 3;

    private final StrictOpenAiServer server = StrictOpenAiServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private static boolean isOfTheChat(Sent request) {
        return request.system() != null && request.system().contains("You help the customers of a garden shop.");
    }

    private Sent lastOfTheChat() {
        return server.sent().stream()
                .filter(NewApplicationTest::isOfTheChat)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "langchain4j-boot-3, langchain4j",
        "langchain4j-boot-4, langchain4j",
        "spring-ai-boot-3, springai",
        "spring-ai-boot-4, springai"
    })
    void compressesByTheModelAndLosesNothing(String folder, String name) throws Exception {
        server.answers(request -> Reply.text(isOfTheChat(request) ? ANSWER : STATE));
        // Spring AI 1.1 adds the version to the path by itself.
        String springs = folder.equals("spring-ai-boot-3") ? server.url() : server.baseUrl();
        try (RunningApplication application = RunningApplication.start(
                Path.of(folder),
                "io.github.sessioncompression.applications." + name + ".GardenShopApplication",
                List.of(
                        "spring.main.web-application-type=none",
                        "openai.base-url=" + server.baseUrl(),
                        "spring.ai.openai.base-url=" + springs,
                        "spring.ai.openai.api-key=none"))) {
            List<String> asked = new ArrayList<>();
            int after = 0;
            while (after < TURNS_AFTER && asked.size() < MOST_TURNS) {
                asked.add(asked.isEmpty() ? FIRST : "And " + "what ".repeat(asked.size()) + "else is there to do?");
                assertThat(application.ask(asked.get(asked.size() - 1))).isEqualTo(ANSWER);
                application.rest();
                after += lastOfTheChat().allText().contains(FACT) ? 1 : 0;
            }

            List<String> kept = new ArrayList<>();
            for (String line : application.end()) {
                if (!line.startsWith("SYSTEM ")) {
                    kept.add(line);
                }
            }
            assertThat(after).isEqualTo(TURNS_AFTER);
            assertThat(kept)
                    .containsExactlyElementsOf(asked.stream()
                            .flatMap(question -> List.of("USER " + question, "ASSISTANT " + ANSWER).stream())
                            .toList());
            assertThat(server.refusals()).isEmpty();
            Sent last = lastOfTheChat();
            assertThat(last.question()).isEqualTo(asked.get(asked.size() - 1));
            assertThat(last.messages().get(0).text()).contains("<session_state");
            assertThat(last.messages()).hasSizeLessThan(kept.size());
            assertThat(application.said())
                    .anyMatch(line -> line.contains(
                            "Session Compression is on for a window of 128000 tokens; states are written by a model"));
        }
    }

    @ParameterizedTest
    @CsvSource({"langchain4j-boot-3", "spring-ai-boot-3", "quarkus"})
    void theirPropertiesAreThoseOfTheReadme(String folder) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(folder, "src/main/resources/application.properties"));
        assertThat(lines).hasSize(2);
        String readme = Files.readString(Path.of("..", "..", "README.md"));
        assertThat(lines).allSatisfy(line -> assertThat(readme).contains("\n" + line));
    }
}
