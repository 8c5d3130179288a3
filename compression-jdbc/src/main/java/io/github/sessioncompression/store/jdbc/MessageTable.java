package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.json.JsonFields.JsonFormatException;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.store.Payloads;
import io.github.sessioncompression.store.Payloads.Place;
import io.github.sessioncompression.store.Payloads.SealedException;
import io.github.sessioncompression.store.StoreRules;
import io.github.sessioncompression.text.LogText;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transcripts: one row for each message, written once.
 *
 * <p>Role and text have columns of their own, for people who look into the database and so that a damaged payload costs neither. The payload has all the
 * rest, as JSON. It has the text, too, if the column can't hold it unchanged (a NUL, half of a surrogate pair) or must not because payloads are sealed.
 *
 * <p><b>Threads:</b> safe for use by many; rows are written under the lock of {@link ConversationTable}. <b>On failure:</b> a damaged payload leaves role
 * and text, with one WARN for each store. A sealed one that can't be opened throws {@link JdbcStoreException}: its text is nowhere else.
 *
 * @see RecordTables
 */
final class MessageTable {
    private static final String TABLE = "message";
    private static final String TEXT = "text";
    /** SQL of one row's values, in the order of {@link #insert()} and {@link #row}. */
    private static final String ROW = "(?, ?, ?, ?, ?, ?, ?)";

    private static final Logger LOG = LoggerFactory.getLogger(JdbcSessionStore.class);

    private final MessageCodec codec;
    private final Payloads payloads;
    /** True once a damaged payload was logged: a damaged table has many. */
    private final AtomicBoolean warned = new AtomicBoolean();

    private final String table;

    MessageTable(String prefix, MessageCodec codec, Payloads payloads) {
        this.table = prefix + TABLE;
        this.codec = codec;
        this.payloads = payloads;
    }

    /** Inserts new messages; they are converted one at a time, while they are sent. */
    void insert(Queries queries, String id, List<Entry> entries, long now) throws SQLException {
        Object conversation = queries.name(id);
        Iterable<Object[]> rows = () ->
                entries.stream().map(entry -> row(conversation, id, entry, now)).iterator();
        queries.insert(insert(), ROW, rows);
    }

    /** SQL of the values of several rows. */
    static String rows(int count) {
        return String.join(", ", Collections.nCopies(count, ROW));
    }

    String insert() {
        return "INSERT INTO " + table + " (conversation, sequence_number, role, content, payload, tokens, added_at)";
    }

    /** The values of a message's row. */
    Object[] row(Object conversation, String id, Entry entry, long now) {
        Message message = entry.message();
        Map<String, @Nullable Object> json = codec.toJson(message);
        String content = payloads.areSealed() ? "" : StoreRules.storable(message.text());
        if (content.equals(message.text())) {
            json.remove(TEXT);
        }
        String payload = payloads.write(place(id, entry.sequence()), Json.writeEscaped(json));
        return new Object[] {
            conversation, entry.sequence(), nameOf(message.role()), content, payload, entry.tokens(), now
        };
    }

    private static Place place(String id, long sequence) {
        return new Place(TABLE, id, sequence);
    }

    private static String nameOf(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }

    /** The messages after a sequence number in their order, {@code limit} at most. */
    List<Entry> load(Queries queries, String id, long after, int limit) throws SQLException {
        String sql = "SELECT sequence_number, role, content, payload, tokens FROM " + table
                + " WHERE conversation = ? AND sequence_number > ? ORDER BY sequence_number LIMIT ?";
        return queries.list(sql, row -> read(id, row), queries.name(id), Math.max(0, after), limit);
    }

    private Entry read(String id, Queries.Row row) throws SQLException {
        long sequence = row.number(1);
        String role = row.text(2);
        String content = row.text(3);
        int tokens = (int) Math.max(0, row.number(5));
        return new Entry(sequence, message(id, sequence, role, content, row.text(4)), tokens);
    }

    private Message message(String id, long sequence, String role, String content, String payload) {
        String opened;
        try {
            opened = payloads.read(place(id, sequence), payload);
        } catch (SealedException e) {
            // Its text is nowhere else: a chat must not go on as if nothing had been said.
            throw new JdbcStoreException("message " + sequence + " of conversation '" + LogText.name(id)
                    + "' can't be read: " + e.getMessage());
        }
        try {
            Map<String, @Nullable Object> json = new LinkedHashMap<>(Json.parseObject(opened));
            json.putIfAbsent(TEXT, content);
            return codec.read(JsonFields.of(TABLE, json));
        } catch (RuntimeException damaged) {
            if (warned.compareAndSet(false, true)) {
                LOG.warn(
                        "Message {} of conversation '{}' has a damaged payload, so only its role and its text are"
                                + " shown: {} (said once)",
                        sequence,
                        LogText.name(id),
                        damaged instanceof JsonFormatException
                                ? damaged.getMessage()
                                : damaged.getClass().getSimpleName());
            }
            return plain(role, content);
        }
    }

    /** A message of which only this is known. One of an unknown role is taken for the user's, who is trusted least. */
    private static Message plain(String role, String content) {
        Role known = Stream.of(Role.values())
                .filter(each -> nameOf(each).equals(role))
                .findFirst()
                .orElse(Role.USER);
        return new Message(known, content, List.of(), "", false, 0, null, null, null, false, null, null);
    }

    /** Deletes the messages after a sequence number; their number. */
    int deleteAfter(Queries queries, String id, long after) throws SQLException {
        return queries.update(delete() + " AND sequence_number > ?", queries.name(id), after);
    }

    boolean delete(Queries queries, String id, long sequence) throws SQLException {
        return queries.update(delete() + " AND sequence_number = ?", queries.name(id), sequence) == 1;
    }

    void deleteAll(Queries queries, String id) throws SQLException {
        queries.update(delete(), queries.name(id));
    }

    /** SQL that deletes the messages of a conversation that a part of a WITH statement, named {@code found}, has found; PostgreSQL only. */
    String deleteOf(String found) {
        return "DELETE FROM " + table + " USING " + found + " WHERE conversation = " + found + ".id";
    }

    private String delete() {
        return "DELETE FROM " + table + " WHERE conversation = ?";
    }
}
