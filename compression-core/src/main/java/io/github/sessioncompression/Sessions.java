package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.session.SessionIndex.Copy;
import io.github.sessioncompression.session.SessionIndex.Row;
import io.github.sessioncompression.session.SessionOptions;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionSwitch;
import io.github.sessioncompression.transcript.ConversationReader;
import io.github.sessioncompression.transcript.ResumedSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one chat: the current one, which is the {@link Conversation} of the chat's id, and earlier ones.
 *
 * <p>Applications and frameworks keep using the chat's id. {@link #startNew} and {@link #resume} put another session behind it, for all
 * processes at their next call; a compression of the former session ends there. An earlier session is a conversation of its own under
 * {@link Session#conversationId}, with transcript, state, search and erasure. Nothing is lost if a process dies in between: a copy of a
 * session is complete before another takes its place.
 *
 * <p>Returned by {@link Conversation#sessions}. Safe for use by many threads and processes. Exceptions of the store are thrown through.
 */
public final class Sessions {
    /** Maximum tries to switch while others change the chat. */
    private static final int MOST_TRIES = 20;

    private static final int EXCERPT_CHARS = 600;

    private final ConversationParts parts;
    private final String chat;
    private final SessionStore store;
    private final SessionIndex index;
    private final SessionChain chain;
    private final SessionEnd end;

    Sessions(ConversationParts parts) {
        this.parts = parts;
        this.chat = parts.id();
        this.store = parts.shared().store();
        this.chain = new SessionChain(parts);
        this.index = chain.index();
        this.end = new SessionEnd(parts, index, chain);
    }

    /** The current session; its tokens and messages are counted, so its transcript is read. */
    public Session current() {
        return counted(Row.open(settled()));
    }

    /** All sessions of the chat, oldest first; the last one is the current one, whose transcript is read. */
    public List<Session> list() {
        List<Row> rows = settled();
        Stream<Session> earlier = rows.stream().filter(Row::isEarlier).map(Row::session);
        return Stream.concat(earlier, Stream.of(counted(Row.open(rows)))).toList();
    }

    /**
     * Ends the current session and begins an empty one, which is shown the states of its parents, the newest first. Without effect if
     * the current one has no messages except system messages.
     *
     * <p>Waits for no model: the ended session's state is an extract until its last compression, which runs in the background, is done.
     *
     * @return the new session
     * @throws IllegalStateException if the chat is changed each time the session is copied
     */
    public Session startNew() {
        return change(settled(), null);
    }

    /**
     * Makes an earlier session the current one again; the one that is current now ends as by {@link #startNew}.
     *
     * <p>Shown in full if it takes at most {@link SessionOptions#resumeRatio} of the window, else with its state and its latest turns, as it was
     * shown last; above the hard limit an extract is shown at once. Its messages get new sequence numbers.
     *
     * @throws IllegalArgumentException if the chat has no session of that id
     */
    public Session resume(String id) {
        List<Row> rows = settled();
        Row row = required(rows, id);
        if (!row.isEarlier()) {
            return counted(row);
        }
        Session resumed = change(rows, id);
        parts.room().relieveIfOverHardLimit();
        return resumed;
    }

    /**
     * The earlier sessions whose title and state answer {@code query} best, best first: of this chat, or of all chats of its user if
     * {@link SessionCompressor.Builder#userOf} names one.
     *
     * @param query plain text, of which the first 4,000 characters are read
     * @param k the most hits, 1 to 100
     */
    public List<Session.Hit> search(String query, int k) {
        Objects.requireNonNull(query, "query");
        Bounds.within("k", k, 1, Recall.MAX_HITS);
        settled();
        Map<Long, Session> sessions = index.bySequence();
        LongPredicate earlier = sequence ->
                sessions.containsKey(sequence) && !sessions.get(sequence).isCurrent();
        List<Hit> hits = parts.shared().search().search(index.conversationId(), query, k, EXCERPT_CHARS, earlier);
        return hits.stream()
                .map(hit -> new Session.Hit(
                        Objects.requireNonNull(sessions.get(hit.sequence())), hit.excerpt(), hit.score()))
                .toList();
    }

    /**
     * Deletes an earlier session for good, with its transcript, its state, and what the current session shows of it.
     *
     * @param id a {@link Session#id} of this chat
     * @return false if there is no such session any more
     * @throws IllegalArgumentException if it is the current one, which {@link Conversation#clear} deletes
     */
    public boolean delete(String id) {
        Optional<Row> found = row(settled(), id);
        if (found.isEmpty()) {
            return false;
        }
        if (!found.get().isEarlier()) {
            throw new IllegalArgumentException("id must be that of an earlier session, but '" + id + "' is current");
        }
        String gone = found.get().session().conversationId();
        store.delete(gone);
        List<Row> rows =
                index.change(all -> all.stream().filter(row -> !is(row, id)).toList());
        parts.shared().search().cleared(gone);
        chain.forgetFacts(id, null);
        chain.showRemaining(Row.own(rows, chat));
        return true;
    }

    /**
     * Adds messages of a turn to the session that had its question when the chat was in another incarnation.
     *
     * @param here adds them to the current session
     * @return the turn with them; {@code null} if there is no such session, since it was cleared or deleted
     */
    @Nullable
    TurnHandle append(TurnHandle turn, List<Message> messages, Function<TurnQuestion, @Nullable TurnHandle> here) {
        Optional<Row> found = settled().stream()
                .filter(row -> row.incarnations().contains(turn.incarnation()))
                .findFirst();
        if (found.isEmpty()) {
            return null;
        }
        return found.get().isEarlier()
                ? end.append(found.get(), turn, messages)
                : here.apply(new TurnQuestion(turn, true));
    }

    /**
     * Puts an empty session, or {@code resumed}, in the place of the current one. The index names the ended session's place first, so that any
     * process can finish what one that dies leaves behind; the switch names the head that was read, and all begins again if the chat has changed
     * since.
     */
    private Session change(List<Row> settled, @Nullable String resumed) {
        List<Row> rows = settled;
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Row open = Row.open(rows);
            if (resumed != null && !required(rows, resumed).isEarlier()) {
                return counted(required(rows, resumed)); // another process was faster
            }
            SessionStart start = parts.chats().get(SessionStart::after);
            long last = start.head().lastSequence();
            List<Entry> said = new ConversationReader(store, chat).between(0, last);
            boolean isSaid = said.stream().anyMatch(entry -> entry.message().role() != Role.SYSTEM);
            if (!isSaid && resumed == null) {
                if (last == 0 || isInStore(start.head())) {
                    return open.session();
                }
                rows = settled();
                continue;
            }
            Row ended = isSaid ? ended(open, start.head(), said, resumed) : open;
            UnaryOperator<List<Row>> next = next(rows, ended, isSaid, resumed);
            ResumedSession other =
                    resumed == null ? null : end.resumed(required(rows, resumed).session());
            List<Row> then = Row.own(next.apply(rows), chat);
            SessionSwitch change = start.change(parts, chain, isSaid ? ended : null, other, then);
            if (isSwitched(change)) {
                List<Row> now = began(rows, ended, next, isSaid);
                return end.counted(Row.open(Row.own(now, chat)).session(), change.entries(), chat);
            }
            if (isSaid) {
                String copy = ended.session().conversationId();
                index.change(all -> Row.each(all, row -> row.without(copy)));
            }
            rows = settled();
        }
        throw new IllegalStateException(
                "chat '" + chat + "' was changed each of " + MOST_TRIES + " times its session was copied");
    }

    /** The session that ends, which the index points to before the store has it. */
    private Row ended(Row open, Head head, List<Entry> said, @Nullable String resumes) {
        String life = head.incarnation();
        Row ended = end.ended(open.livedAs(life), said);
        Copy copy = new Copy(ended.session().conversationId(), head.lastSequence(), resumes);
        index.change(all -> Row.each(
                Row.withCurrent(all, chat),
                row -> is(row, open.session().id()) ? row.livedAs(life).with(copy) : row));
        return ended;
    }

    /** False if another process changed the chat before its messages were read. */
    private boolean isInStore(Head head) {
        return store.head(chat).filter(head::matches).isPresent();
    }

    private boolean isSwitched(SessionSwitch change) {
        parts.shared().running().abort(chat);
        boolean switched = parts.chats().get(it -> {
            if (!it.switchSession(change)) {
                return false;
            }
            it.views().clear();
            parts.reporter().views().clear();
            it.backoff().reset();
            it.shown().release();
            return true;
        });
        parts.shared().search().cleared(chat);
        parts.reporter().flush();
        return switched;
    }

    /** The rows once {@code ended} is followed by another session. */
    private UnaryOperator<List<Row>> next(List<Row> before, Row ended, boolean isSaid, @Nullable String resumed) {
        String former = ended.session().id();
        Row current =
                resumed != null ? required(before, resumed).reopened() : Row.current(chat, Row.nextId(before), former);
        return all -> {
            List<Row> changed = new ArrayList<>(Row.withCurrent(all, chat));
            changed.removeIf(row -> is(row, current.session().id()) || is(row, former));
            if (isSaid) {
                changed.add(ended);
            }
            changed.add(current);
            return changed;
        };
    }

    /** Writes the rows of the switched chat, and has the last state of the ended session written. */
    private List<Row> began(List<Row> before, Row ended, UnaryOperator<List<Row>> next, boolean isSaid) {
        List<Row> rows = index.change(next);
        Row.open(before).copies().forEach(copy -> store.delete(copy.conversationId()));
        if (isSaid) {
            end.finalise(ended);
        }
        return rows;
    }

    /** The rows of this chat, after what a process that died has left undone is done. */
    private List<Row> settled() {
        List<Row> rows = Row.own(index.rows(), chat);
        Row open = Row.open(rows);
        if (!open.copies().isEmpty() && isOver(open)) {
            rows = Row.own(settle(rows, open), chat);
        }
        rows.stream().filter(Row::isDraft).forEach(end::finalise);
        return rows;
    }

    /** True if the chat begins behind the last message of a copy: another session has taken its place. */
    private boolean isOver(Row open) {
        long last = open.copies().stream().mapToLong(Copy::last).max().orElse(0);
        boolean isThere = store.head(chat).isPresent();
        List<Entry> first = store.load(chat, 0, 1);
        return first.isEmpty() ? isThere : first.get(0).sequence() > last;
    }

    private List<Row> settle(List<Row> rows, Row open) {
        for (int i = open.copies().size() - 1; i >= 0; i--) {
            Copy copy = open.copies().get(i);
            String name = copy.conversationId();
            if (store.head(name)
                    .filter(head -> head.lastSequence() >= copy.last())
                    .isPresent()) {
                Row ended = end.endedAt(open, new ConversationReader(store, name).all(), name);
                List<Row> others = Row.each(rows, row -> row.without(name));
                if (copy.resumes() != null) { // what the index still points to: after it nothing would
                    store.delete(required(rows, copy.resumes()).session().conversationId());
                }
                List<Row> now = began(others, ended, next(others, ended, true, copy.resumes()), true);
                chain.show(Row.own(now, chat));
                return now;
            }
        }
        return rows;
    }

    private boolean is(Row row, String id) {
        return row.session().chat().equals(chat) && row.session().id().equals(id);
    }

    private Optional<Row> row(List<Row> rows, String id) {
        return rows.stream().filter(row -> is(row, id)).findFirst();
    }

    private Row required(List<Row> rows, String id) {
        return row(rows, Objects.requireNonNull(id, "id"))
                .orElseThrow(() -> new IllegalArgumentException("id must be that of one of the " + rows.size()
                        + " sessions of the chat, but was '" + id + "'"));
    }

    private Session counted(Row row) {
        return end.counted(row.session(), new ConversationReader(store, chat).all(), chat);
    }
}
