package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.StoreBuilder;
import java.sql.SQLException;

/** The tables of one store. */
record Tables(
        String prefix, ConversationTable conversations, MessageTable messages, AppendKeys keys, RecordTables records) {
    static Tables of(String prefix, StoreBuilder.Settings settings) {
        return new Tables(
                prefix,
                new ConversationTable(prefix, settings.keepMillis()),
                new MessageTable(prefix, settings.codec(), settings.payloads()),
                new AppendKeys(prefix + "append_key"),
                new RecordTables(prefix, settings));
    }

    /** Deletes a conversation with everything kept for it; true if there was one. */
    boolean delete(Queries queries, String id) throws SQLException {
        if (!conversations.delete(queries, id)) {
            return false;
        }
        messages.deleteAll(queries, id);
        keys.deleteAll(queries, id);
        records.deleteAll(queries, id);
        return true;
    }
}
