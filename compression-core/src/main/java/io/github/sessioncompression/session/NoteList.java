package io.github.sessioncompression.session;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.StoreRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A short list of notes in a store, kept as a conversation of its own: two messages for each note, its data and its text.
 *
 * <p>Changed by compare-and-set, so no process overwrites another. Safe for use by many threads.
 *
 * @param newId names the list's lives and appends
 */
record NoteList(SessionStore store, String id, Supplier<String> newId) {
    private static final int MOST_TRIES = 50;

    /**
     * A note.
     *
     * @param data values that {@link Json} writes
     * @param text what a search reads
     */
    record Note(Map<String, @Nullable Object> data, String text) {
        JsonFields fields() {
            return JsonFields.of("note", data);
        }
    }

    List<Note> read() {
        return List.copyOf(placed().values());
    }

    /** The notes by the number of the message that has their text. */
    Map<Long, Note> placed() {
        return placed(store.head(id));
    }

    /** The list with that head; a store of whole lists reads a list again only if it is asked for its head. */
    private Map<Long, Note> placed(Optional<Head> head) {
        List<Entry> entries = head.isEmpty() ? List.of() : StoreRules.between(store, id, 0, Long.MAX_VALUE);
        Map<Long, Note> notes = new LinkedHashMap<>();
        for (int i = 0; i + 1 < entries.size(); i += 2) {
            Map<String, @Nullable Object> data =
                    Json.parseObject(entries.get(i).message().text());
            Entry text = entries.get(i + 1);
            notes.put(text.sequence(), new Note(data, text.message().text()));
        }
        return notes;
    }

    /** Replaces the notes by what {@code change} makes of them, tried again if another process was faster; the notes of then. */
    List<Note> change(Function<List<Note>, List<Note>> change) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Optional<Head> head = store.head(id);
            Map<Long, Note> placed = placed(head);
            List<Note> before = List.copyOf(placed.values());
            List<Note> after = change.apply(before);
            if (after.equals(before) || (store.head(id).equals(head) && isWritten(head, placed, after))) {
                return after;
            }
        }
        throw new IllegalStateException("the list was changed each of " + MOST_TRIES + " times it was read");
    }

    private boolean isWritten(Optional<Head> head, Map<Long, Note> placed, List<Note> after) {
        List<Note> before = List.copyOf(placed.values());
        int same = 0;
        while (same < Math.min(before.size(), after.size()) && before.get(same).equals(after.get(same))) {
            same++;
        }
        long last = head.map(Head::lastSequence).orElse(0L);
        List<Entry> added = new ArrayList<>();
        for (Note note : after.subList(same, after.size())) {
            added.add(new Entry(last + added.size() + 1, Message.system(Json.writeEscaped(note.data())), 0));
            added.add(new Entry(last + added.size() + 1, Message.user(note.text()), 0));
        }
        if (head.isEmpty() || (same == before.size() && !added.isEmpty())) {
            String life = head.map(Head::incarnation).orElseGet(newId);
            return store.append(id, life, last, newId.get(), added) == Append.ADDED;
        }
        long keep = same == 0 ? 0 : List.copyOf(placed.keySet()).get(same - 1);
        return store.replaceAfter(id, head.get().incarnation(), last, keep, newId.get(), added);
    }
}
