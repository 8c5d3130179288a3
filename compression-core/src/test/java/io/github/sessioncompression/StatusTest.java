package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.sessioncompression.policy.CompressionPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tellings of a compression that repeat nothing of the chat. */
class StatusTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.sessioncompression");
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final Level level = logger.getLevel();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .executor(Runnable::run)
            .build();
    private final Conversation chat = compressor.conversation("chat");

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        appender.start();
        logger.addAppender(appender);
        for (int i = 0; i < 10; i++) {
            chat.append(Chats.turn(i, 40));
        }
        chat.compress();
    }

    @AfterEach
    void close() {
        logger.detachAppender(appender);
        logger.setLevel(level);
        compressor.close();
    }

    @Test
    void compressionIsOneInfoLineWithSizes() {
        assertThat(appender.list)
                .filteredOn(event -> event.getLevel() == Level.INFO)
                .singleElement()
                .extracting(ILoggingEvent::getFormattedMessage)
                .asString()
                .matches(
                        "Conversation chat: \\d+ messages compressed, \\d+ to \\d+ tokens, state by extract, in \\d+ ms\\.");
    }

    @Test
    void textOfStatusHasNoContents() {
        assertThat(chat.status().state().orElseThrow().items().toString()).contains("Order");
        assertThat(chat.status().toString())
                .contains("conversationId=chat", "contextTokens=", " items")
                .doesNotContain("Order");
    }
}
