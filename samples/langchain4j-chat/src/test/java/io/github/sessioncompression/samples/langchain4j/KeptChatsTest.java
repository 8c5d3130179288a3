package io.github.sessioncompression.samples.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A chat goes on where it was when the program is started again. */
class KeptChatsTest {
    private final StrictOpenAiServer server = StrictOpenAiServer.start();

    private final Path folder;

    KeptChatsTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private TerminalRun start(Path file) {
        return TerminalRun.of(
                Map.of("OPENAI_API_KEY", "sk-test", "OPENAI_BASE_URL", server.baseUrl()), "--file", file.toString());
    }

    @Test
    void goesOnAfterTheProgramHasEnded() {
        Path file = folder.resolve("chat.mv.db");
        try (TerminalRun chat = start(file)) {
            chat.sees("kept in " + file)
                    .types("My name is Ada.")
                    .sees("All right.")
                    .types("/quit");
            assertThat(chat.exitCode()).isZero();
            assertThat(chat.text()).doesNotContain("It goes on after");
        }
        assertThat(file).exists();
        try (TerminalRun chat = start(file)) {
            chat.sees("It goes on after 3 messages; /new begins another.")
                    .types("Who am I?")
                    .sees("All right.")
                    .types("/new")
                    .sees("Session 2 has begun. Session 1 is kept.")
                    .types("And now?")
                    .sees("All right.");
        }
        assertThat(server.sent().get(1).messages())
                .extracting(SentMessage::text)
                .containsExactly("My name is Ada.", "All right.", "Who am I?");
        assertThat(server.lastSent().messages())
                .extracting(SentMessage::text)
                .endsWith("And now?")
                .first()
                .asString()
                .contains("earlier_sessions", "Ada");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void reportsUnusableFileInOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("other.mv.db"), "no database");
        try (TerminalRun chat = start(file)) {
            assertThat(chat.exitCode()).isEqualTo(2);
            assertThat(chat.err())
                    .startsWith("chat: " + file + " can't be used: ")
                    .hasLineCount(1);
        }
        assertThat(Files.readString(file)).isEqualTo("no database");
    }
}
