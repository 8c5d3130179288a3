package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.SessionStore;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The keys of the latest appends, each with the last sequence number it gave. A key shows that an append whose answer was lost has happened.
 *
 * <p>At least the latest {@value SessionStore#REMEMBERED_KEYS} are kept. <b>Threads:</b> immutable; keys are added in the transaction of their append, old ones deleted in any.
 */
record AppendKeys(String table) {
    /** Older ones are deleted each time the numbers pass a multiple of this, so that most appends need not look for them. */
    private static final long STRIDE = 128;

    boolean knows(Queries queries, String id, String key) throws SQLException {
        return queries.first(known(), row -> row.number(1), queries.name(id), queries.name(key))
                .isPresent();
    }

    /** SQL of a key's row; its parameters are the conversation and the key. */
    String known() {
        return "SELECT last_sequence FROM " + table + " WHERE conversation = ? AND append_key = ?";
    }

    /** Remembers a key, and forgets old ones now and then. */
    void add(Queries queries, String id, String key, long before, long last) throws SQLException {
        queries.update(insert() + " VALUES (?, ?, ?)", queries.name(id), queries.name(key), last);
        tidy(queries, id, before, last);
    }

    String insert() {
        return "INSERT INTO " + table + " (conversation, append_key, last_sequence)";
    }

    /** True if the numbers have passed a multiple of {@value #STRIDE}. */
    boolean isUntidy(long before, long last) {
        return before / STRIDE != last / STRIDE;
    }

    /** Deletes old keys if the numbers have passed a multiple of {@value #STRIDE}. */
    void tidy(Queries queries, String id, long before, long last) throws SQLException {
        if (isUntidy(before, last)) {
            String oldestRemembered = "SELECT last_sequence FROM " + table
                    + " WHERE conversation = ? ORDER BY last_sequence DESC LIMIT 1 OFFSET "
                    + (SessionStore.REMEMBERED_KEYS - 1);
            Optional<Long> oldest = queries.first(oldestRemembered, row -> row.number(1), queries.name(id));
            if (oldest.isPresent()) {
                String forget = "DELETE FROM " + table + " WHERE conversation = ? AND last_sequence < ?";
                queries.update(forget, queries.name(id), oldest.get());
            }
        }
    }

    void deleteAll(Queries queries, String id) throws SQLException {
        queries.update("DELETE FROM " + table + " WHERE conversation = ?", queries.name(id));
    }
}
