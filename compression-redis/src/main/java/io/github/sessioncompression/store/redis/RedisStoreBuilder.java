package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.model.Waiting;
import io.github.sessioncompression.store.PayloadCipher;
import io.github.sessioncompression.store.Payloads;
import io.github.sessioncompression.store.RetryDelay;
import io.github.sessioncompression.store.redis.Server.Link;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires a {@link RedisSessionStore}. Not for use by several threads. */
public final class RedisStoreBuilder {
    /** Default prefix of the keys. */
    public static final String DEFAULT_KEY_PREFIX = "session-compression";

    /** Default time for which a failing call is repeated. */
    public static final Duration DEFAULT_RETRY_TIME = Duration.ofSeconds(10);

    /** The version of what is kept. */
    static final int VERSION = 1;

    private static final Logger LOG = LoggerFactory.getLogger(RedisSessionStore.class);
    private static final Duration MAX_RETRY_TIME = Duration.ofMinutes(5);
    private static final int MAX_PREFIX_LENGTH = 60;

    private final Supplier<Link> connect;
    private String keyPrefix = DEFAULT_KEY_PREFIX;
    private InstantSource clock = InstantSource.system();
    private MessageCodec codec = MessageCodec.neutral();
    private Duration retryTime = DEFAULT_RETRY_TIME;
    private @Nullable Duration keepFor;
    private @Nullable PayloadCipher cipher;
    private Waiting waiting = Waiting.realTime();
    private LongSupplier nanoTime = System::nanoTime;

    RedisStoreBuilder(Supplier<Link> connect) {
        this.connect = connect;
    }

    /**
     * What the keys' names begin with, behind a brace, {@value #DEFAULT_KEY_PREFIX} by default; stores with different ones know nothing of
     * each other.
     *
     * @param prefix 1 to {@value #MAX_PREFIX_LENGTH} letters and digits of ASCII, hyphens, underscores, full stops and colons
     * @throws IllegalArgumentException if it is something else
     */
    public RedisStoreBuilder keyPrefix(String prefix) {
        boolean plain = !prefix.isEmpty()
                && prefix.length() <= MAX_PREFIX_LENGTH
                && prefix.chars()
                        .allMatch(c -> (c >= 'a' && c <= 'z')
                                || (c >= 'A' && c <= 'Z')
                                || (c >= '0' && c <= '9')
                                || "-_.:".indexOf(c) >= 0);
        if (!plain) {
            throw new IllegalArgumentException("keyPrefix must be 1 to " + MAX_PREFIX_LENGTH
                    + " letters and digits of ASCII, hyphens, underscores, full stops and colons, but was '" + prefix
                    + "'");
        }
        keyPrefix = prefix;
        return this;
    }

    /**
     * The clock by which leases run; the system's by default. Processes whose clocks differ by more than a lease lasts may compress the same
     * twice; nothing else comes of it. Conversations expire by the server's clock.
     */
    public RedisStoreBuilder clock(InstantSource newClock) {
        clock = Objects.requireNonNull(newClock, "clock");
        return this;
    }

    /** How messages are written; {@link MessageCodec#neutral()} by default. */
    public RedisStoreBuilder messageCodec(MessageCodec newCodec) {
        codec = Objects.requireNonNull(newCodec, "messageCodec");
        return this;
    }

    /**
     * Time for which a call is repeated while the server can't be reached or can't answer yet; 10 seconds by default. A running command is not
     * cut short: the client's command timeout ends it, a minute unless the application has set another.
     *
     * @param newTime 0 (one try) to 5 minutes
     * @throws IllegalArgumentException if it is out of range
     */
    public RedisStoreBuilder retryFor(Duration newTime) {
        if (newTime.isNegative() || newTime.compareTo(MAX_RETRY_TIME) > 0) {
            throw new IllegalArgumentException("retryFor must be 0 to " + MAX_RETRY_TIME + ", but was " + newTime);
        }
        retryTime = newTime;
        return this;
    }

    /**
     * How long a conversation begun by this store is kept after it was last written to; by default, and with {@code null}, until it is
     * deleted. {@link RedisSessionStore#keepFor} sets another time for one. The server deletes it by itself: what has to be archived must be
     * so before.
     *
     * @param time 1 millisecond or more
     * @throws IllegalArgumentException if it is less
     */
    public RedisStoreBuilder keepFor(@Nullable Duration time) {
        RedisSessionStore.keepMillis(time);
        keepFor = time;
        return this;
    }

    /**
     * Seals messages, records and segments; by default they are kept in the clear. Ids, sizes, times and counters stay in the clear with it,
     * too. What was kept before stays as it is, and is read.
     */
    public RedisStoreBuilder cipher(PayloadCipher newCipher) {
        cipher = Objects.requireNonNull(newCipher, "cipher");
        return this;
    }

    /** How the time between two tries passes, for tests. */
    RedisStoreBuilder waiting(Waiting newWaiting, LongSupplier newNanoTime) {
        waiting = newWaiting;
        nanoTime = newNanoTime;
        return this;
    }

    /**
     * The store, with a connection of its own, which its {@link RedisSessionStore#close} closes.
     *
     * @throws RedisStoreException if the server can't be reached, or has what a newer version has kept
     */
    public RedisSessionStore build() {
        Link link;
        try {
            link = connect.get();
        } catch (RedisException e) {
            throw RedisStoreException.of("reach the server", e);
        }
        Server server = new Server(link, new RetryDelay(retryTime, waiting, nanoTime));
        try {
            Keys keys = new Keys(keyPrefix);
            requireVersion(server, keys);
            warnOfWhatMayBeLost(link);
            return new RedisSessionStore(
                    server, keys, new Payloads(cipher), codec, clock, RedisSessionStore.keepMillis(keepFor));
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void requireVersion(Server server, Keys keys) {
        String known = String.valueOf(VERSION);
        String found = server.ask("read the version of what is kept", link -> {
            link.sync().setnx(keys.version(), known);
            return link.sync().get(keys.version());
        });
        if (!known.equals(found)) {
            throw new RedisStoreException(
                    "what is kept under keys that begin with {" + keyPrefix
                            + " has another version than " + VERSION
                            + ", the newest one known here: use the version of this library that has made it, or another prefix");
        }
    }

    /** Says what of the server's settings may lose what was acknowledged, as far as it tells them. */
    private static void warnOfWhatMayBeLost(Link link) {
        String info;
        try {
            info = link.sync().info("persistence") + link.sync().info("memory");
        } catch (RedisCommandExecutionException e) {
            LOG.debug("The server does not tell its settings: {}", RedisStoreException.code(e));
            return;
        }
        if (info.contains("aof_enabled:0")) {
            LOG.warn("Redis writes to disk now and then only: what it has acknowledged since is lost when it ends."
                    + " Set appendonly yes, and appendfsync to what may be lost");
        }
        if (!info.contains("maxmemory:0\r") && !info.contains("maxmemory_policy:noeviction")) {
            LOG.warn("Redis may throw conversations away when its memory is full. Set maxmemory-policy noeviction");
        }
    }
}
