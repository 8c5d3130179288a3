package io.github.sessioncompression.store;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.json.JsonFields.JsonFormatException;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One conversation out of a store, as a value and as one JSON document. Without earlier records, keys and leases. Immutable.
 *
 * <p><b>Algorithm</b> of {@link #of}: everything is read between two readings of the head; if these differ, all is read again, at most ten times. {@link
 * #into} appends all messages at once, commits the record, and adds the counters.
 *
 * <p><b>Does nothing when</b> the target has such a conversation already. <b>On failure</b> the store's exception is thrown, and what was begun is deleted
 * unless another process has added to it. A document that is damaged or of a newer version is refused by {@link JsonFormatException} before anything is
 * written.
 *
 * @param lastSequence the largest sequence number ever given
 * @param entries the messages there are, in order
 * @param record the current record; {@code null} if there is none
 * @param segments the states that the record names, and the summaries of single segments
 * @param counters what was counted
 */
public record ConversationExport(
        long lastSequence,
        List<Entry> entries,
        @Nullable CompressionRecord record,
        List<SegmentState> segments,
        Counters counters) {
    /** The version of the document; older ones are read, too. */
    public static final int VERSION = 1;

    private static final String FORMAT = "session-compression-conversation";
    /** The times that a conversation in use is read before it can't be exported. */
    private static final int ATTEMPTS = 10;

    /** Checks that the entries ascend and none is beyond {@code lastSequence}. */
    public ConversationExport {
        entries = List.copyOf(entries);
        segments = List.copyOf(segments);
        StoreRules.requireAscending(0, entries);
        if (!entries.isEmpty() && entries.get(entries.size() - 1).sequence() > lastSequence) {
            throw new IllegalArgumentException(
                    "lastSequence must not be below the last message's, but was " + lastSequence);
        }
    }

    /**
     * A consistent snapshot of a conversation in a store; empty if there is none.
     *
     * @throws UnreadableRecordException if the record can't be read
     * @throws IllegalStateException if the conversation is changed each time while it is read
     */
    public static Optional<ConversationExport> of(SessionStore store, String conversationId) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<Head> head = store.head(conversationId);
            if (head.isEmpty()) {
                return Optional.empty();
            }
            CompressionRecord record = store.current(conversationId).orElse(null);
            List<SegmentState> segments = record == null ? List.of() : store.segments(conversationId, record.needed());
            List<Entry> entries = StoreRules.between(store, conversationId, 0, Long.MAX_VALUE);
            Counters counters = store.counters(conversationId);
            if (store.head(conversationId).equals(head)) {
                return Optional.of(
                        new ConversationExport(head.get().lastSequence(), entries, record, segments, counters));
            }
        }
        throw new IllegalStateException("the conversation was changed each of " + ATTEMPTS + " times it was read");
    }

    /** For a session that ends: what was counted stays with the conversation that it was in. */
    ConversationExport withoutCounters() {
        return new ConversationExport(lastSequence, entries, record, segments, Counters.NONE);
    }

    /**
     * Begins a conversation with all of this: the same messages under the same numbers, the same record. If that fails midway, the new
     * conversation is deleted, unless another process has added to it since.
     *
     * @return {@code false}, and nothing changed, if there is such a conversation already
     */
    public boolean into(SessionStore store, String conversationId, String incarnation) {
        if (store.head(conversationId).isPresent()) {
            return false;
        }
        List<Entry> all = new ArrayList<>(entries);
        boolean endMissing = all.isEmpty() || all.get(all.size() - 1).sequence() < lastSequence;
        if (endMissing) {
            // The numbers up to the last one stay taken: a record may cover them.
            all.add(new Entry(Math.max(1, lastSequence), Message.system(""), 0));
        }
        long last = all.get(all.size() - 1).sequence();
        Append done = null;
        boolean whole = false;
        try {
            done = store.append(
                    conversationId, incarnation, 0, UUID.randomUUID().toString(), all);
            whole = done == Append.ADDED && completed(store, conversationId, incarnation, endMissing ? last : 0);
        } finally {
            // One that refuses the messages has another process's conversation, maybe of the same incarnation.
            if (!whole && done != Append.REFUSED) {
                store.head(conversationId)
                        .filter(head -> head.incarnation().equals(incarnation) && head.lastSequence() == last)
                        .ifPresent(head -> store.deleteIf(conversationId, head));
            }
        }
        return whole;
    }

    /**
     * Adds all that is not a message.
     *
     * @param taken the number of the message that only keeps the numbers before it taken, and is erased now; 0 if there is none
     * @return false if another process has committed a record
     */
    private boolean completed(SessionStore store, String conversationId, String incarnation, long taken) {
        if (taken > 0) {
            store.erase(conversationId, taken);
        }
        if (record != null
                && !store.commit(
                        conversationId, Commit.of(incarnation, 0, record).withSegments(segments))) {
            return false;
        }
        store.count(conversationId, counters);
        return true;
    }

    /** The JSON document. */
    public String write(MessageCodec codec) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("format", FORMAT);
        json.put("version", VERSION);
        json.put("last_sequence", lastSequence);
        json.put("messages", entries.stream().map(entry -> write(entry, codec)).toList());
        json.put("record", record == null ? null : StoreJson.write(record));
        json.put("segments", segments.stream().map(StoreJson::write).toList());
        json.put("counters", StoreJson.write(counters));
        return Json.writeEscaped(json);
    }

    private static Map<String, Object> write(Entry entry, MessageCodec codec) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sequence", entry.sequence());
        json.put("tokens", entry.tokens());
        json.put("message", codec.toJson(entry.message()));
        return json;
    }

    /**
     * The conversation that {@link #write} wrote.
     *
     * @throws JsonFormatException if the document is damaged, something else, or of a newer version; the exception names the
     *     document's part and repeats no content
     */
    public static ConversationExport read(String json, MessageCodec codec) {
        JsonFields fields = JsonFields.parse("conversation", json);
        if (!FORMAT.equals(fields.value("format"))) {
            throw new JsonFormatException("conversation.format must be " + FORMAT);
        }
        fields.requireVersion(VERSION);
        List<Entry> entries = fields.objects(
                "messages",
                entry -> new Entry(
                        entry.number("sequence", 1, Long.MAX_VALUE),
                        codec.read(entry.object("message")),
                        entry.count("tokens")));
        try {
            return new ConversationExport(
                    fields.number("last_sequence", 0, Long.MAX_VALUE),
                    entries,
                    fields.has("record") ? StoreJson.readRecord(fields.object("record")) : null,
                    fields.objects("segments", StoreJson::readSegment),
                    StoreJson.readCounters(fields.object("counters")));
        } catch (JsonFormatException named) {
            throw named;
        } catch (IllegalArgumentException contradictory) {
            throw new JsonFormatException(
                    "conversation.messages must have ascending sequence numbers up to last_sequence");
        }
    }
}
