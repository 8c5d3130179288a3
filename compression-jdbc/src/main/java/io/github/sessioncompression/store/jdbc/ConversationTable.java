package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.store.SessionStore.Overview;
import io.github.sessioncompression.store.jdbc.Queries.RowReader;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One row for each conversation: its head, its lease, its counters.
 *
 * <p><b>Algorithm</b> of a write.
 * <ol>
 *   <li>It begins with an update of this row, or in one statement on PostgreSQL with SELECT FOR UPDATE, that names the incarnation, the numbers and the
 *       version that the caller expects. If no row fits, another process was faster: the caller refuses.
 *   <li>This locks the row until the transaction ends, so writers of one conversation come one after the other, at any isolation of READ COMMITTED or
 *       above. Messages and records are written under this lock only.
 * </ol>
 *
 * <p><b>Does nothing when</b> the row is not as expected: methods return false, 0 or empty. <b>Threads:</b> immutable; each call uses the transaction of its
 * {@link Queries}. <b>On failure</b> the driver's exception is thrown, and {@link Transactions} decides if the write is tried again.
 *
 * @see MessageTable
 * @see RecordTables
 */
final class ConversationTable {
    /** A sum stays at this number: databases differ in what an overflow does. */
    private static final String MAX = String.valueOf(Long.MAX_VALUE);
    /** The columns of a {@link Head}, in the order of its components. */
    private static final String HEAD = "incarnation, last_sequence, record_version, revision, messages";

    private static final String AT_END = " WHERE id = ? AND incarnation = ? AND last_sequence = ?";
    private static final String UNCHANGED = AT_END + " AND record_version = ? AND revision = ?";

    private final String table;
    private final String update;
    private final String append;
    private final String expired;
    private final String firstExpired;
    /** Time that a new conversation is kept after its last write; below 0 for ever. */
    private final long keepMillis;

    /**
     * The table with that prefix; the SQL of frequent calls is made once.
     *
     * @param keepMillis milliseconds that a new conversation is kept after its last write; below 0 for ever
     */
    ConversationTable(String prefix, long keepMillis) {
        this.table = prefix + "conversation";
        this.update = "UPDATE " + table + " SET ";
        this.append = update + "last_sequence = ?, messages = messages + ?, written_at = ?" + AT_END;
        this.expired = "SELECT id FROM " + table + " WHERE keep_millis >= 0 AND written_at + keep_millis <= ?";
        this.firstExpired = expired + " ORDER BY written_at + keep_millis LIMIT ?";
        this.keepMillis = keepMillis;
    }

    /** Begins a conversation. If another process has begun it at the same moment, the driver's exception for a duplicate key is thrown. */
    void insert(Queries queries, String id, String incarnation, long last, int messages, long now) throws SQLException {
        queries.update(
                "INSERT INTO " + table
                        + " (id, incarnation, last_sequence, record_version, revision, messages, begun_at, written_at,"
                        + " keep_millis, lease_owner, lease_token, lease_until) VALUES (?, ?, ?, 0, 0, ?, ?, ?, ?, ?,"
                        + " 0, 0)",
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
        return queries.first(
                "SELECT " + HEAD + " FROM " + table + " WHERE id = ?", row -> head(row, 1), queries.name(id));
    }

    /** The ids behind {@code after}, in the order of their bytes in UTF-8. */
    List<String> page(Queries queries, @Nullable String after, int limit) throws SQLException {
        return page("id", row -> row.name(1), queries, after, limit);
    }

    List<Overview> overviews(Queries queries, @Nullable String after, int limit) throws SQLException {
        String columns = "id, written_at, " + HEAD + ", " + counterNames();
        return page(columns, ConversationTable::overview, queries, after, limit);
    }

    private <T> List<T> page(String columns, RowReader<T> reader, Queries queries, @Nullable String after, int limit)
            throws SQLException {
        String rows = "SELECT " + columns + " FROM " + table;
        return after == null
                ? queries.list(rows + " ORDER BY id LIMIT ?", reader, limit)
                : queries.list(rows + " WHERE id > ? ORDER BY id LIMIT ?", reader, queries.name(after), limit);
    }

    private static Overview overview(Queries.Row row) throws SQLException {
        return new Overview(row.name(1), head(row, 3), counters(row, 8), Instant.ofEpochMilli(row.number(2)));
    }

    /** The head in a row; its columns, as in {@link #HEAD}, begin at {@code first}. */
    private static Head head(Queries.Row row, int first) throws SQLException {
        return new Head(
                row.name(first),
                row.number(first + 1),
                row.number(first + 2),
                row.number(first + 3),
                row.number(first + 4));
    }

    /**
     * Moves the last sequence number on; false if incarnation or last number are not as expected.
     *
     * @param last number of the last new message
     * @param added number of new messages
     */
    boolean append(Queries queries, String id, String incarnation, long expectedLast, long last, int added, long now)
            throws SQLException {
        return queries.update(append, last, added, now, queries.name(id), queries.name(incarnation), expectedLast) == 1;
    }

    /**
     * SQL of an append's update; its parameters are the last sequence number, the number of new messages, the time, the id, the
     * incarnation and the expected last sequence number.
     */
    String append() {
        return append;
    }

    /** SQL of a conversation that is as expected; its parameters are {@link #matching}. */
    String find() {
        return "SELECT id FROM " + table + UNCHANGED;
    }

    /**
     * SQL that gives a conversation {@code found} by a query other messages than those {@code taken}; its parameters are the new incarnation, the
     * last sequence number, the number of new messages and the time.
     */
    String replaceFound() {
        return update + "incarnation = ?, last_sequence = ?, messages = messages + ? - gone.number,"
                + " revision = revision + CASE WHEN gone.number > 0 THEN 1 ELSE 0 END, written_at = ?"
                + " FROM found, (SELECT count(*) AS number FROM taken) gone WHERE " + table + ".id = found.id";
    }

    /** The parameters of a query of a conversation if its head is as expected, except for the number of messages. */
    static List<Object> matching(Queries queries, String id, Head expected) {
        return List.of(
                queries.name(id),
                queries.name(expected.incarnation()),
                expected.lastSequence(),
                expected.recordVersion(),
                expected.revision());
    }

    /**
     * Gives a conversation a new incarnation and {@code added} more messages; false if its head is not as expected. Messages that are taken away are
     * subtracted by {@link #taken}.
     */
    boolean replace(Queries queries, String id, Head expected, String newIncarnation, long last, int added, long now)
            throws SQLException {
        List<Object> values = new ArrayList<>(List.of(queries.name(newIncarnation), last, added, now));
        values.addAll(matching(queries, id, expected));
        String sql = update + "incarnation = ?, last_sequence = ?, messages = messages + ?, written_at = ?" + UNCHANGED;
        return queries.update(sql, values.toArray()) == 1;
    }

    /** Subtracts erased messages and raises the revision. */
    void taken(Queries queries, String id, int taken) throws SQLException {
        String sql = update + "messages = messages - ?, revision = revision + 1 WHERE id = ?";
        queries.update(sql, taken, queries.name(id));
    }

    /**
     * Makes a record the current one; false if incarnation or record version are not as expected, or a later lease was granted.
     *
     * @param newestToken fencing token of the commit's lease: a row with a larger one refuses it; {@link Long#MAX_VALUE} for a commit without a lease
     */
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
                        update + "record_version = ?, written_at = ?"
                                + " WHERE id = ? AND incarnation = ? AND record_version = ? AND lease_token <= ?",
                        version,
                        now,
                        queries.name(id),
                        queries.name(incarnation),
                        expectedVersion,
                        newestToken)
                == 1;
    }

    boolean delete(Queries queries, String id) throws SQLException {
        return queries.update("DELETE FROM " + table + " WHERE id = ?", queries.name(id)) == 1;
    }

    /** Lease of the row, valid while {@code until} is after {@code now}, the database's time. */
    record Leased(String owner, long token, long until, long now) {}

    Optional<Leased> lease(Queries queries, String id) throws SQLException {
        return queries.first(
                "SELECT lease_owner, lease_token, lease_until, "
                        + queries.dialect().micros() + " FROM " + table + " WHERE id = ?",
                row -> new Leased(row.name(1), row.number(2), row.number(3), row.number(4)),
                queries.name(id));
    }

    /**
     * Grants a lease in place of one that has expired; false if another process was faster.
     *
     * @param until end of the new lease, in microseconds since 1970
     * @param before token of the lease that it replaces
     * @param now the time at which that must have expired
     */
    boolean takeLease(Queries queries, String id, Lease granted, long until, long before, long now)
            throws SQLException {
        String sql = update + "lease_owner = ?, lease_token = ?, lease_until = ?"
                + " WHERE id = ? AND lease_token = ? AND lease_until <= ?";
        Object owner = queries.name(granted.owner());
        return queries.update(sql, owner, granted.token(), until, queries.name(id), before, now) == 1;
    }

    /** Moves the end of a lease that its holder still has; false if it has expired or another one was granted. */
    boolean extendLease(Queries queries, String id, Lease held, long until, long now) throws SQLException {
        String sql =
                update + "lease_until = ? WHERE id = ? AND lease_owner = ? AND lease_token = ? AND lease_until > ?";
        return queries.update(sql, until, queries.name(id), queries.name(held.owner()), held.token(), now) == 1;
    }

    /** Ends a lease; 0 if it is not the latest. Its token stays, so that the next one is larger. */
    int release(Queries queries, String id, Lease given) throws SQLException {
        String sql = update + "lease_until = 0 WHERE id = ? AND lease_owner = ? AND lease_token = ?";
        return queries.update(sql, queries.name(id), queries.name(given.owner()), given.token());
    }

    /** Adds {@code delta} to the counters, in one statement that names only those that change; the number of changed rows. */
    int count(Queries queries, String id, Counters delta) throws SQLException {
        List<String> assignments = new ArrayList<>();
        List<Object> arguments = new ArrayList<>();
        for (Counters.Field field : Counters.Field.values()) {
            if (field.changesBy(delta)) {
                assignments.add(assignment(field, arguments, field.of(delta)));
            }
        }
        arguments.add(queries.name(id));
        return assignments.isEmpty()
                ? 0
                : queries.update(update + String.join(", ", assignments) + " WHERE id = ?", arguments.toArray());
    }

    /** SQL that sets one counter to its latest value, its largest, or its sum; adds its arguments to {@code arguments}. */
    private static String assignment(Counters.Field field, List<Object> arguments, long added) {
        String name = field.storedName();
        arguments.add(added);
        if (field.kind() == Counters.Field.Kind.LATEST) {
            return name + " = ?";
        }
        arguments.add(added);
        return field.kind() == Counters.Field.Kind.SUM
                ? name + " = CASE WHEN " + name + " > " + MAX + " - ? THEN " + MAX + " ELSE " + name + " + ? END"
                : name + " = CASE WHEN " + name + " < ? THEN ? ELSE " + name + " END";
    }

    Counters counters(Queries queries, String id) throws SQLException {
        String sql = "SELECT " + counterNames() + " FROM " + table + " WHERE id = ?";
        return queries.first(sql, row -> counters(row, 1), queries.name(id)).orElse(Counters.NONE);
    }

    private static String counterNames() {
        return Stream.of(Counters.Field.values())
                .map(Counters.Field::storedName)
                .collect(Collectors.joining(", "));
    }

    private static Counters counters(Queries.Row row, int first) throws SQLException {
        Map<Counters.Field, Long> numbers = new EnumMap<>(Counters.Field.class);
        for (Counters.Field field : Counters.Field.values()) {
            numbers.put(field, row.number(first + numbers.size()));
        }
        return Counters.of(field -> numbers.getOrDefault(field, 0L));
    }

    /** Sets how long the conversation is kept after its last write, in milliseconds; below 0 for ever. False if it is not there. */
    boolean keep(Queries queries, String id, long millis) throws SQLException {
        return queries.update(update + "keep_millis = ? WHERE id = ?", millis, queries.name(id)) == 1;
    }

    /** SQL of the first conversations whose time is over at a given time; the order is the index's, so that no more rows are read. */
    String expired() {
        return firstExpired;
    }

    List<String> expired(Queries queries, long now, int limit) throws SQLException {
        return queries.list(firstExpired, row -> row.name(1), now, limit);
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

    /** Locks the row until the transaction ends, by an update that changes nothing: not all databases have SELECT FOR UPDATE. */
    boolean lock(Queries queries, String id) throws SQLException {
        return queries.update(update + "begun_at = begun_at WHERE id = ?", queries.name(id)) == 1;
    }
}
