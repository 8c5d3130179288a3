package io.github.sessioncompression.session;

import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.json.JsonFields.JsonFormatException;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.session.NoteList.Note;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The facts that are kept of a user over all chats: what users state about themselves as the compression model writes it down, the messages of theirs
 * that were pinned, and what the application adds. Without a model nothing is taken from users' messages.
 *
 * <p>Carried over from sessions that end, and shown in sessions and chats that begin later, before the states of earlier sessions. At most
 * {@value #MAX_FACTS}; the oldest go first.
 *
 * <p><b>Does nothing when</b> a fact to remove is not there. <b>Threads:</b> changed by compare-and-set, so safe for use by many threads and processes.
 * <b>On failure</b> exceptions of the store are thrown through.
 *
 * @see SessionIndex
 */
public final class UserMemory {
    /** The most facts that are kept. */
    public static final int MAX_FACTS = 100;

    /** The longest fact, in characters. */
    public static final int MAX_TEXT = 500;

    private static final String NAME = "~memory";
    /** Beginning of the names of all lists that belong to a user. */
    static final String USERS = "~users/";

    private final NoteList notes;
    private final Supplier<String> newId;

    /**
     * The facts of {@code userId}.
     *
     * @param newId gives ids that no other has
     */
    public UserMemory(SessionStore store, String userId, Supplier<String> newId) {
        this.notes = new NoteList(store, owner(userId) + NAME, newId);
        this.newId = newId;
    }

    /** The name under which what belongs to a user is kept. */
    public static String owner(String userId) {
        return USERS + userId;
    }

    /**
     * A fact about a user.
     *
     * @param id names it within the user's facts
     * @param text one sentence, at most 500 characters
     * @param kind rule, preference, manner and so on
     * @param chat the chat it is from; empty if the application has added it
     * @param session the session it is from; empty likewise
     * @param sources the numbers of the messages with it, in that session; empty if they are not known
     */
    public record Fact(String id, String text, StateItem.Kind kind, String chat, String session, List<Long> sources) {
        /** Checks the text, and copies the list. */
        public Fact {
            Bounds.text("text", text, MAX_TEXT);
            sources = List.copyOf(sources);
        }

        private Note note() {
            Map<String, @Nullable Object> data = new LinkedHashMap<>();
            data.put("id", id);
            data.put("kind", kind.name());
            data.put("chat", chat);
            data.put("session", session);
            data.put("sources", sources);
            return new Note(data, text);
        }

        private static Fact of(Note note) {
            JsonFields fields = note.fields();
            return new Fact(
                    fields.text("id"),
                    note.text(),
                    kind(fields),
                    fields.text("chat", ""),
                    fields.text("session", ""),
                    fields.numbers("sources"));
        }

        /** A newer version may know more kinds: the fact is shown, and can be erased, all the same. */
        private static StateItem.Kind kind(JsonFields fields) {
            try {
                return fields.oneOf(StateItem.Kind.class, "kind");
            } catch (JsonFormatException newer) {
                return StateItem.Kind.FACT;
            }
        }

        /** Two facts are one if their texts differ in case and surrounding white space only. */
        private String key() {
            return text.strip().toLowerCase(Locale.ROOT);
        }
    }

    /** The facts, oldest first. */
    public List<Fact> facts() {
        return notes.read().stream().map(Fact::of).toList();
    }

    /** Adds facts behind the others; one that is there already moves to the end. */
    public void add(List<Fact> added) {
        List<String> keys = added.stream().map(Fact::key).toList();
        notes.change(before -> {
            List<Note> after = new ArrayList<>(before);
            after.removeIf(note -> keys.contains(Fact.of(note).key()));
            added.forEach(fact -> after.add(fact.note()));
            return after.subList(Math.max(0, after.size() - MAX_FACTS), after.size());
        });
    }

    /**
     * Adds a fact of the application's; one with the same text is replaced.
     *
     * @param text one sentence, 1 to {@value #MAX_TEXT} characters
     * @throws IllegalArgumentException if {@code text} is blank or too long
     */
    public Fact add(String text, StateItem.Kind kind) {
        Fact fact = new Fact(newId.get(), text, Objects.requireNonNull(kind, "kind"), "", "", List.of());
        add(List.of(fact));
        return fact;
    }

    /** Erases a fact; sessions that have begun continue showing it until they end. False if there is none of that id. */
    public boolean erase(String factId) {
        Objects.requireNonNull(factId, "factId");
        return remove(fact -> fact.id().equals(factId));
    }

    /** Erases all facts of the user. */
    public void clear() {
        remove(fact -> true);
    }

    /** Removes the facts that {@code gone} selects; true if there were some. */
    public boolean remove(Predicate<Fact> gone) {
        if (facts().stream().noneMatch(gone)) {
            return false;
        }
        notes.change(
                now -> now.stream().filter(note -> !gone.test(Fact.of(note))).toList());
        return true;
    }
}
