package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Head;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Appends messages, each append once by its key, begins conversations with their first, and replaces their last.
 *
 * <p><b>Algorithm</b> of an append.
 * <ol>
 *   <li>Up to 50 messages go in one statement if the database can write to several tables in one (PostgreSQL) or runs a block (MariaDB).
 *   <li>If that changed nothing, and in other databases, a transaction updates the conversation's row if its incarnation and last number are as expected,
 *       then inserts key and messages.
 *   <li>If no row fits, a known key is {@code ALREADY_THERE}, anything else {@code REFUSED}; a conversation that is not there is begun if nothing was
 *       expected.
 * </ol>
 *
 * <p><b>On a lost answer</b> the call is repeated; a key that is there then is this call's own, and counts as {@code ADDED}.
 */
record Appends(Transactions transactions, Tables tables, InstantSource clock) {
    /** More messages are sent in batches. */
    private static final int MOST_AT_ONCE = 50;

    Append append(String id, String incarnation, long expectedLast, String key, List<Entry> entries) {
        long now = clock.millis();
        ConversationTable conversations = tables.conversations();
        Dialect dialect = transactions.dialect();
        boolean atOnce = (dialect.writesWithinQueries() || dialect.runsBlocks()) && entries.size() <= MOST_AT_ONCE;
        long last = entries.get(entries.size() - 1).sequence();
        Transactions.Work<Append> append = queries -> {
            if (!conversations.append(queries, id, incarnation, expectedLast, last, entries.size(), now)) {
                // In this order: a key is seen by whoever sees the conversation that it was kept with.
                if (conversations.head(queries, id).isPresent()) {
                    boolean known = tables.keys().knows(queries, id, key);
                    return queries.undo(known ? alreadyThere(queries) : Append.REFUSED);
                }
                if (expectedLast != 0) {
                    return Append.REFUSED;
                }
                conversations.insert(queries, id, incarnation, last, entries.size(), now);
            }
            try {
                tables.keys().add(queries, id, key, expectedLast, last);
            } catch (SQLException e) {
                if (queries.dialect().isDuplicate(e)) {
                    return queries.undo(alreadyThere(queries));
                }
                throw e;
            }
            tables.messages().insert(queries, id, entries, now);
            return Append.ADDED;
        };
        String what = "append to a conversation";
        // A conversation that is not there yet is begun in a transaction.
        if (!atOnce || expectedLast == 0) {
            return transactions.write(what, append);
        }
        Append done = transactions.write(
                what,
                queries -> appendAtOnce(queries, id, incarnation, expectedLast, key, entries, now)
                        ? Optional.of(Append.ADDED)
                        : Optional.empty(),
                append);
        if (done == Append.ADDED && tables.keys().isUntidy(expectedLast, last)) {
            transactions.write("forget keys of appends", queries -> {
                tables.keys().tidy(queries, id, expectedLast, last);
                return done;
            });
        }
        return done;
    }

    /**
     * All of an append in one statement; false, and nothing changed, if the conversation is not as expected or the key is known.
     *
     * <p>A key that another append adds at the same moment is not seen, but then that append has changed the conversation's row, and this
     * one finds it so once it has the row's lock.
     */
    private boolean appendAtOnce(
            Queries queries,
            String id,
            String incarnation,
            long expectedLast,
            String key,
            List<Entry> entries,
            long now)
            throws SQLException {
        Object conversation = queries.name(id);
        long last = entries.get(entries.size() - 1).sequence();
        List<Object> values = new ArrayList<>(List.of(
                last,
                entries.size(),
                now,
                conversation,
                queries.name(incarnation),
                expectedLast,
                conversation,
                queries.name(key)));
        boolean block = queries.dialect().runsBlocks();
        Collections.addAll(
                values,
                block ? new Object[] {conversation, queries.name(key), last} : new Object[] {queries.name(key), last});
        for (Entry entry : entries) {
            Collections.addAll(values, tables.messages().row(conversation, id, entry, now));
        }
        String update = tables.conversations().append() + " AND NOT EXISTS ("
                + tables.keys().known() + ")";
        String rows = MessageTable.rows(entries.size());
        return block
                ? queries.block(block(update, rows), values.toArray())
                : queries.update(query(update, rows), values.toArray()) > 0;
    }

    private String query(String update, String rows) {
        return "WITH grown AS (" + update + " RETURNING id), keyed AS ("
                + tables.keys().insert()
                + " SELECT id, ?, ? FROM grown RETURNING conversation) "
                + tables.messages().insert() + " SELECT added.* FROM keyed, (VALUES " + rows + ") added";
    }

    /** A transaction that a server runs by itself; its last result is 1 if it has done all of it. */
    private String block(String update, String rows) {
        return "BEGIN NOT ATOMIC DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; RESIGNAL; END; "
                + transactions.dialect().isolateNext() + "; START TRANSACTION; " + update
                + "; IF ROW_COUNT() = 1 THEN " + tables.keys().insert() + " VALUES (?, ?, ?); "
                + tables.messages().insert() + " VALUES " + rows
                + "; COMMIT; SELECT 1; ELSE ROLLBACK; SELECT 0; END IF; END";
    }

    boolean replaceAfter(String id, Head expected, long keepThrough, String newIncarnation, List<Entry> entries) {
        long now = clock.millis();
        long last = entries.isEmpty()
                ? expected.lastSequence()
                : entries.get(entries.size() - 1).sequence();
        ConversationTable conversations = tables.conversations();
        Transactions.Work<Boolean> replace = queries -> {
            if (!conversations.replace(queries, id, expected, newIncarnation, last, entries.size(), now)) {
                return queries.mayBeDone()
                        && conversations
                                .head(queries, id)
                                .filter(head -> head.incarnation().equals(newIncarnation))
                                .isPresent();
            }
            int taken = tables.messages().deleteAfter(queries, id, keepThrough);
            if (taken > 0) {
                conversations.taken(queries, id, taken);
            }
            tables.messages().insert(queries, id, entries, now);
            return true;
        };
        String what = "replace messages";
        if (!transactions.dialect().writesWithinQueries() || entries.isEmpty() || entries.size() > MOST_AT_ONCE) {
            return transactions.write(what, replace);
        }
        return transactions.write(
                what,
                queries -> replaceAtOnce(queries, id, expected, keepThrough, newIncarnation, entries, now)
                        ? Optional.of(true)
                        : Optional.empty(),
                replace);
    }

    /** All of it in one statement; false, and nothing changed, if the conversation is not as expected. */
    private boolean replaceAtOnce(
            Queries queries,
            String id,
            Head expected,
            long keepThrough,
            String newIncarnation,
            List<Entry> entries,
            long now)
            throws SQLException {
        Object conversation = queries.name(id);
        List<Object> values = new ArrayList<>(ConversationTable.matching(queries, id, expected));
        values.add(keepThrough);
        for (Entry entry : entries) {
            Collections.addAll(values, tables.messages().row(conversation, id, entry, now));
        }
        values.addAll(List.of(
                queries.name(newIncarnation), entries.get(entries.size() - 1).sequence(), entries.size(), now));
        String sql = "WITH found AS (" + tables.conversations().find() + " FOR UPDATE), taken AS ("
                + tables.messages().deleteOf("found") + " AND sequence_number > ? RETURNING 1), added AS ("
                + tables.messages().insert() + " SELECT added.* FROM found, (VALUES "
                + MessageTable.rows(entries.size())
                + ") added) " + tables.conversations().replaceFound();
        return queries.update(sql, values.toArray()) == 1;
    }

    /** If it may have been this very call that added them, it was. */
    private static Append alreadyThere(Queries queries) {
        return queries.mayBeDone() ? Append.ADDED : Append.ALREADY_THERE;
    }
}
