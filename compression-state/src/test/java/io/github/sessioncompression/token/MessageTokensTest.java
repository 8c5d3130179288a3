package io.github.sessioncompression.token;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class MessageTokensTest {
    private static final TokenCounter LENGTH = String::length;

    private final MessageTokens tokens = new MessageTokens(LENGTH, TokenOptions.defaults());

    @Test
    void addsTextAndOverhead() {
        assertThat(tokens.count(Message.user("12345"))).isEqualTo(4 + 5);
        assertThat(tokens.count(Message.user(""))).isEqualTo(4);
        assertThat(tokens.countText("12345")).isEqualTo(5);
        assertThat(tokens.countText("")).isZero();
    }

    @Test
    void addsTheName() {
        assertThat(tokens.count(Message.user("12345").withName("Ann"))).isEqualTo(4 + 5 + 1 + 3);
    }

    @Test
    void addsEachToolCallAndEachResult() {
        Message calls = Message.assistant("", List.of(new ToolCall("id", "fetch", "{}"), new ToolCall("", "f", "")));
        assertThat(tokens.count(calls)).isEqualTo(4 + (8 + 5 + 2) + (8 + 1));
        assertThat(tokens.count(Message.toolResult("id", "fetch", "123"))).isEqualTo(4 + 3 + 1 + 5);
    }

    @Test
    void addsAFlatCostPerMedium() {
        Message message = Message.user("12345").withMediaCount(2);
        assertThat(tokens.count(message)).isEqualTo(4 + 5 + 2_000);
    }

    @Test
    void multipliesByTheSafetyFactorAndRoundsUp() {
        MessageTokens safe = new MessageTokens(LENGTH, TokenOptions.defaults().withSafetyFactor(1.3));
        assertThat(safe.count(Message.user("123"))).isEqualTo(10); // 7 × 1.3 = 9.1
        assertThat(safe.countText("123")).isEqualTo(4);
    }

    @Test
    void clampsCountToInt() {
        assertThat(tokens.count(Message.user("a").withMediaCount(Integer.MAX_VALUE)))
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void handsTextsToTheCounterAsTheyAre() {
        List<String> seen = new ArrayList<>();
        MessageTokens recording = new MessageTokens(
                text -> {
                    seen.add(text);
                    return 1;
                },
                TokenOptions.defaults());
        String text = "t".repeat(10);
        String arguments = "a".repeat(10);
        recording.count(Message.assistant(text, List.of(new ToolCall("1", "f", arguments))));
        assertThat(seen).hasSize(3);
        assertThat(seen.get(0)).isSameAs(text);
        assertThat(seen.get(2)).isSameAs(arguments);
    }

    @Test
    void longTextIsCountedOnceWhileItIsInUse() {
        List<Integer> seen = new ArrayList<>();
        MessageTokens recording = new MessageTokens(
                text -> {
                    seen.add(text.length());
                    return text.length();
                },
                TokenOptions.defaults());
        String state = "s".repeat(5_000);
        String other = "o".repeat(6_000);

        assertThat(recording.countText(state)).isEqualTo(5_000);
        assertThat(recording.countText(other)).isEqualTo(6_000);
        assertThat(recording.countText("s".repeat(5_000))).isEqualTo(5_000);

        assertThat(seen).containsExactly(5_000, 6_000);
        assertThat(state).as("in use until here").hasSize(5_000);
    }

    @Test
    void countsByLengthAndWarnsOnceWhenTheCounterFails() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(MessageTokens.class);
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
        try {
            MessageTokens failing = new MessageTokens(
                    text -> {
                        throw new IllegalStateException("can not count " + text);
                    },
                    TokenOptions.defaults());
            MessageTokens negative = new MessageTokens(text -> -1, TokenOptions.defaults());
            for (int i = 0; i < 3; i++) {
                assertThat(failing.countText("secret12")).isEqualTo(2);
                assertThat(failing.count(Message.user("secret12"))).isEqualTo(6);
            }
            assertThat(negative.countText("12345")).isEqualTo(2);
        } finally {
            logger.detachAppender(log);
            logger.setAdditive(true);
        }
        assertThat(log.list).hasSize(2).allSatisfy(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getFormattedMessage()).doesNotContain("secret");
            assertThat(event.getThrowableProxy()).isNull();
        });
    }

    @Test
    void usesApplicationCounterWithFallback() {
        MessageTokens tokens = new MessageTokens(
                message -> {
                    if (message.text().isEmpty()) {
                        throw new IllegalStateException("can't");
                    }
                    return message.text().equals("odd") ? -1 : 42;
                },
                text -> text.length(),
                TokenOptions.defaults());

        assertThat(tokens.count(Message.user("anything"))).isEqualTo(42);
        assertThat(tokens.count(Message.user("odd"))).isEqualTo(MessageTokens.MESSAGE_OVERHEAD + 3);
        assertThat(tokens.count(Message.user(""))).isEqualTo(MessageTokens.MESSAGE_OVERHEAD);
        assertThat(tokens.countText("four")).isEqualTo(4);
    }
}
