package io.github.sessioncompression.samples.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.Reply;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failure is reported in one line, and the chat continues. */
@Tag("landing")
class FailureTest {
    private final OpenAiStub server = OpenAiStub.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private TerminalRun start(String... args) {
        return TerminalRun.of(Map.of("OPENAI_API_KEY", "sk-secret", "OPENAI_BASE_URL", server.baseUrl()), args);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 429, 500})
    void reportsRefusalOfProvider(int status) {
        server.next(new Reply.Failure(status, "No, with details"));
        try (TerminalRun chat = start()) {
            chat.types("Hello")
                    .sees("no answer: ")
                    .sees("No, with details")
                    .types("Once more")
                    .sees("All right.");
            assertThat(chat.text()).doesNotContain("Exception").doesNotContain("sk-secret");
        }
    }

    @Test
    void reportsUnreachableUrl() {
        server.close();
        try (TerminalRun chat = start()) {
            chat.types("Hello").sees("no answer: ").sees("you> ");
        }
    }

    @Test
    void reportsBrokenConnection() {
        server.next(new Reply.Reset());
        try (TerminalRun chat = start()) {
            chat.types("Hello").sees("no answer: ").types("Once more").sees("All right.");
        }
    }

    @Test
    void continuesAfterCallOfUnknownTool() {
        server.next(Reply.call("launchRockets", Map.of()), Reply.text("Then I can't."));
        try (TerminalRun chat = start()) {
            chat.types("Launch!").sees("Then I can't.");
        }
        assertThat(server.lastSent().last().text()).isEqualTo("There is no tool of that name.");
    }
}
