package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.Chat.Appended;
import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.message.CallIds;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Appends and views of one {@linkplain TurnHandle turn}, and the ends of turns: reported, interrupted, or answered by tools. An end may start a
 * compression in the background.
 *
 * <p><b>Session of a turn.</b>
 * <ol>
 *   <li>While the chat has the incarnation in which the question was appended, that is the current session.
 *   <li>Else the question is looked up at its place in the chat, for an edit gives a chat another incarnation ({@link TurnQuestion}).
 *   <li>Else in the session whose row of the index names the incarnation.
 *   <li>It is nowhere once the chat was cleared, or the session deleted: then nothing is stored, and the turn continues in memory.
 * </ol>
 *
 * <p><b>View of a turn.</b>
 * <ol>
 *   <li>The chat's steady view while only the turn's own messages follow its question.
 *   <li>Else the view that the turn began with, and the turn's own messages.
 *   <li>Above the hard limit the chat's view without what others have added.
 * </ol>
 *
 * <p><b>Threads:</b> safe for use by many. <b>On failure</b> of the store an append throws its exception; a view is of what is known here.
 */
final class ConversationTurns {
    private static final View NOTHING = new View(
            List.of(),
            List.of(),
            true,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED));

    private final ConversationParts parts;
    private final ViewMaker viewing;
    private final ConversationEdits edits;

    ConversationTurns(ConversationParts parts) {
        this.parts = parts;
        this.viewing = new ViewMaker(parts, true);
        this.edits = new ConversationEdits(parts);
    }

    /** Begins a turn by a view; the question comes with the first append. */
    TurnHandle begin() {
        return TurnHandle.begun(viewing.take());
    }

    /** Begins a turn by its question. */
    TurnHandle begin(List<Message> question) {
        Appended asked = edits.append(question, parts.shared().newId().get());
        long first = asked.entries().isEmpty() ? 1 : asked.entries().get(0).sequence();
        return TurnHandle.unseen(NOTHING, first - 1).with(asked.incarnation(), asked.entries());
    }

    /** Appends messages in the session of the turn's question; the first ones are the question itself, in the current session. */
    TurnHandle append(TurnHandle turn, List<Message> messages) {
        if (messages.isEmpty()) {
            return turn;
        }
        if (!turn.isBound()) {
            Appended asked = edits.append(messages, parts.shared().newId().get());
            return turn.with(asked.incarnation(), asked.entries());
        }
        if (turn.isDropped()) {
            return turn.dropping(messages);
        }
        TurnHandle appended = appendHere(new TurnQuestion(turn, false), messages);
        if (appended == null && SessionIndex.chatOf(parts.id()).equals(parts.id())) {
            appended = new Sessions(parts).append(turn, messages, question -> appendHere(question, messages));
        }
        if (appended == null) {
            parts.reporter().dropped(messages.size());
            return turn.dropping(messages);
        }
        return appended;
    }

    /** Appends to the current session; {@code null} if it does not have the question. */
    @Nullable
    TurnHandle appendHere(TurnQuestion question, List<Message> messages) {
        Appended added = edits.append(messages, question::isIn);
        return added == null ? null : question.turn().with(added.incarnation(), added.entries());
    }

    /** Ends a turn without an answer: nothing is added if it is answered, or if its session awaits nothing. */
    @Nullable
    TurnHandle interrupted(TurnHandle turn, String partialAnswer) {
        List<Message> own = turn.messages();
        Message last = own.isEmpty() ? null : own.get(own.size() - 1);
        if (last == null || turn.isDropped() || !turn.isBound() || Turns.isAnswer(last)) {
            return null;
        }
        boolean isOver = parts.chats().get(chat -> {
            chat.sync();
            return new TurnQuestion(turn, false).isIn(chat)
                    && !Turns.awaitsAnswer(chat.stored().active());
        });
        return isOver ? null : append(turn, List.of(Message.assistant(partialAnswer)));
    }

    /** The messages for the turn's next request. */
    View view(TurnHandle turn) {
        if (!turn.isBound()) {
            return turn.view();
        }
        TurnQuestion question = new TurnQuestion(turn, false);
        boolean isHere = !turn.isDropped()
                && parts.chats().get(chat -> {
                    parts.room().evenIfTheStoreFails(chat::sync);
                    return question.isIn(chat);
                });
        View own = isHere ? viewing.take() : null;
        if (own != null && turn.isAllOf(own)) {
            return own;
        }
        if (own != null && turn.view().messages().isEmpty()) {
            return without(own, turn);
        }
        View continued = continued(turn.view(), turn);
        return own == null || fits(continued) ? continued : without(own, turn);
    }

    /** The view of a turn that began with no message at all: its own messages if they fit. */
    View ownView(TurnHandle turn) {
        View own = continued(NOTHING, turn);
        return fits(own) ? own : view(turn);
    }

    /** True if a view has the message. */
    private static boolean shows(View view, long sequence) {
        return view.parts().stream().anyMatch(part -> part.sequence() == sequence);
    }

    /** True if a view is within the hard limit. */
    private boolean fits(View view) {
        return parts.chats()
                .get(chat -> chat.shown().meter().measure(view.tokens())
                        <= chat.rules().policy().hardLimitTokens());
    }

    /** The view that the turn began with, and its own messages. */
    private View continued(View begun, TurnHandle turn) {
        Draft draft = new Draft();
        for (int i = 0; i < begun.messages().size(); i++) {
            draft.add(begun.messages().get(i), begun.parts().get(i));
        }
        turn.messages().forEach(message -> draft.add(message, new ViewPart(ViewPart.Kind.ORIGINAL, 0)));
        return draft.view(begun);
    }

    /** A view without what other turns have added since the turn began, and with the turn's question. */
    private View without(View now, TurnHandle turn) {
        Draft draft = new Draft();
        boolean isAsked = false;
        for (int i = 0; i < now.messages().size(); i++) {
            ViewPart part = now.parts().get(i);
            if (turn.owns(part.sequence())
                    && part.sequence() != turn.question()
                    && !isAsked
                    && !shows(now, turn.question())) {
                draft.add(turn.messages().get(0), new ViewPart(ViewPart.Kind.PINNED, turn.question()));
                isAsked = true;
            }
            if (part.kind() != ViewPart.Kind.FILLER && part.kind() != ViewPart.Kind.EXPANSION && turn.shows(part)) {
                draft.add(now.messages().get(i), part);
                isAsked |= part.sequence() == turn.question();
            }
        }
        if (!isAsked) {
            draft.add(turn.messages().get(0), new ViewPart(ViewPart.Kind.PINNED, turn.question()));
        }
        return draft.view(now);
    }

    /**
     * Counts what the provider reported, and has room made in the background if it is due after that.
     *
     * @param measure corrects the chat's count by the report, under the lock
     */
    void reported(Usage usage, Consumer<Chat> measure) {
        parts.reporter().counts().chatUsed(usage);
        relieve(parts.chats().get(chat -> {
            measure.accept(chat);
            parts.room().costs().reported(chat, usage);
            return due(chat, TriggerPoint.AFTER_RESPONSE);
        }));
    }

    /** Has room made in the background if that is due after an interruption. */
    void interrupted() {
        relieve(parts.chats().get(chat -> due(chat, TriggerPoint.INTERRUPTED)));
    }

    /** Adds what was shown of the answer if the chat awaits one. */
    void interrupted(String partialAnswer) {
        relieve(parts.appending(chat -> {
            chat.sync();
            if (Turns.awaitsAnswer(chat.stored().active())) {
                chat.add(List.of(Message.assistant(partialAnswer)));
                parts.reporter().messages(chat);
            }
            return due(chat, TriggerPoint.INTERRUPTED);
        }));
    }

    /** Ends the turn that the chat ends with, if it waits for results of calls which are all of the turn. */
    void answeredByTools(Predicate<ToolCall> isOfTurn, List<Message> known, String answer) {
        relieve(parts.appending(chat -> {
            chat.sync();
            List<ToolCall> open = Turns.openCalls(chat.stored().active(), Entry::message);
            if (open.isEmpty() || !open.stream().allMatch(isOfTurn)) {
                return null;
            }
            chat.add(end(open, known, answer));
            parts.reporter().messages(chat);
            return due(chat, TriggerPoint.AFTER_RESPONSE);
        }));
    }

    /** What ends a turn of {@code messages} that is answered by its tools; empty if they do not end with calls. */
    static List<Message> answers(List<Message> messages, List<Message> known, String answer) {
        List<ToolCall> open = Turns.openCalls(messages, Function.identity());
        return open.isEmpty() ? List.of() : end(open, known, answer);
    }

    /** A result for each call, by its id or else in order, and the answer. */
    private static List<Message> end(List<ToolCall> open, List<Message> known, String answer) {
        List<Message> end = new ArrayList<>();
        for (int i = 0; i < open.size(); i++) {
            ToolCall call = open.get(i);
            String inOrder = known.size() == open.size() ? known.get(i).text() : answer;
            String text = known.stream()
                    .filter(result -> result.toolCallId().equals(call.id()))
                    .map(Message::text)
                    .findFirst()
                    .orElse(inOrder);
            end.add(Message.toolResult(call.id(), call.name(), text));
        }
        end.add(Message.assistant(answer));
        return end;
    }

    /** Reason of a run that is due; {@code null} if none is. */
    private @Nullable Reason due(Chat chat, TriggerPoint point) {
        if (!parts.room().isDue(chat, point)) {
            return null;
        }
        return point == TriggerPoint.INTERRUPTED
                ? Reason.INTERRUPTED
                : parts.room().reason(chat);
    }

    /** Starts a run in the background if there is a reason, and flushes events; called without the lock. */
    private void relieve(@Nullable Reason reason) {
        if (reason != null) {
            parts.room().inBackground(reason);
        }
        parts.reporter().flush();
    }

    /** Messages of a view, made valid one by one. */
    private final class Draft {
        private final List<Message> messages = new ArrayList<>();
        private final List<ViewPart> shown = new ArrayList<>();
        private final Repair repair = new Repair(false);
        private final CallIds ids = new CallIds();

        @SuppressWarnings("ReferenceEquality") // What is accepted passes as the same instance.
        void add(Message message, ViewPart part) {
            Message named = ids.accept(message);
            for (Message accepted : repair.accept(named)) {
                messages.add(accepted);
                shown.add(accepted == named ? part : new ViewPart(ViewPart.Kind.FILLER, 0));
            }
        }

        View view(View like) {
            return new View(
                    parts.chats().get(chat -> chat.shownToTurn(messages)),
                    List.copyOf(shown),
                    like.complete(),
                    edits.tokens(messages),
                    like.systemTokens(),
                    like.stateTokens(),
                    edits.tokens(messages.stream()
                            .filter(message -> message.role() == Role.TOOL)
                            .toList()),
                    0,
                    like.leftOut(),
                    like.prunedResults(),
                    like.compressions(),
                    like.outcome());
        }
    }
}
