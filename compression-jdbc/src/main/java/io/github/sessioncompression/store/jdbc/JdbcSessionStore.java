package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionSwitch;
import io.github.sessioncompression.store.StoreBuilder;
import io.github.sessioncompression.store.StoreRules;
import io.github.sessioncompression.store.jdbc.ConversationTable.Leased;
import io.github.sessioncompression.store.jdbc.RecordTables.Written;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A store in a relational database: PostgreSQL, MySQL, MariaDB, H2 or SQLite.
 *
 * <pre>{@code
 * SessionStore store = JdbcSessionStore.builder(dataSource).build();
 * }</pre>
 *
 * <p>Any number of processes may use the same tables. Each call is one or two short transactions, on a connection of its own from the
 * {@link DataSource}, which is given back as it came. A call that returns has committed; one that throws has changed nothing, unless the
 * message says that it may have. Messages are written once and never again. Safe for use by many threads.
 *
 * <p><b>The caller's transactions.</b> The store takes no part in one: what it keeps stays kept if the caller rolls back. It needs a
 * {@code DataSource} that gives each caller a connection of its own, as pools do. One that hands out the connection of the thread's
 * transaction (Spring's {@code TransactionAwareDataSourceProxy}) or refuses {@code commit} (a container's, within a global transaction)
 * won't do: with the first, the store's commit commits the caller's transaction; with the second, writes fail. A pool needs room for one
 * connection beside the one that the caller may hold.
 *
 * <p><b>Failures.</b> A deadlock, a failed serialization or a lost connection is tried again for {@link JdbcStoreBuilder#retryFor a while},
 * then thrown as {@link JdbcStoreException}. Names (the ids of conversations, incarnations, the owners of leases) have at most 255
 * characters, without NUL and halves of surrogate pairs; others are refused with {@link IllegalArgumentException}. Texts of messages and
 * states are kept unchanged. A message with a damaged payload is shown with its role and text alone, and a WARN.
 */
public final class JdbcSessionStore implements SessionStore {
    private final Transactions transactions;
    private final Tables tables;
    private final InstantSource clock;
    /** A clock for leases; {@code null} for the database's, by which processes whose clocks differ neither rob nor block one another. */
    private final @Nullable InstantSource leaseClock;

    private final Appends appends;
    private final @Nullable SessionMoves moves;

    JdbcSessionStore(Transactions transactions, Tables tables, StoreBuilder.Settings settings) {
        this.transactions = transactions;
        this.tables = tables;
        this.clock = settings.clock();
        this.leaseClock = settings.leaseClock();
        this.appends = new Appends(transactions, tables, clock);
        this.moves = SessionMoves.of(transactions, tables, settings);
    }

    /** A builder for a store in the database behind {@code dataSource}, which stays the caller's to close. */
    public static JdbcStoreBuilder builder(DataSource dataSource) {
        return new JdbcStoreBuilder(dataSource);
    }

    /**
     * True if the database behind {@code dataSource} is one of the supported ones.
     *
     * @throws JdbcStoreException if it can't be reached
     */
    public static boolean supports(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            return Dialect.named(connection.getMetaData().getDatabaseProductName())
                    .isPresent();
        } catch (SQLException e) {
            throw JdbcStoreException.unreached(e);
        }
    }

    @Override
    public Optional<Head> head(String conversationId) {
        requireId(conversationId);
        return transactions.read(
                "read a conversation", queries -> tables.conversations().head(queries, conversationId));
    }

    @Override
    public List<String> conversations(@Nullable String after, int limit) {
        StoreRules.requireLimit(limit);
        if (after != null) {
            StoreRules.requireName("after", after);
        }
        return transactions.read(
                "list the conversations", queries -> tables.conversations().page(queries, after, limit));
    }

    @Override
    public List<Overview> overviews(@Nullable String after, int limit) {
        StoreRules.requireLimit(limit);
        if (after != null) {
            StoreRules.requireName("after", after);
        }
        return transactions.read(
                "list the conversations", queries -> tables.conversations().overviews(queries, after, limit));
    }

    @Override
    public Append append(
            String conversationId, String incarnation, long expectedLast, String key, List<Entry> entries) {
        StoreRules.requireAppend(expectedLast, key, entries);
        requireId(conversationId);
        StoreRules.requireName("incarnation", incarnation);
        return appends.append(conversationId, incarnation, expectedLast, key, entries);
    }

    @Override
    public boolean replaceAfter(
            String conversationId, Head expected, long keepThrough, String newIncarnation, List<Entry> entries) {
        StoreRules.requireAscending(expected.lastSequence(), entries);
        requireId(conversationId);
        StoreRules.requireName("incarnation", expected.incarnation());
        StoreRules.requireName("newIncarnation", newIncarnation);
        return appends.replaceAfter(conversationId, expected, keepThrough, newIncarnation, entries);
    }

    @Override
    public List<Entry> load(String conversationId, long after, int limit) {
        StoreRules.requireLimit(limit);
        requireId(conversationId);
        return transactions.read(
                "read messages", queries -> tables.messages().load(queries, conversationId, after, limit));
    }

    @Override
    public Optional<CompressionRecord> current(String conversationId) {
        requireId(conversationId);
        return transactions.read(
                "read the current record", queries -> tables.records().current(queries, conversationId));
    }

    @Override
    public List<CompressionRecord> history(String conversationId) {
        requireId(conversationId);
        return transactions.read("read the records", queries -> tables.records().history(queries, conversationId));
    }

    @Override
    public List<SegmentState> segments(String conversationId, List<Long> ids) {
        requireId(conversationId);
        return ids.isEmpty()
                ? List.of()
                : transactions.read(
                        "read segments", queries -> tables.records().segments(queries, conversationId, ids));
    }

    @Override
    public boolean commit(String conversationId, Commit commit) {
        requireId(conversationId);
        StoreRules.requireName("incarnation", commit.incarnation());
        long now = clock.millis();
        long newestToken = commit.fencingToken() == 0 ? Long.MAX_VALUE : commit.fencingToken();
        Written record = tables.records().write(conversationId, commit.record(), commit.newSegments());
        return transactions.write("commit a record", queries -> {
            if (!tables.conversations()
                    .commit(
                            queries,
                            conversationId,
                            commit.incarnation(),
                            commit.expectedVersion(),
                            newestToken,
                            record.version(),
                            now)) {
                return queries.mayBeDone() && tables.records().has(queries, conversationId, record);
            }
            tables.records().insert(queries, conversationId, record);
            return true;
        });
    }

    @Override
    public Optional<Lease> tryLease(String conversationId, String owner, Duration duration) {
        StoreRules.requirePositive(duration);
        requireId(conversationId);
        StoreRules.requireName("owner", owner);
        while (true) {
            Optional<Leased> found = transactions.read(
                    "read a lease", queries -> tables.conversations().lease(queries, conversationId));
            if (found.isEmpty()) {
                return Optional.empty();
            }
            Leased leased = found.get();
            long now = leaseClock == null ? leased.now() : StoreRules.micros(leaseClock.instant());
            boolean holds = leased.until() > now;
            if (holds && !leased.owner().equals(owner)) {
                return Optional.empty();
            }
            Lease lease = new Lease(owner, holds ? leased.token() : leased.token() + 1);
            if (grant(conversationId, leased, lease, StoreRules.leaseEnd(now, duration), now)) {
                return Optional.of(lease);
            }
        }
    }

    /** Extends a lease that holds, else takes it; {@code false} if another process was faster. */
    private boolean grant(String conversationId, Leased leased, Lease lease, long until, long now) {
        ConversationTable conversations = tables.conversations();
        return transactions.write(
                "grant a lease",
                queries -> leased.until() > now
                        ? leased.until() == until
                                || conversations.extendLease(queries, conversationId, lease, until, now)
                        : conversations.takeLease(queries, conversationId, lease, until, leased.token(), now));
    }

    @Override
    public void release(String conversationId, Lease lease) {
        requireId(conversationId);
        StoreRules.requireName("owner", lease.owner());
        transactions.write(
                "give a lease back", queries -> tables.conversations().release(queries, conversationId, lease));
    }

    @Override
    public void count(String conversationId, Counters delta) {
        requireId(conversationId);
        transactions.writeOnce("count", queries -> tables.conversations().count(queries, conversationId, delta));
    }

    @Override
    public Counters counters(String conversationId) {
        requireId(conversationId);
        return transactions.read(
                "read counters", queries -> tables.conversations().counters(queries, conversationId));
    }

    @Override
    public boolean delete(String conversationId) {
        requireId(conversationId);
        return transactions.write(
                "delete a conversation", queries -> tables.delete(queries, conversationId) || queries.mayBeDone());
    }

    @Override
    public boolean deleteIf(String conversationId, Head expected) {
        requireId(conversationId);
        return transactions.write("delete a conversation as it stands", queries -> {
            Optional<Head> head = tables.conversations().locked(queries, conversationId);
            return head.isEmpty()
                    ? queries.mayBeDone()
                    : head.get().equals(expected) && tables.delete(queries, conversationId);
        });
    }

    @Override
    public boolean switchSession(SessionSwitch change) {
        Optional<Boolean> moved =
                (moves == null || change.begins()) ? Optional.empty() : moves.move(change, clock.millis());
        return moved.orElseGet(() -> SessionStore.super.switchSession(change));
    }

    @Override
    public boolean erase(String conversationId, long sequence) {
        requireId(conversationId);
        return transactions.write("erase a message", queries -> {
            Optional<Head> head = tables.conversations().locked(queries, conversationId);
            if (head.isEmpty()) {
                return queries.mayBeDone();
            }
            boolean there = tables.messages().delete(queries, conversationId, sequence);
            boolean older = tables.records()
                    .deleteOlder(queries, conversationId, head.get().recordVersion());
            if (there || older) {
                tables.conversations().taken(queries, conversationId, there ? 1 : 0);
            }
            return there || queries.mayBeDone();
        });
    }

    /**
     * Sets how long a conversation is kept after it was last written to.
     *
     * @param time 1 millisecond or more; {@code null}: until it is deleted
     * @return true if there is such a conversation
     * @throws IllegalArgumentException if {@code time} is less
     */
    public boolean keepFor(String conversationId, @Nullable Duration time) {
        requireId(conversationId);
        long millis = StoreRules.keepMillis(time);
        return transactions.write("set how long a conversation is kept", queries -> tables.conversations()
                .keep(queries, conversationId, millis));
    }

    /**
     * Conversations whose time is over, the one that expired first before the others. They can be used like others until {@link #deleteIfExpired} deletes them.
     *
     * @param limit at most so many, 1 or more
     */
    public List<String> expired(int limit) {
        StoreRules.requireLimit(limit);
        long now = clock.millis();
        return transactions.read("list the conversations that expired", queries -> tables.conversations()
                .expired(queries, now, limit));
    }

    /** Deletes the conversation unless it was written to meanwhile; true if it was deleted. */
    public boolean deleteIfExpired(String conversationId) {
        requireId(conversationId);
        long now = clock.millis();
        return transactions.write(
                "delete a conversation that expired",
                queries -> tables.conversations().lock(queries, conversationId)
                        ? tables.conversations().isExpired(queries, conversationId, now)
                                && tables.delete(queries, conversationId)
                        : queries.mayBeDone());
    }

    private static void requireId(String conversationId) {
        StoreRules.requireName("conversationId", conversationId);
    }
}
