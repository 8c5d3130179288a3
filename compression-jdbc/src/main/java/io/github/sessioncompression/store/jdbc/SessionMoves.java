package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionSwitch;
import io.github.sessioncompression.store.SessionSwitch.Resumed;
import io.github.sessioncompression.store.StoreBuilder;
import io.github.sessioncompression.store.jdbc.RecordTables.Written;
import io.github.sessioncompression.store.jdbc.RecordTables.WrittenSegment;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Session switches within the database, each in one statement that moves rows and sends none of them to the client.
 *
 * <p><b>Algorithm</b> of the statement, which is one WITH with a part for each step.
 * <ol>
 *   <li>Lock the conversation's row, and that of the session to resume, if their heads are as expected and the id that the present session ends as is free.
 *       All further parts read from these rows, so they change nothing if one is missing.
 *   <li>End the present session: copy its row and move its messages, records and segments to that id, or delete them if it has none.
 *   <li>Move the messages of the resumed session behind the last number of the conversation and delete its other rows; or insert the messages given.
 *   <li>Insert the record with its segments, and update the conversation's row.
 * </ol>
 *
 * <p><b>Does nothing when</b> a head is not as expected. <b>Threads:</b> safe for use by many. <b>On a lost answer</b> the call is repeated and refused; it
 * counts as done if the conversation has the incarnation that only this call gives. PostgreSQL only, and not with sealed payloads: these are
 * bound to their place.
 *
 * @see SessionSwitch
 */
record SessionMoves(Transactions transactions, Tables tables, String prefix, long keepMillis) {
    /** {@code null} if the database takes no such statement, or what it has is sealed in its place. */
    static @Nullable SessionMoves of(Transactions transactions, Tables tables, StoreBuilder.Settings settings) {
        return transactions.dialect().writesWithinQueries()
                        && !settings.payloads().areSealed()
                ? new SessionMoves(transactions, tables, tables.prefix(), settings.keepMillis())
                : null;
    }

    /** True if it has switched; empty, and nothing changed, if the server does not support the statement. */
    Optional<Boolean> move(SessionSwitch change, long now) {
        AtomicBoolean refused = new AtomicBoolean();
        Statement statement = statement(change, now);
        String id = change.conversationId();
        return transactions.write(
                "switch a session",
                queries -> {
                    boolean switched = statement.run(queries) == 1;
                    refused.set(!switched);
                    return switched ? Optional.of(Optional.of(true)) : Optional.empty();
                },
                queries -> refused.get()
                        ? Optional.of(queries.mayBeDone()
                                && tables.conversations()
                                        .head(queries, id)
                                        .filter(head -> head.incarnation().equals(change.incarnation()))
                                        .isPresent())
                        : Optional.empty());
    }

    /** Parts of one statement with their values, in order. A part that no other reads gets a name of its own; the last one is the statement proper. */
    private static final class Statement {
        private final List<String> parts = new ArrayList<>();
        private final List<Object> values = new ArrayList<>();

        void add(String sql, Object... its) {
            parts.add(sql);
            Collections.addAll(values, its);
        }

        int run(Queries queries) throws SQLException {
            List<String> named = new ArrayList<>();
            for (String part : parts.subList(0, parts.size() - 1)) {
                named.add(part.contains(" AS (") ? part : "part" + named.size() + " AS (" + part + ")");
            }
            String sql = "WITH " + String.join(", ", named) + " " + parts.get(parts.size() - 1);
            return queries.update(sql, values.toArray());
        }
    }

    private Statement statement(SessionSwitch change, long now) {
        Statement sql = new Statement();
        String id = change.conversationId();
        Head head = change.expected();
        Resumed resumed = change.resumes();
        String conversation = prefix + "conversation";
        if (resumed != null) {
            Head other = resumed.expected();
            sql.add(
                    "other AS (SELECT id FROM " + conversation
                            + " WHERE id = ? AND incarnation = ? AND last_sequence = ? AND revision = ? FOR UPDATE)",
                    resumed.conversationId(),
                    other.incarnation(),
                    other.lastSequence(),
                    other.revision());
        }
        sql.add(
                "found AS (SELECT c.* FROM " + conversation + " c" + (resumed == null ? "" : ", other")
                        + " WHERE c.id = ? AND c.incarnation = ? AND c.last_sequence = ? AND c.record_version = ?"
                        + " AND c.revision = ? AND NOT EXISTS (SELECT 1 FROM " + conversation
                        + " WHERE id = ?) FOR UPDATE OF c)",
                id,
                head.incarnation(),
                head.lastSequence(),
                head.recordVersion(),
                head.revision(),
                change.endsAs() == null ? "" : change.endsAs());
        end(sql, change, now);
        if (resumed != null) {
            resume(sql, change);
        } else if (!change.entries().isEmpty()) {
            List<Object> rows = new ArrayList<>();
            for (Entry entry : change.entries()) {
                Collections.addAll(rows, tables.messages().row(id, id, entry, now));
            }
            String values = MessageTable.rows(change.entries().size());
            sql.add(tables.messages().insert() + from(values), rows.toArray());
        }
        record(sql, change);
        Head after = change.after();
        sql.add(
                "UPDATE " + conversation + " SET incarnation = ?, last_sequence = ?, record_version = ?, revision = ?,"
                        + " messages = ?, written_at = ? FROM found WHERE " + conversation + ".id = found.id",
                after.incarnation(),
                after.lastSequence(),
                after.recordVersion(),
                after.revision(),
                after.messages(),
                now);
        return sql;
    }

    /** SQL that selects rows of values only if the conversation was found. */
    private static String from(String values) {
        return " SELECT added.* FROM found, (VALUES " + values + ") added";
    }

    /** Ends the present session as another conversation, or deletes what it holds. */
    private void end(Statement sql, SessionSwitch change, long now) {
        String copy = change.endsAs();
        if (copy != null) {
            sql.add(
                    "INSERT INTO " + prefix + "conversation (id, incarnation, last_sequence, record_version, revision,"
                            + " messages, begun_at, written_at, keep_millis, lease_owner, lease_token,"
                            + " lease_until) SELECT ?, ?, last_sequence, record_version, revision,"
                            + " messages, begun_at, ?, ?, '', 0, 0 FROM found",
                    copy,
                    change.incarnation(),
                    now,
                    keepMillis);
        }
        for (String table : List.of("message", "record", "segment")) {
            String rows = prefix + table;
            if (copy == null) {
                sql.add("DELETE FROM " + rows + " USING found WHERE conversation = found.id");
            } else {
                sql.add("UPDATE " + rows + " SET conversation = ? FROM found WHERE conversation = found.id", copy);
            }
        }
    }

    /** Takes over the messages of the resumed session, numbered behind those of the present one, and deletes the rest of it. */
    private void resume(Statement sql, SessionSwitch change) {
        sql.add(
                "UPDATE " + prefix + "message SET conversation = ?, sequence_number = sequence_number + ?"
                        + " FROM found, other WHERE conversation = other.id",
                change.conversationId(),
                change.expected().lastSequence());
        for (String table : List.of("record", "segment", "append_key")) {
            sql.add("DELETE FROM " + prefix + table + " USING found, other WHERE conversation = other.id");
        }
        String conversation = prefix + "conversation";
        sql.add("DELETE FROM " + conversation + " USING found, other WHERE " + conversation + ".id = other.id");
    }

    /** Inserts the record that the conversation begins its new session with, and its segments. */
    private void record(Statement sql, SessionSwitch change) {
        if (change.record() == null) {
            return;
        }
        String id = change.conversationId();
        Written record = tables.records().write(id, Objects.requireNonNull(change.record()), change.segments());
        sql.add(
                "INSERT INTO " + prefix + "record (conversation, version, segments, payload, created_at)"
                        + from("(?, ?, ?, ?, ?)"),
                id,
                record.version(),
                record.named(),
                record.payload(),
                record.createdAt());
        List<Object> rows = new ArrayList<>();
        for (WrittenSegment segment : record.segments()) {
            Collections.addAll(rows, id, segment.id(), segment.payload(), segment.createdAt());
        }
        if (!rows.isEmpty()) {
            String values =
                    String.join(", ", Collections.nCopies(record.segments().size(), "(?, ?, ?, ?)"));
            sql.add(
                    "INSERT INTO " + prefix + "segment (conversation, id, payload, created_at)" + from(values),
                    rows.toArray());
        }
    }
}
