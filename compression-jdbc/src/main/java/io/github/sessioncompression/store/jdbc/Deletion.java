package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.Head;
import java.sql.SQLException;
import java.util.Optional;

/** Deletes conversations with all that is kept of them. */
record Deletion(ConversationTable conversations, MessageTable messages, AppendKeys keys, RecordTables records) {
    /** True if there was one. */
    boolean whole(Queries queries, String id) throws SQLException {
        if (!conversations.delete(queries, id)) {
            return false;
        }
        messages.deleteAll(queries, id);
        keys.deleteAll(queries, id);
        records.deleteAll(queries, id);
        return true;
    }

    /** True if there was one with the head {@code expected}. */
    boolean asItStands(Queries queries, String id, Head expected) throws SQLException {
        Optional<Head> head = conversations.locked(queries, id);
        return head.isEmpty() ? queries.mayBeDone() : head.get().equals(expected) && whole(queries, id);
    }
}
