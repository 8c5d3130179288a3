package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Settings.OwnCounts;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Recent counts are cached unless the message is too large. */
class OwnCountsTest {
    private final AtomicInteger counted = new AtomicInteger();
    private final OwnCounts counts = new OwnCounts(new MessageTokens(
            null,
            text -> {
                counted.incrementAndGet();
                return 7;
            },
            TokenOptions.defaults()));

    private int countedFor(Message message) {
        int before = counted.get();
        assertThat(counts.of(message)).isGreaterThanOrEqualTo(7);
        return counted.get() - before;
    }

    @Test
    void aMessageIsCountedOnce() {
        assertThat(countedFor(Message.system("You run a pottery."))).isPositive();
        assertThat(countedFor(Message.system("You run a pottery."))).isZero();
        assertThat(countedFor(Message.system("You run a bakery."))).isPositive();
    }

    @Test
    void recountsMessageTooLargeForCache() {
        Message large = Message.user("x".repeat(8_000_000));

        assertThat(countedFor(large)).isPositive();
        assertThat(countedFor(large)).isPositive();
    }
}
