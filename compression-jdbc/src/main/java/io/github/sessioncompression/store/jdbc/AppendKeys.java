package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.SessionStore;
import java.sql.SQLException;
import java.util.Optional;

/** The keys of the latest appends, each with the last sequence number it gave. */
final class AppendKeys {
    /** Older ones are deleted each time the numbers pass a multiple of this, so that most appends need not look for them. */
    private static final long STRIDE = 128;

    private final String insert;
    private final String find;
    private final String oldestRemembered;
    private final String forget;
    private final String deleteAll;

    AppendKeys(String prefix) {
        String table = prefix + "append_key";
        insert = "INSERT INTO " + table + " (conversation, append_key, last_sequence) VALUES (?, ?, ?)";
        find = "SELECT last_sequence FROM " + table + " WHERE conversation = ? AND append_key = ?";
        oldestRemembered = "SELECT last_sequence FROM " + table
                + " WHERE conversation = ? ORDER BY last_sequence DESC LIMIT 1 OFFSET "
                + (SessionStore.REMEMBERED_KEYS - 1);
        deleteAll = "DELETE FROM " + table + " WHERE conversation = ?";
        forget = deleteAll + " AND last_sequence < ?";
    }

    boolean knows(Queries queries, String id, String key) throws SQLException {
        return queries.first(find, row -> row.number(1), queries.name(id), queries.name(key))
                .isPresent();
    }

    /** Remembers a key, and forgets old ones now and then. */
    void add(Queries queries, String id, String key, long before, long last) throws SQLException {
        queries.update(insert, queries.name(id), queries.name(key), last);
        if (before / STRIDE != last / STRIDE) {
            Optional<Long> oldest = queries.first(oldestRemembered, row -> row.number(1), queries.name(id));
            if (oldest.isPresent()) {
                queries.update(forget, queries.name(id), oldest.get());
            }
        }
    }

    void deleteAll(Queries queries, String id) throws SQLException {
        queries.update(deleteAll, queries.name(id));
    }
}
