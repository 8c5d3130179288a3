package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.Lease;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One row for each conversation: its head, its lease, its counters.
 *
 * <p>Every write of a conversation begins with an update of this row that names what it expects. It locks the row until the
 * transaction ends, so writers of one conversation come one after the other, at any isolation of READ COMMITTED or above.
 */
final class ConversationTable {
    private final String table;
    private final String insert;
    private final String head;
    private final String page;
    private final String firstPage;
    private final String append;
    private final String replace;
    private final String taken;
    private final String commit;
    private final String delete;
    private final String lease;
    private final String takeLease;
    private final String extendLease;
    private final String release;
    private final String counters;
    private final String keep;
    private final String expired;

    ConversationTable(String prefix) {
        table = prefix + "conversation";
        String byId = " WHERE id = ?";
        String update = "UPDATE " + table + " SET ";
        String unchanged = byId + " AND incarnation = ? AND last_sequence = ?";
        insert = "INSERT INTO " + table
                + " (id, incarnation, last_sequence, record_version, revision, messages, begun_at, written_at, keep_millis,"
                + " lease_owner, lease_token, lease_until) VALUES (?, ?, ?, 0, 0, ?, ?, ?, ?, ?, 0, 0)";
        head = "SELECT incarnation, last_sequence, record_version, revision, messages FROM " + table + byId;
        firstPage = "SELECT id FROM " + table + " ORDER BY id LIMIT ?";
        page = "SELECT id FROM " + table + " WHERE id > ? ORDER BY id LIMIT ?";
        append = update + "last_sequence = ?, messages = messages + ?, written_at = ?" + unchanged;
        replace = update + "incarnation = ?, last_sequence = ?, messages = messages + ?, written_at = ?" + unchanged;
        taken = update + "messages = messages - ?, revision = revision + 1" + byId;
        commit = update + "record_version = ?, written_at = ?" + byId
                + " AND incarnation = ? AND record_version = ? AND lease_token <= ?";
        delete = "DELETE FROM " + table + byId;
        lease = "SELECT lease_owner, lease_token, lease_until FROM " + table + byId;
        takeLease = update + "lease_owner = ?, lease_token = ?, lease_until = ?" + byId
                + " AND lease_token = ? AND lease_until <= ?";
        extendLease =
                update + "lease_until = ?" + byId + " AND lease_owner = ? AND lease_token = ? AND lease_until > ?";
        release = update + "lease_until = 0" + byId + " AND lease_owner = ? AND lease_token = ?";
        counters = "SELECT " + CounterColumns.names() + " FROM " + table + byId;
        keep = update + "keep_millis = ?" + byId;
        expired = "SELECT id FROM " + table + " WHERE keep_millis >= 0 AND written_at + keep_millis <= ?";
    }

    void insert(Queries queries, String id, String incarnation, long last, int messages, long now, long keepMillis)
            throws SQLException {
        queries.update(
                insert,
                queries.name(id),
                queries.name(incarnation),
                last,
                messages,
                now,
                now,
                keepMillis,
                queries.name(""));
    }

    Optional<Head> head(Queries queries, String id) throws SQLException {
        return queries.first(head, ConversationTable::head, queries.name(id));
    }

    private static Head head(Queries.Row row) throws SQLException {
        return new Head(row.name(1), row.number(2), row.number(3), row.number(4), row.number(5));
    }

    List<String> page(Queries queries, @Nullable String after, int limit) throws SQLException {
        return after == null
                ? queries.list(firstPage, row -> row.name(1), limit)
                : queries.list(page, row -> row.name(1), queries.name(after), limit);
    }

    boolean append(Queries queries, String id, String incarnation, long expectedLast, long last, int added, long now)
            throws SQLException {
        return queries.update(append, last, added, now, queries.name(id), queries.name(incarnation), expectedLast) == 1;
    }

    boolean replace(
            Queries queries,
            String id,
            String incarnation,
            long expectedLast,
            String newIncarnation,
            long last,
            int added,
            long now)
            throws SQLException {
        return queries.update(
                        replace,
                        queries.name(newIncarnation),
                        last,
                        added,
                        now,
                        queries.name(id),
                        queries.name(incarnation),
                        expectedLast)
                == 1;
    }

    /** Subtracts erased messages and raises the revision. */
    void taken(Queries queries, String id, int taken) throws SQLException {
        queries.update(this.taken, taken, queries.name(id));
    }

    boolean commit(
            Queries queries,
            String id,
            String incarnation,
            long expectedVersion,
            long newestToken,
            long version,
            long now)
            throws SQLException {
        return queries.update(
                        commit, version, now, queries.name(id), queries.name(incarnation), expectedVersion, newestToken)
                == 1;
    }

    boolean delete(Queries queries, String id) throws SQLException {
        return queries.update(delete, queries.name(id)) == 1;
    }

    /** Lease of the row; valid while {@code until} is in the future. */
    record Leased(String owner, long token, long until) {}

    Optional<Leased> lease(Queries queries, String id) throws SQLException {
        return queries.first(lease, row -> new Leased(row.name(1), row.number(2), row.number(3)), queries.name(id));
    }

    /** Replaces an expired lease that is still the latest. */
    boolean takeLease(Queries queries, String id, Lease granted, long until, long before, long now)
            throws SQLException {
        return queries.update(
                        takeLease, queries.name(granted.owner()), granted.token(), until, queries.name(id), before, now)
                == 1;
    }

    boolean extendLease(Queries queries, String id, Lease held, long until, long now) throws SQLException {
        return queries.update(extendLease, until, queries.name(id), queries.name(held.owner()), held.token(), now) == 1;
    }

    void release(Queries queries, String id, Lease given) throws SQLException {
        queries.update(release, queries.name(id), queries.name(given.owner()), given.token());
    }

    void count(Queries queries, String id, Counters delta) throws SQLException {
        CounterColumns.add(queries, table, id, delta);
    }

    Counters counters(Queries queries, String id) throws SQLException {
        return queries.first(counters, CounterColumns::read, queries.name(id)).orElse(Counters.NONE);
    }

    boolean keep(Queries queries, String id, long millis) throws SQLException {
        return queries.update(keep, millis, queries.name(id)) == 1;
    }

    List<String> expired(Queries queries, long now, int limit) throws SQLException {
        return queries.list(expired + " ORDER BY id LIMIT ?", row -> row.name(1), now, limit);
    }

    /** True if the conversation has expired; called after a write that locks the row. */
    boolean isExpired(Queries queries, String id, long now) throws SQLException {
        return queries.first(expired + " AND id = ?", row -> row.name(1), now, queries.name(id))
                .isPresent();
    }

    /** Reads and locks the row until the transaction ends. */
    Optional<Head> locked(Queries queries, String id) throws SQLException {
        return lock(queries, id) ? head(queries, id) : Optional.empty();
    }

    /** Locks the row. */
    boolean lock(Queries queries, String id) throws SQLException {
        return queries.update("UPDATE " + table + " SET begun_at = begun_at WHERE id = ?", queries.name(id)) == 1;
    }
}
