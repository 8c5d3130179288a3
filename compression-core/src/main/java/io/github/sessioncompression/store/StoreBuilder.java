package io.github.sessioncompression.store;

import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.model.Sleeper;
import io.github.sessioncompression.option.Bounds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all lasting stores have; extended by their builders. Not for use by several threads.
 *
 * <p>Each setting is checked when it is given. {@link #settings()} takes all of them at once, so a store never sees a builder that changes later.
 *
 * @param <B> the builder that extends this one
 */
public abstract class StoreBuilder<B extends StoreBuilder<B>> {
    /** Default time for which a failing call is repeated. */
    public static final Duration DEFAULT_RETRY_TIME = Duration.ofSeconds(10);

    /** Default number of compression records that are kept of each conversation. */
    public static final int DEFAULT_RECORDS = 10;

    /** Maximum of {@link #keepRecords}. */
    public static final int MAX_RECORDS = 1_000;

    private static final Duration MAX_RETRY_TIME = Duration.ofMinutes(5);

    private InstantSource clock = InstantSource.system();
    private @Nullable InstantSource leaseClock;
    private int records = DEFAULT_RECORDS;
    private MessageCodec codec = MessageCodec.neutral();
    private RetryDelay retryDelay = delay(DEFAULT_RETRY_TIME);
    private long keepMillis = StoreRules.KEPT_FOR_EVER;
    private @Nullable PayloadCipher cipher;

    /** This builder, as its own type, for chained calls. */
    protected abstract B self();

    /**
     * The clock by which conversations expire in a database; the system's by default. Redis lets them expire by its own clock, and leases
     * run by the server's time in every store.
     */
    public B clock(InstantSource newClock) {
        clock = Objects.requireNonNull(newClock, "clock");
        return self();
    }

    /** Leases by this clock instead of the server's time. */
    protected B leaseClock(InstantSource newClock) {
        leaseClock = Objects.requireNonNull(newClock, "leaseClock");
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
        return retryDelay(delay(Bounds.within("retryFor", newTime, Duration.ZERO, MAX_RETRY_TIME)));
    }

    private static RetryDelay delay(Duration time) {
        return new RetryDelay(time, Sleeper.realTime(), System::nanoTime);
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
     * Number of compression records that are kept of each conversation, the current one among them; 10 by default. Each holds a whole state,
     * and a rollback can go back to any of them. Up to half as many more are there until they are removed together.
     *
     * @param newNumber 1 to 1,000
     * @throws IllegalArgumentException if it is out of range
     */
    public B keepRecords(int newNumber) {
        records = Bounds.within("keepRecords", newNumber, 1, MAX_RECORDS);
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

    /**
     * The settings for the store; {@code keepMillis} as of {@link StoreRules#keepMillis}.
     *
     * @param leaseClock the clock of leases; {@code null} for the server's time
     * @param records number of records kept of each conversation
     */
    public record Settings(
            InstantSource clock,
            @Nullable InstantSource leaseClock,
            MessageCodec codec,
            RetryDelay retryDelay,
            long keepMillis,
            int records,
            Payloads payloads) {
        /** Additional records before old ones are removed together. */
        public int recordSlack() {
            return records / 2;
        }
    }

    /** The settings as they are now. */
    protected final Settings settings() {
        return new Settings(clock, leaseClock, codec, retryDelay, keepMillis, records, new Payloads(cipher));
    }

    /**
     * Pauses between the tries of a call that failed for a temporary reason; for implementations of stores.
     *
     * <p>The first pause is up to 5 ms, each next one up to twice as long, the longest up to 500 ms; each is between half of that and all of it,
     * at random, so that two conflicting calls do not conflict again. The time alone ends the tries. Safe for use by many threads.
     */
    public static final class RetryDelay {
        private static final long FIRST_PAUSE = Duration.ofMillis(5).toNanos();
        private static final long LONGEST_PAUSE = Duration.ofMillis(500).toNanos();

        private final long nanos;
        private final Sleeper waiting;
        private final LongSupplier nanoTime;

        /**
         * Tries for {@code longest} from the first one on; with zero there is no second try.
         *
         * @param nanoTime time as of {@link System#nanoTime()}
         */
        public RetryDelay(Duration longest, Sleeper waiting, LongSupplier nanoTime) {
            this.nanos = longest.toNanos();
            this.waiting = Objects.requireNonNull(waiting, "waiting");
            this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
        }

        /** Time for which a call is tried. */
        public Duration longest() {
            return Duration.ofNanos(nanos);
        }

        /** Begins the first try of a call. */
        public Tries begin() {
            return new Tries();
        }

        /** The tries of one call. Not safe for use by many threads. */
        public final class Tries {
            private final long began = nanoTime.getAsLong();
            private long pause = FIRST_PAUSE;
            private boolean interrupted;

            private Tries() {}

            /**
             * Pauses after a failed try.
             *
             * @return true if another try is allowed; false if there was no pause, or the thread was interrupted and still is
             */
            public boolean again() {
                long left = nanos - (nanoTime.getAsLong() - began);
                if (left <= 0) {
                    return false;
                }
                long random = ThreadLocalRandom.current().nextLong(pause / 2, pause);
                try {
                    waiting.pause(Duration.ofNanos(Math.min(random, left)));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    interrupted = true;
                    return false;
                }
                pause = Math.min(2 * pause, LONGEST_PAUSE);
                return true;
            }

            /** The name of the failed call for its exception, with the interruption if there was one. */
            public String failed(String what) {
                return interrupted ? what + ", being interrupted while it waited to try again" : what;
            }
        }
    }
}
