package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.CompressTask;
import io.github.sessioncompression.context.StepOrder;
import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.log.ConversationLog;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.session.SessionIndex.Row;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.ChosenPins;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.text.LogText;
import io.github.sessioncompression.transcript.ConversationReader;
import io.github.sessioncompression.transcript.ResumedSession;
import io.github.sessioncompression.transcript.StateText;
import io.github.sessioncompression.writer.StateWriter;
import io.github.sessioncompression.writer.WrittenState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Ends sessions with a state, and takes ended ones up again.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>When a session ends, an extract of it is its text in the index at once, marked as a draft, so that nobody waits for a model.
 *   <li>A background thread compresses the ended copy to its last message, by the model if there is one, and replaces the draft. What the
 *       model read of the user goes into the user's memory, and the current session is shown the new text.
 *   <li>An answer that comes after the end is added to the copy, which is then compressed again.
 * </ol>
 *
 * <p><b>Does nothing when</b> another process compresses the copy. <b>Threads:</b> safe for use by many. <b>On failure</b> the draft stays,
 * one WARN names the session, and the next call that reads the sessions tries again.
 */
final class SessionEnd {
    /** The latest tokens that are read for the extract while the caller waits: about a second. */
    private static final long MOST_TOKENS = 100_000;

    private final ConversationParts parts;
    private final String chat;
    private final SessionStore store;
    private final SessionIndex index;
    private final SessionChain chain;

    SessionEnd(ConversationParts parts, SessionIndex index, SessionChain chain) {
        this.parts = parts;
        this.chat = parts.id();
        this.store = parts.shared().store();
        this.index = index;
        this.chain = chain;
    }

    /** The session that ends now, with an extract for its state, under the name of a new copy. */
    Row ended(Row open, List<Entry> said) {
        String unique = parts.shared().newId().get();
        String name = SessionIndex.copyName(chat, open.session().id(), Integer.toHexString(unique.hashCode()));
        return ended(open, said, parts, name);
    }

    /** As {@link #ended}, for a copy that was made already. */
    Row endedAt(Row open, List<Entry> said, String copy) {
        return ended(open, said, at(copy), copy);
    }

    private ConversationParts at(String copy) {
        return ConversationParts.of(copy, parts.settings(), parts.shared());
    }

    private Row ended(Row open, List<Entry> said, ConversationParts of, String copy) {
        Session counted = counted(open.session(), said, copy);
        StateDocument state = StateDocument.EMPTY;
        List<Entry> quoted = List.of();
        String title = "";
        try {
            title = title(said);
            state = extract(of);
            quoted = state.isEmpty() ? parts.settings().writer().hidden(said) : List.of();
        } catch (RuntimeException | Error e) {
            ConversationLog.LOG.warn(
                    "Chat {}: session {} has no state until its last compression, because an extract failed with {}.",
                    LogText.name(chat),
                    open.session().id(),
                    e.getClass().getName());
        }
        String text = state.isEmpty() ? StateText.quoting(quoted) : StateText.of(state);
        return open.ended(counted, parts.shared().clock().instant()).told(title, text, true);
    }

    /** A state of the whole session by extract; the one that is there if nothing is left to compress. */
    private StateDocument extract(ConversationParts of) {
        CompressStep step = parts.settings().steps().compress(StepOrder.Aim.EVERYTHING);
        CompressTask task = of.chats().get(it -> {
            if (!of.id().equals(chat)) { // the current one is read already
                it.sync();
            }
            return step.tasks().of(it, true);
        });
        if (task == null) {
            return of.chats().get(it -> it.stored().record().injected().with(StateDocument.EARLIER, List.of()));
        }
        StateWriter.Job job = new StateWriter.Job(chat, task.latest(MOST_TOKENS), null, null);
        WrittenState written = parts.settings().writer().write(job, List.of());
        return written instanceof WrittenState.Written state ? state.document() : StateDocument.EMPTY;
    }

    /**
     * A session with its numbers: messages, tokens, start, and a title if it has none and is current.
     *
     * @param entries all messages of the session
     * @param conversationId where they are
     */
    Session counted(Session session, List<Entry> entries, String conversationId) {
        Instant first = entries.stream()
                .map(entry -> entry.message().timestamp())
                .filter(time -> time != null)
                .findFirst()
                .orElse(session.started());
        String title = session.title();
        if (title.isEmpty() && session.isCurrent()) {
            title = title(entries);
        }
        return new Session(
                chat,
                session.id(),
                session.parent(),
                title,
                first,
                session.ended(),
                entries.size(),
                entries.stream().mapToLong(Entry::tokens).sum(),
                conversationId);
    }

    /** A title from the first messages, without secrets. */
    private String title(List<Entry> entries) {
        List<Entry> first = entries.subList(0, Math.min(entries.size(), StateText.MOST_READ));
        return StateText.title(parts.settings().writer().hidden(first));
    }

    /** Writes the last state of an ended session in the background, by the model if there is one; once at a time. */
    void finalise(Row row) {
        String copy = row.session().conversationId();
        if (parts.shared().running().isRunning(copy)) {
            return;
        }
        try {
            parts.shared().background().execute(() -> finaliseNow(row, copy));
        } catch (RejectedExecutionException e) {
            ConversationLog.LOG.debug("No thread takes the last compression of a session; the next call tries again.");
        }
    }

    /**
     * Compresses the copy, then replaces the draft by its state. The state is taken if all messages are covered; else the draft's text stays, and the
     * session counts as finalised.
     */
    private void finaliseNow(Row row, String copy) {
        try {
            ConversationParts ended = at(copy);
            if (isBusy(ended)) {
                return;
            }
            List<StateItem> aboutUser = new ArrayList<>();
            StateDocument state = ended.chats().get(it -> {
                it.sync();
                List<StateDocument> states = it.stored().segments().stream()
                        .map(SegmentState::document)
                        .toList();
                states.forEach(each -> aboutUser.addAll(each.items(StateDocument.ABOUT_USER)));
                boolean covered = it.stored().active().stream()
                        .allMatch(entry -> entry.message().role() == Role.SYSTEM);
                return states.isEmpty() || !covered
                        ? StateDocument.EMPTY
                        : parts.settings().steps().fitter().joined(states);
            });
            List<Row> rows =
                    index.change(all -> Row.each(all, each -> isSame(each, copy) ? finalised(each, state) : each));
            chain.keepFacts(row.session(), copy, aboutUser);
            chain.show(Row.own(rows, chat));
        } catch (RuntimeException | Error e) {
            ConversationLog.LOG.warn(
                    "Chat {}: the last compression of session {} failed with {}; its state is an extract until a later"
                            + " call tries again.",
                    LogText.name(chat),
                    row.session().id(),
                    e.getClass().getName());
        }
    }

    /**
     * Adds messages of a turn to the ended session that has its question, whose last state is written again once the turn is answered.
     *
     * @return the turn with them; {@code null} if the session does not have the question any more
     */
    @Nullable
    TurnHandle append(Row row, TurnHandle turn, List<Message> messages) {
        String copy = row.session().conversationId();
        ConversationParts ended = at(copy);
        TurnQuestion question = new TurnQuestion(turn, true);
        int[] tokens = parts.rules().tokens().counts(messages);
        Chat.Appended added = ended.appending(it -> {
            it.sync();
            return it.addWhile(question::isIn, messages, tokens, null);
        });
        if (added == null) {
            return null;
        }
        if (Turns.endsTurn(messages)) {
            Row longer = endedAt(row, new ConversationReader(store, copy).all(), copy);
            index.change(all -> Row.each(all, each -> isSame(each, copy) ? longer : each));
            finalise(longer);
        }
        return question.turn().with(turn.incarnation(), added.entries());
    }

    /** Compresses all of it; true if another process does so at the moment. A failure has been reported, and the extract stays. */
    private static boolean isBusy(ConversationParts ended) {
        try {
            return ended.room().compressNow(StepOrder.FINALISE, Focus.none()) instanceof Outcome.Unchanged unchanged
                    && unchanged.why() == Outcome.Unchanged.Why.BUSY;
        } catch (CompressionFailedException e) {
            return false;
        }
    }

    /** Updates what is kept of an ended session after a message of it was erased. */
    static void erasedIn(ConversationParts copy, long sequence) {
        ConversationParts current =
                ConversationParts.of(SessionIndex.chatOf(copy.id()), copy.settings(), copy.shared());
        SessionChain chain = new SessionChain(current);
        new SessionEnd(current, chain.index(), chain).retell(copy.id(), sequence);
    }

    /** Replaces title and text of a session, and forgets facts, after a message of it was erased. */
    private void retell(String copy, long sequence) {
        List<Entry> entries = parts.settings().writer().hidden(new ConversationReader(store, copy).all());
        StateDocument state = store.current(copy)
                .map(record -> record.injected().with(StateDocument.EARLIER, List.of()))
                .orElse(StateDocument.EMPTY);
        String text = state.isEmpty() ? StateText.quoting(entries) : StateText.of(state);
        List<Row> rows = index.change(all -> Row.each(
                all, row -> isSame(row, copy) ? row.told(StateText.title(entries), text, row.isDraft()) : row));
        rows.stream()
                .filter(row -> isSame(row, copy))
                .forEach(row -> chain.forgetFacts(row.session().id(), sequence));
        chain.showRemaining(Row.own(rows, chat));
    }

    /** The row with the text of its last state, no draft any more; an empty state leaves the text. */
    private static Row finalised(Row row, StateDocument state) {
        return row.told(row.session().title(), state.isEmpty() ? row.text() : StateText.of(state), false);
    }

    private static boolean isSame(Row row, String copy) {
        return row.session().conversationId().equals(copy);
    }

    /**
     * An earlier session that becomes current again. It is shown in full if it takes no more than the policy's share of the window, else by the last
     * of its records that leaves messages behind the boundary, or by the current one if none does.
     *
     * @throws IllegalStateException if its copy is not in the store
     */
    ResumedSession resumed(Session session) {
        String name = session.conversationId();
        Head head = store.head(name)
                .orElseThrow(() -> new IllegalStateException("session '" + session.id() + "' is not in the store"));
        CompressionRecord last = store.current(name).orElse(null);
        List<Entry> entries = new ConversationReader(store, name).between(0, head.lastSequence());
        CompressionPolicy policy = parts.rules().policy();
        long tokens = entries.stream().mapToLong(Entry::tokens).sum();
        ChosenPins pins = last == null ? ChosenPins.NONE : last.chosen();
        if (last == null || tokens <= policy.baseTokens() * policy.sessions().resumeRatio()) {
            return new ResumedSession(name, head, entries, pins, null, List.of());
        }
        CompressionRecord record = store.history(name).stream()
                .filter(each -> each.boundary() < head.lastSequence()
                        && !each.segments().isEmpty())
                .reduce((first, second) -> second)
                .orElse(last);
        return new ResumedSession(name, head, entries, pins, record, store.segments(name, record.segments()));
    }
}
