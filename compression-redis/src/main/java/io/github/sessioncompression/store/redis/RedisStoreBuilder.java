package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.StoreBuilder;
import io.github.sessioncompression.store.StoreBuilder.RetryDelay;
import io.github.sessioncompression.store.redis.Server.Link;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wires a {@link RedisSessionStore}. Not for use by several threads.
 *
 * <p>The server deletes conversations by itself that are {@linkplain #keepFor kept for a time}: archive them before.
 */
public final class RedisStoreBuilder extends StoreBuilder<RedisStoreBuilder> {
    /** Default prefix of the keys. */
    public static final String DEFAULT_KEY_PREFIX = "session-compression";

    /** The version of the keys' contents. */
    static final int VERSION = 1;

    private static final Logger LOG = LoggerFactory.getLogger(RedisSessionStore.class);
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_.:-]{1,60}");

    private final Supplier<Link> connect;
    private String keyPrefix = DEFAULT_KEY_PREFIX;

    RedisStoreBuilder(Supplier<Link> connect) {
        this.connect = connect;
    }

    @Override
    protected RedisStoreBuilder self() {
        return this;
    }

    /**
     * Prefix of the keys' names, behind a brace, {@value #DEFAULT_KEY_PREFIX} by default; stores with different ones know nothing of
     * each other.
     *
     * @param prefix 1 to 60 letters and digits of ASCII, hyphens, underscores, full stops and colons
     * @throws IllegalArgumentException if it is something else
     */
    public RedisStoreBuilder keyPrefix(String prefix) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "keyPrefix must be 1 to 60 letters and digits of ASCII, hyphens, underscores, full stops and colons, but was '"
                            + prefix + "'");
        }
        keyPrefix = prefix;
        return this;
    }

    @Override
    protected RedisStoreBuilder retryDelay(RetryDelay newDelay) {
        return super.retryDelay(newDelay);
    }

    @Override
    protected RedisStoreBuilder leaseClock(InstantSource newClock) {
        return super.leaseClock(newClock);
    }

    /**
     * The store, with a connection of its own, which its {@link RedisSessionStore#close} closes.
     *
     * @throws RedisStoreException if the server can't be reached, or has keys of a newer version
     */
    public RedisSessionStore build() {
        Link link;
        try {
            link = connect.get();
        } catch (RedisException e) {
            throw RedisStoreException.of("reach the server", e);
        }
        Settings settings = settings();
        Server server = new Server(link, settings.retryDelay());
        try {
            Keys keys = new Keys(keyPrefix);
            requireVersion(server, keys);
            warnOfLoss(link);
            return new RedisSessionStore(server, keys, settings);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void requireVersion(Server server, Keys keys) {
        String known = String.valueOf(VERSION);
        String found = server.ask("read the version of what is kept", link -> {
            String there = link.sync().get(keys.version());
            if (there == null) {
                link.sync().setnx(keys.version(), known);
                there = link.sync().get(keys.version());
            }
            return there;
        });
        if (!known.equals(found)) {
            throw new RedisStoreException(
                    "what is kept under keys that begin with {" + keyPrefix
                            + " has another version than " + VERSION
                            + ", the newest one known here: use the version of this library that has made it, or another prefix");
        }
    }

    /** Logs the server's settings that may lose acknowledged writes, as far as it tells them. */
    private static void warnOfLoss(Link link) {
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
