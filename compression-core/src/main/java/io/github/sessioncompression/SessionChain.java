package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.log.ConversationLog;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.session.SessionIndex.Row;
import io.github.sessioncompression.session.UserMemory;
import io.github.sessioncompression.session.UserMemory.Fact;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.ChosenPins;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.text.LogText;
import io.github.sessioncompression.transcript.ConversationReader;
import io.github.sessioncompression.transcript.ResumedSession.Made;
import io.github.sessioncompression.transcript.StateText;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Shows the current session of a chat the states of its parents and what is kept of the user, and keeps what an ended session has of the user.
 *
 * <p><b>Algorithm</b> of what is shown.
 * <ol>
 *   <li>The room is the cap of the state times {@code sessions.parent-share}. Facts about the user take at most half of it.
 *   <li>Each parent, the newest first, takes about half of what is left, in whole lines.
 *   <li>The result is the field {@code earlier} of the chat's last segment state, written by compare-and-set and tried again if the chat changes in
 *       between.
 * </ol>
 *
 * <p><b>Does nothing when</b> the chat is empty, shows it already, or is not compressed at all. <b>Threads:</b> safe for use by many. <b>On
 * failure</b> of a greeting one WARN names the chat, which begins without; all other exceptions of the store are thrown through.
 *
 * @see SessionEnd
 */
final class SessionChain {
    /** The least room for a session or for facts, in tokens; with less, nothing is shown. */
    private static final int SMALLEST_SHARE = 40;
    /** Maximum tries while others change the chat. */
    private static final int MOST_TRIES = 50;

    private final ConversationParts parts;
    private final String chat;
    /** The facts of the chat's user; {@code null} if nothing is kept of users. */
    private final @Nullable UserMemory user;

    private final SessionIndex index;

    SessionChain(ConversationParts parts) {
        this.parts = parts;
        this.chat = parts.id();
        CompressorParts shared = parts.shared();
        String userId = shared.userOf().apply(chat);
        this.user = userId == null ? null : new UserMemory(shared.store(), userId, shared.newId());
        String owner = userId == null ? chat : UserMemory.owner(userId);
        this.index = new SessionIndex(
                shared.store(), owner, shared.newId(), parts.reporter().faults());
    }

    /** The sessions of the chat, or of all chats of its user. */
    SessionIndex index() {
        return index;
    }

    /** Shows a chat that has just begun what is kept of its user, unless compression is off: such a chat is sent as it is. */
    void greet() {
        if (user == null || !parts.chats().get(Chat::isEnabled)) {
            return;
        }
        try {
            show(Row.own(index.rows(), chat));
        } catch (RuntimeException | Error e) {
            ConversationLog.LOG.warn(
                    "Chat {} is not shown what is kept of its user: {}",
                    LogText.name(chat),
                    e.getClass().getName());
        }
    }

    /** Shows the current session what is kept of the user and the states of its parents, if that is other than what it shows. */
    void show(List<Row> rows) {
        show(rows, false);
    }

    /** As {@link #show} after something was deleted from the sessions: no index has it, and no earlier record of the chat that showed it stays. */
    void showRemaining(List<Row> rows) {
        parts.shared().search().cleared(index.conversationId());
        show(rows, true);
    }

    private void show(List<Row> rows, boolean erasesEarlier) {
        List<StateItem> items = earlier(rows);
        Instant now = parts.shared().clock().instant();
        parts.chats().run(it -> {
            for (int tries = 1; tries <= MOST_TRIES; tries++) {
                it.sync();
                if (it.stored().isEmpty() || isShown(it, items)) {
                    break;
                }
                if (isChanged(it, items, now)) {
                    if (!erasesEarlier) {
                        break;
                    }
                    // Once more after it: another process may have gone back to an earlier record before it was erased.
                    it.stored().asked().erase(0);
                }
            }
            it.shown().release();
        });
    }

    private static boolean isShown(Chat it, List<StateItem> items) {
        return it.stored().lastState().items(StateDocument.EARLIER).equals(items);
    }

    /** Commits a record that shows {@code items}; false if another process was faster. */
    private boolean isChanged(Chat it, List<StateItem> items, Instant now) {
        Made changed = changed(it.stored().record(), it.stored().lastState(), items, now);
        return it.commit(changed.record(), changed.segments());
    }

    /**
     * The record with other entries of earlier sessions: the last segment is replaced by one that has them, and what views show is cut to the cap.
     */
    private Made changed(CompressionRecord record, StateDocument last, List<StateItem> items, Instant now) {
        SegmentState changed = new SegmentState(
                SegmentState.id(record.version() + 1, 0),
                record.boundary(),
                last.with(StateDocument.EARLIER, items),
                now);
        List<Long> ids = new ArrayList<>(record.segments());
        if (!ids.isEmpty()) {
            ids.remove(ids.size() - 1);
        }
        ids.add(changed.id());
        StateDocument shown = parts.settings()
                .steps()
                .fitter()
                .within(
                        record.injected().with(StateDocument.EARLIER, items),
                        parts.rules().policy().stateMaxTokens());
        return new Made(record.continued(ids, shown, now), List.of(changed));
    }

    /** A record of a session that is about to become the current one, with the states of its parents; {@code rows} are those of then. */
    Made shown(Made begun, List<Row> rows, Instant now) {
        List<SegmentState> segments = begun.segments();
        StateDocument last = segments.isEmpty()
                ? StateDocument.EMPTY
                : segments.get(segments.size() - 1).document();
        List<StateItem> items = earlier(rows);
        if (last.items(StateDocument.EARLIER).equals(items)) {
            return begun;
        }
        Made changed = changed(begun.record(), last, items, now);
        List<Long> needed = changed.record().needed();
        return new Made(
                changed.record(),
                Stream.concat(segments.stream(), changed.segments().stream())
                        .filter(segment -> needed.contains(segment.id()))
                        .toList());
    }

    /** The entries to show, for the parents that the rows name; a chain that leads back to itself ends there. */
    private List<StateItem> earlier(List<Row> rows) {
        CompressionPolicy policy = parts.rules().policy();
        int left = (int) (policy.stateMaxTokens() * policy.sessions().parentShare());
        List<StateItem> items = new ArrayList<>();
        List<Fact> facts = user == null ? List.of() : user.facts();
        if (!facts.isEmpty()) {
            String lines = facts.stream().map(Fact::text).collect(Collectors.joining("\n"));
            left -= put(items, "About the user, from earlier chats:", lines, left / 2);
        }
        Map<String, Row> byId = new HashMap<>();
        rows.forEach(row -> byId.put(row.session().id(), row));
        Row row = rows.stream()
                .filter(each -> each.session().isCurrent())
                .findFirst()
                .orElseThrow();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < policy.sessions().parents(); i++) {
            String parent = row.session().parent();
            Row next = parent == null || !seen.add(parent) ? null : byId.get(parent);
            if (next == null) {
                break;
            }
            row = next;
            left -= put(items, heading(row.session()), row.text(), Math.max(left / 2, Math.min(left, SMALLEST_SHARE)));
        }
        return items;
    }

    /** Adds an entry of a heading and as many lines as there is room for; returns its tokens, 0 if it was left out. */
    private int put(List<StateItem> items, String heading, String text, int room) {
        int head = parts.rules().tokens().countText(heading);
        String lines = StateText.within(text, room - head, parts.rules().tokens()::countText);
        if (lines.isEmpty() || room < SMALLEST_SHARE) {
            return 0;
        }
        String item = heading + "\n" + lines;
        items.add(new StateItem(
                item, StateItem.Kind.NARRATIVE, List.of(), StateItem.Origin.UNKNOWN, StateItem.Writer.UNKNOWN));
        return parts.rules().tokens().countText(item);
    }

    private static String heading(Session session) {
        LocalDate day = EntryLabel.day(session.ended());
        return "Session " + session.id() + ", ended " + day + ":";
    }

    /** Keeps what a model read of the user in an ended session, and the messages of the user that were pinned in it. */
    void keepFacts(Session session, String copy, List<StateItem> aboutUser) {
        if (user == null) {
            return;
        }
        List<Fact> facts = new ArrayList<>();
        aboutUser.forEach(item -> put(facts, session, item.text(), item.kind(), item.sources()));
        SessionStore store = parts.shared().store();
        ChosenPins pins = store.current(copy).map(CompressionRecord::chosen).orElse(ChosenPins.NONE);
        for (Entry entry : parts.settings().writer().hidden(pins.marked(new ConversationReader(store, copy).all()))) {
            Message message = entry.message();
            if (message.role() == Role.USER && message.pinned()) {
                put(facts, session, message.text(), StateItem.Kind.CONSTRAINT, List.of(entry.sequence()));
            }
        }
        user.add(facts);
    }

    /** Adds a fact, unless it is blank or too long to be kept. */
    private void put(List<Fact> facts, Session session, String text, StateItem.Kind kind, List<Long> sources) {
        if (!text.isBlank() && text.length() <= UserMemory.MAX_TEXT) {
            facts.add(new Fact(parts.shared().newId().get(), text.strip(), kind, chat, session.id(), sources));
        }
    }

    /** Forgets the facts that come from a session, from one message of it alone if there is a {@code sequence}. */
    void forgetFacts(String session, @Nullable Long sequence) {
        if (user != null) {
            user.remove(fact -> fact.chat().equals(chat)
                    && fact.session().equals(session)
                    && (sequence == null || fact.sources().contains(sequence)));
        }
    }
}
