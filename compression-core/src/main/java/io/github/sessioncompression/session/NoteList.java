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
 * <p><b>Algorithm</b> of a change.
 * <ol>
 *   <li>The list is read, and the change applied to it.
 *   <li>Notes behind the unchanged ones at the head are replaced: by an append if all others are unchanged, else by a replacement under a new
 *       incarnation. Both name the last message that was read.
 *   <li>If another process was faster, the store refuses the write, and all is done again.
 * </ol>
 *
 * <p><b>Does nothing when</b> the change leaves the notes as they are. <b>Threads:</b> safe for use by many, and by many processes. <b>On
 * failure</b> exceptions of the store are thrown through; after fifty refusals an {@link IllegalStateException} is.
 *
 * <p>Data and text are separate messages, so that a search reads words and no JSON. The data are a system message, which no index takes.
 *
 * @see SessionIndex
 * @see UserMemory
 */
final class NoteList {
    /** Each refusal means that another process has succeeded, so fifty in a row need a storm of changes, or a store that never agrees. */
    private static final int MOST_TRIES = 50;

    private final SessionStore store;
    private final String id;
    private final Supplier<String> newId;
    /** The list as it was read or written last: a change begins with it, and is refused if another process was faster. */
    private volatile @Nullable Known known;

    /**
     * The list as it is in the store.
     *
     * @param head of its conversation, after a write as it is to be expected: if it is another one the next write is refused, and the list read again
     */
    private record Known(Head head, Map<Long, Note> placed) {
        private static final Head NONE = new Head("", 0, 0, 0, 0);

        List<Note> notes() {
            return List.copyOf(placed.values());
        }
    }

    NoteList(SessionStore store, String id, Supplier<String> newId) {
        this.store = store;
        this.id = id;
        this.newId = newId;
    }

    /** The id of the conversation that holds the list. */
    String id() {
        return id;
    }

    /**
     * A note.
     *
     * @param data a JSON object, as it is stored: read when it is asked for, so that a damaged one can stay in the list as it is
     * @param text what a search reads
     */
    record Note(String data, String text) {
        Note(Map<String, @Nullable Object> data, String text) {
            this(Json.writeEscaped(data), text);
        }

        /** The fields; throws if {@link #data} is damaged. */
        JsonFields fields() {
            return JsonFields.of("note", Json.parseObject(data));
        }
    }

    /** The notes in order, read from the store. */
    List<Note> read() {
        return List.copyOf(placed().values());
    }

    /** The notes by the number of the message that has their text. */
    Map<Long, Note> placed() {
        return now().placed();
    }

    /** The list as it is now; a store of whole lists reads a list again only if it is asked for its head. */
    private Known now() {
        Optional<Head> head = store.head(id);
        List<Entry> entries = head.isEmpty()
                ? List.of()
                : StoreRules.between(store, id, 0, head.get().lastSequence());
        Map<Long, Note> notes = new LinkedHashMap<>();
        for (int i = 0; i + 1 < entries.size(); i += 2) {
            String data = entries.get(i).message().text();
            Entry text = entries.get(i + 1);
            notes.put(text.sequence(), new Note(data, text.message().text()));
        }
        Known now = new Known(head.orElse(Known.NONE), notes);
        known = now;
        return now;
    }

    /** Replaces the notes by what {@code change} makes of them, tried again if another process was faster; the notes of then. */
    List<Note> change(Function<List<Note>, List<Note>> change) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Known kept = known;
            Known before = kept == null ? now() : kept;
            List<Note> after = change.apply(before.notes());
            boolean isSame = after.equals(before.notes());
            // A list that was read earlier may lack what is to change.
            known = !isSame ? written(before, after) : kept == null ? before : null;
            if (known != null) {
                return after;
            }
        }
        throw new IllegalStateException("the list was changed each of " + MOST_TRIES + " times it was read");
    }

    /** Writes the list; {@code null}, and nothing changed, if another process was faster. */
    private @Nullable Known written(Known known, List<Note> after) {
        List<Note> before = known.notes();
        Map<Long, Note> placed = new LinkedHashMap<>();
        for (Map.Entry<Long, Note> place : known.placed().entrySet()) {
            if (placed.size() == after.size() || !after.get(placed.size()).equals(place.getValue())) {
                break;
            }
            placed.put(place.getKey(), place.getValue());
        }
        int same = placed.size();
        long keep = placed.keySet().stream().reduce(0L, Math::max);
        Head head = known.head();
        long last = head.lastSequence();
        List<Entry> added = new ArrayList<>();
        for (Note note : after.subList(same, after.size())) {
            added.add(new Entry(++last, Message.system(note.data()), 0));
            added.add(new Entry(++last, Message.user(note.text()), 0));
            placed.put(last, note);
        }
        String life = head.incarnation();
        boolean isAppended = life.isEmpty() || (same == before.size() && !added.isEmpty());
        String next = life.isEmpty() || !isAppended ? newId.get() : life;
        boolean done = isAppended
                ? isStill(head) && store.append(id, next, head.lastSequence(), newId.get(), added) == Append.ADDED
                : store.replaceAfter(id, head, keep, next, added);
        long revision = head.revision() + (same < before.size() ? 1 : 0);
        return done
                ? new Known(new Head(next, last, head.recordVersion(), revision, 2L * placed.size()), placed)
                : null;
    }

    /** A store of whole lists reads a list again before it replaces messages, but not before it adds some. */
    private boolean isStill(Head head) {
        return store.head(id).orElse(Known.NONE).matches(head);
    }
}
