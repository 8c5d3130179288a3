package io.github.sessioncompression.store;

import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.model.Waiting;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all lasting stores have; extended by their builders. Not for use by several threads.
 *
 * @param <B> the builder that extends this one
 */
public abstract class StoreBuilder<B extends StoreBuilder<B>> {
    /** Default time for which a failing call is repeated. */
    public static final Duration DEFAULT_RETRY_TIME = Duration.ofSeconds(10);

    private static final Duration MAX_RETRY_TIME = Duration.ofMinutes(5);

    private InstantSource clock = InstantSource.system();
    private MessageCodec codec = MessageCodec.neutral();
    private RetryDelay retryDelay = delay(DEFAULT_RETRY_TIME);
    private long keepMillis = StoreRules.KEPT_FOR_EVER;
    private @Nullable PayloadCipher cipher;

    protected abstract B self();

    /**
     * The clock by which leases run, and conversations expire in a database; the system's by default. Processes whose clocks differ by
     * more than a lease lasts may compress the same twice; nothing else comes of it. Redis lets conversations expire by its own clock.
     */
    public B clock(InstantSource newClock) {
        clock = Objects.requireNonNull(newClock, "clock");
        return self();
    }

    /** Codec of messages; {@link MessageCodec#neutral()} by default. */
    public B messageCodec(MessageCodec newCodec) {
        codec = Objects.requireNonNull(newCodec, "messageCodec");
        return self();
    }

    /**
     * Time for which a call is repeated while the server can't be reached, can't answer yet, or has other transactions in the way; 10
     * seconds by default. A running call is not cut short: the timeouts of the driver or client end it.
     *
     * @param newTime 0 (one try) to 5 minutes
     * @throws IllegalArgumentException if it is out of range
     */
    public B retryFor(Duration newTime) {
        Objects.requireNonNull(newTime, "retryFor");
        if (newTime.isNegative() || newTime.compareTo(MAX_RETRY_TIME) > 0) {
            throw new IllegalArgumentException("retryFor must be 0 to " + MAX_RETRY_TIME + ", but was " + newTime);
        }
        return retryDelay(delay(newTime));
    }

    private static RetryDelay delay(Duration time) {
        return new RetryDelay(time, Waiting.realTime(), System::nanoTime);
    }

    /** Pauses of other lengths, or by another clock. */
    protected B retryDelay(RetryDelay newDelay) {
        retryDelay = newDelay;
        return self();
    }

    /**
     * Time that a conversation begun by this store is kept after its last write; by default, and with {@code null}, until it is deleted.
     * The store's own {@code keepFor} sets another time for one.
     *
     * @param time 1 millisecond or more
     * @throws IllegalArgumentException if it is less
     */
    public B keepFor(@Nullable Duration time) {
        keepMillis = StoreRules.keepMillis(time);
        return self();
    }

    /**
     * Seals messages, records and segments; by default they are kept in the clear. Ids, roles, sizes, times and counters stay in the clear
     * with it, too. Existing rows stay as they are, and are read.
     */
    public B cipher(PayloadCipher newCipher) {
        cipher = Objects.requireNonNull(newCipher, "cipher");
        return self();
    }

    /** The settings for the store; {@code keepMillis} as of {@link StoreRules#keepMillis}. */
    public record Settings(
            InstantSource clock, MessageCodec codec, RetryDelay retryDelay, long keepMillis, Payloads payloads) {}

    protected final Settings settings() {
        return new Settings(clock, codec, retryDelay, keepMillis, new Payloads(cipher));
    }
}
