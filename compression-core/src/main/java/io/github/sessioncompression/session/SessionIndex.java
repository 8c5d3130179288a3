package io.github.sessioncompression.session;

import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.log.FaultLog;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.session.NoteList.Note;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.StoreRules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a chat, or of all chats of a user, in a store: the pointer to the current session of each chat, and what a search reads.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Each session is a note of a {@link NoteList}, oldest first. Its data are the {@link Row}, its text is title and state, by which it is found.
 *   <li>A change is compared and set, and made again of the rows of then if another process was faster.
 *   <li>The index is a conversation, so that every store can keep it and {@code MessageSearch} can search it like a chat.
 * </ol>
 *
 * <p><b>Does nothing when</b> a change leaves the rows as they are. <b>Threads:</b> safe for use by many, and by many processes. <b>On failure</b>
 * exceptions of the store are thrown through. A row that can't be read is left out with a WARN, and stays in the store as it is, before the others.
 *
 * @see UserMemory
 */
public final class SessionIndex {
    private static final String NAME = "~sessions";

    /** The UTF-16 units of a state's text that are kept for the search: about 3,000 tokens. */
    private static final int MAX_TEXT = 12_000;

    private final NoteList notes;
    private final FaultLog faults;

    /**
     * The index of {@code owner}.
     *
     * @param newId gives ids that no other has
     * @param faults takes what throws when a row is read
     */
    public SessionIndex(SessionStore store, String owner, Supplier<String> newId, FaultLog faults) {
        this.notes = new NoteList(store, owner + NAME, newId);
        this.faults = faults;
    }

    /**
     * A session as the index has it.
     *
     * @param text its state's text, at most 12,000 characters; empty for a current one
     * @param isDraft true while its last state is not written; the text is an extract then
     * @param copies conversations into which its messages were copied so that it may end
     * @param incarnations those that the chat had when the session ended, the last {@value #MAX_INCARNATIONS}: an answer that comes later finds
     *     its session by them
     */
    public record Row(Session session, String text, boolean isDraft, List<Copy> copies, List<String> incarnations) {
        /** Each edit of a chat gives it another incarnation; an answer that is later than eight of them is not placed by it. */
        private static final int MAX_INCARNATIONS = 8;

        /** Cuts the text. */
        public Row {
            text = text.length() <= MAX_TEXT ? text : StoreRules.storable(text.substring(0, MAX_TEXT));
            copies = List.copyOf(copies);
            incarnations = List.copyOf(
                    incarnations.subList(Math.max(0, incarnations.size() - MAX_INCARNATIONS), incarnations.size()));
        }

        /** The rows of {@code chat}, one of them current. */
        public static List<Row> own(List<Row> all, String chat) {
            return withCurrent(
                    all.stream()
                            .filter(row -> row.session().chat().equals(chat))
                            .toList(),
                    chat);
        }

        /** The rows with a session of {@code chat} behind them, if it has none that is current: its first, or the next if that row is damaged. */
        public static List<Row> withCurrent(List<Row> rows, String chat) {
            List<Row> own = rows.stream()
                    .filter(row -> row.session().chat().equals(chat))
                    .toList();
            boolean has = own.stream().anyMatch(row -> !row.isEarlier());
            Stream<Row> next = has ? Stream.empty() : Stream.of(current(chat, nextId(own), null));
            return Stream.concat(rows.stream(), next).toList();
        }

        /** The rows with each one changed. */
        public static List<Row> each(List<Row> rows, UnaryOperator<Row> change) {
            return rows.stream().map(change).toList();
        }

        /** A current session. */
        public static Row current(String chat, String id, @Nullable String parent) {
            return new Row(new Session(chat, id, parent, "", null, null, 0, 0, chat), "", false, List.of(), List.of());
        }

        /** The current one of a chat's rows. */
        public static Row open(List<Row> own) {
            return own.stream().filter(row -> !row.isEarlier()).findFirst().orElseThrow();
        }

        /** Id of the next session of a chat with these rows. */
        public static String nextId(List<Row> rows) {
            return String.valueOf(1 + rows.stream().mapToLong(Row::number).max().orElse(0));
        }

        private long number() {
            return Long.parseLong(session.id());
        }

        /** True unless the session is the current one of its chat. */
        public boolean isEarlier() {
            return !session.isCurrent();
        }

        /** This row for a session that has ended, with its counts. */
        public Row ended(Session counted, Instant time) {
            return new Row(counted.with(counted.title(), time), "", true, List.of(), incarnations);
        }

        /** This session as the current one again. */
        public Row reopened() {
            Session again = new Session(
                    session.chat(),
                    session.id(),
                    session.parent(),
                    session.title(),
                    session.started(),
                    null,
                    0,
                    0,
                    session.chat());
            return new Row(again, "", false, List.of(), incarnations);
        }

        /** This row with another title and text. */
        public Row told(String title, String newText, boolean draft) {
            return new Row(session.with(title, session.ended()), newText, draft, copies, incarnations);
        }

        /** This row with one more incarnation of the chat in which the session was the current one. */
        public Row livedAs(String incarnation) {
            List<String> all = incarnations.contains(incarnation)
                    ? incarnations
                    : Stream.concat(incarnations.stream(), Stream.of(incarnation))
                            .toList();
            return new Row(session, text, isDraft, copies, all);
        }

        /** This row with one more copy. */
        public Row with(Copy copy) {
            List<Copy> more = Stream.concat(copies.stream(), Stream.of(copy)).toList();
            return new Row(session, text, isDraft, more, incarnations);
        }

        /** This row without a copy. */
        public Row without(String copy) {
            Stream<Copy> others =
                    copies.stream().filter(each -> !each.conversationId().equals(copy));
            return new Row(session, text, isDraft, others.toList(), incarnations);
        }

        private Note note() {
            Map<String, @Nullable Object> data = new LinkedHashMap<>();
            data.put("chat", session.chat());
            data.put("id", session.id());
            data.put("parent", session.parent());
            data.put("title", session.title());
            data.put("started", Objects.toString(session.started(), null));
            data.put("ended", Objects.toString(session.ended(), null));
            data.put("messages", session.messages());
            data.put("tokens", session.tokens());
            data.put("conversation", session.conversationId());
            data.put("draft", isDraft);
            data.put("copies", copies.stream().map(Copy::json).toList());
            data.put("incarnations", incarnations);
            return new Note(data, session.title() + "\n" + text);
        }

        /** The row of a note; throws if that is damaged. */
        private static Row of(Note note) {
            JsonFields fields = note.fields();
            String title = fields.text("title", "");
            Session session = new Session(
                    fields.text("chat"),
                    fields.text("id"),
                    fields.textOrNull("parent"),
                    title,
                    time(fields, "started"),
                    time(fields, "ended"),
                    fields.number("messages", 0, Long.MAX_VALUE),
                    fields.number("tokens", 0, Long.MAX_VALUE),
                    fields.text("conversation"));
            List<Copy> copies = fields.objects(
                    "copies",
                    copy -> new Copy(
                            copy.text("conversation"),
                            copy.number("last", 0, Long.MAX_VALUE),
                            copy.textOrNull("resumes")));
            Row row = new Row(
                    session,
                    note.text().substring(title.length() + 1),
                    fields.flag("draft"),
                    copies,
                    fields.texts("incarnations"));
            row.number(); // throws if the id is none
            return row;
        }

        private static @Nullable Instant time(JsonFields fields, String name) {
            return fields.has(name) ? fields.time(name) : null;
        }
    }

    /**
     * A copy of a current session, made before another takes its place.
     *
     * @param last the number of the last message it has: the session has ended once the chat begins behind it
     * @param resumes the session that was to become the current one; {@code null} for a new one
     */
    public record Copy(String conversationId, long last, @Nullable String resumes) {
        private Map<String, @Nullable Object> json() {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("conversation", conversationId);
            json.put("last", last);
            json.put("resumes", resumes);
            return json;
        }
    }

    /** The conversation that holds the index, for a search of it. */
    public String conversationId() {
        return notes.id();
    }

    /** All sessions of all chats, oldest first. */
    public List<Row> rows() {
        return rows(notes.read());
    }

    private List<Row> rows(List<Note> all) {
        return all.stream().flatMap(note -> Stream.ofNullable(row(note))).toList();
    }

    private @Nullable Row row(Note note) {
        try {
            return Row.of(note);
        } catch (RuntimeException damaged) {
            faults.sessionUnreadable(damaged);
            return null;
        }
    }

    /** Changes the rows, tried again if another process was faster; the rows of then. */
    public List<Row> change(UnaryOperator<List<Row>> change) {
        return rows(notes.change(before -> {
            List<Note> after = new ArrayList<>(); // the damaged ones first, as they are
            List<Row> rows = new ArrayList<>();
            for (Note note : before) {
                Row row = row(note);
                if (row == null) {
                    after.add(note);
                } else {
                    rows.add(row);
                }
            }
            change.apply(rows).forEach(row -> after.add(row.note()));
            return after;
        }));
    }

    /** The sessions by the number of the message of {@link #conversationId} that a search finds for them. */
    public Map<Long, Session> bySequence() {
        Map<Long, Session> sessions = new LinkedHashMap<>();
        notes.placed().forEach((place, note) -> {
            Row row = row(note);
            if (row != null) {
                sessions.put(place, row.session());
            }
        });
        return sessions;
    }

    /** The name of a conversation for a copy of a chat's session, unlike any other. */
    public static String copyName(String chat, String id, String unique) {
        String name = chat + NAME + '/' + id + '-' + unique;
        Bounds.text("the id of a chat with sessions", name, StoreRules.MAX_NAME_LENGTH);
        return name;
    }

    /** The chat that a conversation belongs to: the part of its id before that of a session, if it is one's. */
    public static String chatOf(String conversationId) {
        int at = conversationId.lastIndexOf(NAME + '/');
        return at > 0 ? conversationId.substring(0, at) : conversationId;
    }

    /** True for a conversation that an application has not begun: an earlier session, an index, or what is kept of a user. */
    public static boolean isInternal(String conversationId) {
        return conversationId.endsWith(NAME)
                || conversationId.contains(NAME + '/')
                || conversationId.startsWith(UserMemory.USERS);
    }
}
