package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.log.ConversationLog;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.text.LogText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class LogLinesTest {
    @Test
    void namesAndSentencesOfOthersFitInALine() {
        assertThat(LogText.name("a model")).isEqualTo("a model");
        assertThat(LogText.name("m".repeat(101))).isEqualTo("m".repeat(100));
        assertThat(ConversationLog.sentence("s".repeat(401))).isEqualTo("s".repeat(400));
        assertThat(LogText.name("two\nlines\u0007")).isEqualTo("two?lines?");
    }

    @Test
    void keepsIdsOnOneLine() {
        String id = "evil\n2026-11-26 ERROR forged\r\u0007";
        try (Warnings warnings = new Warnings();
                SessionCompressor compressor = SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(2_000))
                        .model(request -> {
                            throw new IllegalStateException("no answer\n2026-11-26 ERROR forged");
                        })
                        .executor(Runnable::run)
                        .modelCalls(Runnable::run, new MutableTime())
                        .build()) {
            for (int i = 0; i < 20; i++) {
                compressor
                        .conversation(id)
                        .append(
                                Message.user("Question " + i + ": " + "where is it? ".repeat(20)),
                                Message.assistant("Answer " + i + ": " + "on its way. ".repeat(20)));
            }

            assertThat(warnings.lines())
                    .anySatisfy(line -> assertThat(line).contains("Compression of evil?2026-11-26 ERROR forged??"))
                    .noneMatch(line -> line.contains("\n") || line.contains("\r"));
        }
    }

    @Test
    void logsExceptionsWithoutTheirMessages() {
        Throwable thrown = new IllegalStateException("my secret", new SQLException("value too long: 'my secret'"));

        Throwable place = ConversationLog.place(thrown);

        assertThat(place).hasMessage("java.lang.IllegalStateException").hasRootCauseMessage("java.sql.SQLException");
        assertThat(place.getStackTrace()).isEqualTo(thrown.getStackTrace());
        assertThat(place).hasStackTraceContaining("logsExceptionsWithoutTheirMessages");
        StringWriter all = new StringWriter();
        place.printStackTrace(new PrintWriter(all));
        assertThat(all.toString()).doesNotContain("secret");
    }

    @Test
    void endsOnCyclicCauses() {
        Exception first = new Exception();
        Exception second = new Exception(first);
        first.initCause(second);

        assertThat(ConversationLog.place(first).getCause()).isNotNull();
    }
}
