package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.store.SessionSwitch;
import io.github.sessioncompression.store.StoreBuilder;
import io.github.sessioncompression.store.StoreRules;
import io.github.sessioncompression.store.redis.Server.Link;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store in Redis from version 6 on, on one server or a cluster.
 *
 * <pre>{@code
 * RedisSessionStore store = RedisSessionStore.builder(RedisClient.create("redis://localhost")).build();
 * }</pre>
 *
 * <p>Any number of processes may use the same keys. Each write is one script, which the server runs completely or not at all; a call
 * that returns has taken effect. Losses of the server itself, when it ends or its memory is full, depend on its settings: {@link
 * RedisStoreBuilder#build} checks them and logs a WARN. Safe for use by many threads.
 *
 * <p><b>Failures.</b> While the server can't be reached, a call is tried again for {@link RedisStoreBuilder#retryFor a while}, then thrown as
 * {@link RedisStoreException}, and may have been done all the same. A call whose answer was lost is not done twice. Names (the ids of
 * conversations, incarnations, the owners of leases) have at most 255 characters, without NUL and halves of surrogate pairs; others are
 * refused with {@link IllegalArgumentException}. Texts of messages and states are kept unchanged. Reading a damaged message, or one of a
 * newer version, throws {@link RedisStoreException} with its number.
 */
public final class RedisSessionStore implements SessionStore, AutoCloseable {
    private final Server server;
    private final Keys keys;
    private final Messages messages;
    private final Records records;
    private final Conversations conversations;
    private final Heads heads;
    private final SessionMoves moves;
    private final String keepMillis;
    private volatile boolean isScattered;
    /** Names the calls of this store, so that the server recognizes one that it has done already. */
    private final String caller = UUID.randomUUID().toString();

    private final AtomicLong calls = new AtomicLong();

    RedisSessionStore(Server server, Keys keys, StoreBuilder.Settings settings) {
        this.server = server;
        this.keys = keys;
        this.messages = new Messages(settings.codec(), settings.payloads());
        this.records = new Records(server, keys, settings.payloads(), settings.records(), settings.recordSlack());
        this.conversations = new Conversations(server, keys);
        this.heads = new Heads(server, keys, settings.leaseClock());
        this.keepMillis = keepMillis(settings.keepMillis());
        this.moves = new SessionMoves(server, keys, messages, keepMillis);
    }

    /** A builder for a store on one server, or on what Sentinel watches; the client stays the caller's to shut down. */
    public static RedisStoreBuilder builder(RedisClient client) {
        return new RedisStoreBuilder(() -> {
            StatefulRedisConnection<String, String> connection = client.connect(StringCodec.UTF8);
            return new Link(connection, connection.sync(), connection.async());
        });
    }

    /** A builder for a store on a cluster; the client stays the caller's to shut down. */
    public static RedisStoreBuilder builder(RedisClusterClient client) {
        return new RedisStoreBuilder(() -> {
            StatefulRedisClusterConnection<String, String> connection = client.connect(StringCodec.UTF8);
            return new Link(connection, connection.sync(), connection.async());
        });
    }

    @Override
    public Optional<Head> head(String conversationId) {
        requireId(conversationId);
        return heads.read(conversationId);
    }

    @Override
    public List<String> conversations(@Nullable String after, int limit) {
        StoreRules.requireLimit(limit);
        if (after != null) {
            StoreRules.requireName("after", after);
        }
        return conversations.page(after, limit);
    }

    @Override
    public Append append(
            String conversationId, String incarnation, long expectedLast, String key, List<Entry> entries) {
        StoreRules.requireAppend(expectedLast, key, entries);
        requireId(conversationId);
        StoreRules.requireName("incarnation", incarnation);
        boolean begins = expectedLast == 0;
        if (begins) {
            conversations.list(conversationId);
        }
        String last = Numbers.padded(entries.get(entries.size() - 1).sequence());
        String done = server.text(
                "append to a conversation",
                Script.APPEND,
                keys.of(conversationId),
                arguments(
                        conversationId,
                        entries,
                        incarnation,
                        Numbers.padded(expectedLast),
                        last,
                        key,
                        newCall(),
                        keepMillis));
        Append append = Append.valueOf(done);
        if (begins && append == Append.ADDED) {
            conversations.list(conversationId);
            conversations.tidy();
        }
        return append;
    }

    @Override
    public boolean replaceAfter(
            String conversationId, Head expected, long keepThrough, String newIncarnation, List<Entry> entries) {
        StoreRules.requireAscending(expected.lastSequence(), entries);
        requireId(conversationId);
        StoreRules.requireName("incarnation", expected.incarnation());
        StoreRules.requireName("newIncarnation", newIncarnation);
        long last = entries.isEmpty()
                ? expected.lastSequence()
                : entries.get(entries.size() - 1).sequence();
        return server.number(
                        "replace messages",
                        Script.REPLACE,
                        keys.of(conversationId),
                        arguments(
                                conversationId,
                                entries,
                                expected.incarnation(),
                                Numbers.padded(expected.lastSequence()),
                                Numbers.padded(expected.recordVersion()),
                                Long.toString(expected.revision()),
                                "(" + Messages.behind(keepThrough),
                                newIncarnation,
                                Numbers.padded(last),
                                newCall()))
                == 1;
    }

    private String[] arguments(String conversationId, List<Entry> entries, String... first) {
        return Stream.concat(Stream.of(first), entries.stream().map(entry -> messages.write(conversationId, entry)))
                .toArray(String[]::new);
    }

    @Override
    public List<Entry> load(String conversationId, long after, int limit) {
        StoreRules.requireLimit(limit);
        requireId(conversationId);
        Range<String> behind = Range.from(Boundary.excluding(Messages.behind(after)), Boundary.unbounded());
        List<String> members = server.ask("read messages", link -> link.sync()
                .zrangebylex(keys.messages(conversationId), behind, Limit.create(0, limit)));
        return messages.read(conversationId, members);
    }

    @Override
    public Optional<CompressionRecord> current(String conversationId) {
        requireId(conversationId);
        return records.current(conversationId);
    }

    @Override
    public List<CompressionRecord> history(String conversationId) {
        requireId(conversationId);
        return records.history(conversationId);
    }

    @Override
    public List<SegmentState> segments(String conversationId, List<Long> ids) {
        requireId(conversationId);
        return ids.isEmpty() ? List.of() : records.segments(conversationId, ids);
    }

    @Override
    public boolean commit(String conversationId, Commit commit) {
        requireId(conversationId);
        StoreRules.requireName("incarnation", commit.incarnation());
        return records.commit(conversationId, commit, newCall());
    }

    @Override
    public Optional<Lease> tryLease(String conversationId, String owner, Duration duration) {
        StoreRules.requirePositive(duration);
        requireId(conversationId);
        StoreRules.requireName("owner", owner);
        return heads.tryLease(conversationId, owner, duration);
    }

    @Override
    public void release(String conversationId, Lease lease) {
        requireId(conversationId);
        StoreRules.requireName("owner", lease.owner());
        heads.release(conversationId, lease);
    }

    @Override
    public void count(String conversationId, Counters delta) {
        requireId(conversationId);
        heads.count(conversationId, delta, newCall());
    }

    @Override
    public Counters counters(String conversationId) {
        requireId(conversationId);
        return heads.counters(conversationId);
    }

    @Override
    public boolean delete(String conversationId) {
        requireId(conversationId);
        boolean there = heads.delete(conversationId, newCall());
        conversations.unlist(conversationId);
        return there;
    }

    @Override
    public boolean deleteIf(String conversationId, Head expected) {
        requireId(conversationId);
        boolean deleted = heads.deleteIf(conversationId, expected, newCall());
        if (deleted) {
            conversations.unlist(conversationId);
        }
        return deleted;
    }

    /** In one script, unless a cluster keeps the sessions of a chat in different places. */
    @Override
    public boolean switchSession(SessionSwitch change) {
        if (!isScattered && moves.can(change)) {
            try {
                return moves.move(change, newCall());
            } catch (RedisStoreException e) {
                if (!e.isOfSlots()) {
                    throw e;
                }
                isScattered = true;
            }
        }
        return SessionStore.super.switchSession(change);
    }

    @Override
    public boolean erase(String conversationId, long sequence) {
        requireId(conversationId);
        return run(
                        "erase a message",
                        Script.ERASE,
                        conversationId,
                        "[" + Messages.from(sequence),
                        "(" + Messages.behind(sequence),
                        newCall())
                == 1;
    }

    /**
     * Sets how long a conversation is kept, from now on and again after each write to it; then the server deletes it by itself.
     *
     * @param time 1 millisecond or more; {@code null}: until it is deleted
     * @return true if there is such a conversation
     * @throws IllegalArgumentException if {@code time} is less
     */
    public boolean keepFor(String conversationId, @Nullable Duration time) {
        requireId(conversationId);
        return run(
                        "set how long a conversation is kept",
                        Script.KEEP,
                        conversationId,
                        keepMillis(StoreRules.keepMillis(time)))
                == 1;
    }

    /** Closes the store's connection; what is asked of the store from then on is refused. The client stays open. */
    @Override
    public void close() {
        server.close();
    }

    /** The value of the hash; empty for ever. */
    private static String keepMillis(long millis) {
        return millis == StoreRules.KEPT_FOR_EVER ? "" : Long.toString(millis);
    }

    private long run(String what, Script script, String conversationId, String... arguments) {
        return server.number(what, script, keys.of(conversationId), arguments);
    }

    private String newCall() {
        return caller + "/" + calls.incrementAndGet();
    }

    private static void requireId(String conversationId) {
        StoreRules.requireName("conversationId", conversationId);
    }
}
