package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.TranscriptEdit;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.RecallTool;
import io.github.sessioncompression.run.Locked;
import io.github.sessioncompression.search.RecallCalls;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.thinking.RequestPrefix;
import io.github.sessioncompression.token.ContextMeter;
import io.github.sessioncompression.token.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Operations of a {@link Conversation} for a framework's chat memory: edits of the whole list, views that hold
 * throughout a turn, what the provider reported.
 *
 * <p>Safe for use by many threads.
 */
public final class FrameworkChat {
    /** Text in place of the answer of a turn that was interrupted before it had one. */
    public static final String INTERRUPTED = "(Interrupted before an answer.)";

    private final ConversationParts parts;
    private final Locked<Chat> chats;
    private final ViewMaker viewing;
    private final ConversationTurns turns;

    FrameworkChat(ConversationParts parts) {
        this.parts = parts;
        this.chats = parts.chats();
        this.viewing = new ViewMaker(parts, true);
        this.turns = new ConversationTurns(parts);
    }

    /**
     * The messages to send to the model now, for frameworks that ask more than once in a turn and must not wait.
     *
     * <p>As {@link Conversation#view}, but from the last view before its question on, each view of a turn is an exact extension of the
     * one before: what was compressed in between shows when the turn has its answer, or at once above the hard limit. Waits for a
     * compression only with {@code SYNC} execution.
     *
     * @throws CompressionFailedException if the policy says {@code SYNC} and {@code THROW}, and a compression failed
     */
    public View steadyView() {
        return viewing.take();
    }

    /**
     * Begins a turn: its handle has the {@link #steadyView} that the turn's requests begin with.
     *
     * @throws CompressionFailedException as {@link #steadyView} does
     */
    public TurnHandle begin() {
        return turns.begin();
    }

    /**
     * Begins a turn by its question, which is appended, for callers that take the view after that.
     *
     * @throws RuntimeException whatever the store throws if it can't keep the messages
     */
    public TurnHandle begin(List<Message> question) {
        return turns.begin(given(question));
    }

    /**
     * Appends messages of a turn, the question first: as {@link Conversation#append(List)} does, but in the session of the turn's
     * question, whichever is the current one by now.
     *
     * <p>Nothing is stored once the question is gone, because its chat was cleared or its session deleted: that is logged once, and the
     * turn continues in memory. What follows is part of {@link #view(TurnHandle)} all the same.
     *
     * @return the handle for what follows
     * @throws RuntimeException whatever the store throws if it can't keep the messages
     */
    public TurnHandle append(TurnHandle turn, List<Message> messages) {
        return turns.append(Objects.requireNonNull(turn, "turn"), Bounds.all("messages", messages));
    }

    /**
     * The messages for the next request of a turn: as {@link #steadyView}, but with nothing that other turns added since this one
     * began. The last user message is the turn's question, no matter which session it is in.
     *
     * @throws CompressionFailedException as {@link #steadyView} does
     */
    public View view(TurnHandle turn) {
        return turns.view(Objects.requireNonNull(turn, "turn"));
    }

    /** As {@link #view(TurnHandle)}, for a turn whose first request had nothing before its question: the next ones extend that one. */
    public View ownView(TurnHandle turn) {
        return turns.ownView(Objects.requireNonNull(turn, "turn"));
    }

    /**
     * Attaches what an adapter has of a turn to {@code carrier}, an object that the framework passes back with the turn's calls: found by
     * {@link #carried} with the very instance, for every adapter of this compressor, while the instance lives.
     */
    public void carry(Object carrier, Object turn) {
        parts.shared().carried().put(carrier, turn);
    }

    /** What {@link #carry} attached to {@code carrier}; {@code null} if there is nothing of the type. */
    public <T> @Nullable T carried(Object carrier, Class<T> type) {
        Object turn = parts.shared().carried().getIfPresent(carrier);
        return type.isInstance(turn) ? type.cast(turn) : null;
    }

    /**
     * Makes the conversation match {@code messages}, for applications that edit their chat.
     *
     * <p>The messages of the last view may be passed: its state stays with the messages it covers, placeholders count as the
     * results they replace, and the messages are replaced from the first difference on. Nothing changes if there is no
     * difference. The view may be one of the last few: what was compressed since stays so unless the difference is in it. Messages
     * that the list does not show because its state covers them stay; without that state everything is replaced. A state that is
     * none of this conversation's is a message like any other: {@link #set(StateDocument, List)} takes over one. Starts no
     * compression; one that is running is discarded if something changes.
     *
     * @throws IllegalArgumentException if {@code messages} is empty; {@link Conversation#clear} is for that
     * @throws RuntimeException whatever the store throws if it can't keep the messages
     */
    public void set(List<Message> messages) {
        List<Message> given = given(messages);
        put(edit -> edit.trySet(given));
    }

    /**
     * Makes the conversation consist of a state, which the caller has kept, and of the messages that follow it, regardless of what there was.
     *
     * <p>For callers that keep states themselves; what the state covers is not in the transcript. Starts no compression; one that
     * is running is discarded.
     *
     * @param state what was there before {@code messages}; may be empty
     * @throws IllegalArgumentException if {@code messages} is empty; a state alone is no conversation
     * @throws RuntimeException whatever the store throws if it can't keep the messages
     */
    public void set(StateDocument state, List<Message> messages) {
        Objects.requireNonNull(state, "state");
        List<Message> given = given(messages);
        put(edit -> edit.trySet(state, given));
    }

    private static List<Message> given(List<Message> messages) {
        List<Message> given = Bounds.all("messages", messages);
        if (given.isEmpty()) {
            throw new IllegalArgumentException("messages must hold at least one message");
        }
        return given;
    }

    /** Edits the chat under its lock, again if another process was faster; then the switch, counts and large messages are followed up. */
    private void put(Predicate<TranscriptEdit> tryIt) {
        chats.run(chat -> {
            chat.sync();
            Instant now = parts.shared().clock().instant();
            String before = chat.stored().incarnation();
            long last = chat.stored().lastSequence();
            TranscriptEdit edit = new TranscriptEdit(parts.shared().store(), parts.id(), chat, now);
            chat.until(() -> tryIt.test(edit));
            LargeMessages.reportAdded(chat, last, parts.reporter());
            chat.keepSwitch(parts.shared().clock());
            if (!before.equals(chat.stored().incarnation())) {
                chat.edited(before);
            }
            parts.reporter().messages(chat);
        });
        parts.reporter().flush();
    }

    /**
     * From now on a system message takes the place of the one before it, for frameworks in which a chat has one system prompt
     * at a time.
     *
     * <p>Otherwise each keeps its place. Holds in this process, so call it before the first view. Cheap, and calling it
     * again changes nothing.
     */
    public void onlyLatestSystem() {
        chats.run(chat -> chat.shown().onlyLatestSystem());
    }

    /**
     * From now on views hold no system prompt of their own for the framework: it adds one to each request, and may add another
     * with the next.
     *
     * <p>Thinking in the views of a later turn is shown only if {@link #call} sees the whole request. Holds in this process, so set it before
     * the first view. Cheap, and calling it again changes nothing.
     */
    public void systemElsewhere() {
        chats.run(chat -> chat.shown().systemElsewhere());
    }

    /**
     * Records what the provider reported about the request that carried the last view, and the user's messages added since.
     *
     * <p>Report each model call by itself, never a sum over several. It corrects the local count from then on, and is added to
     * {@link CompressionStats#chatUsage()}.
     */
    public void reportUsage(Usage usage) {
        Objects.requireNonNull(usage, "usage");
        turns.reported(usage, chat -> {
            ContextMeter meter = chat.shown().meter();
            meter.media(chat.shown().context().snapshot());
            meter.report(usage);
            parts.heedReport(chat, chat.model());
        });
    }

    /**
     * Looks at a request that is about to be sent: see {@link ModelCall}. For adapters that see the whole request.
     *
     * @throws CompressionFailedException if the policy says {@code SYNC} and {@code THROW}, and a compression failed
     */
    public ModelCall call(ModelCall.Request request) {
        Objects.requireNonNull(request, "request");
        return new ModelCall(parts, turns, request, null);
    }

    /** Looks at a request of a turn: as {@link #call(ModelCall.Request)} does, with what is known of the turn. */
    public ModelCall call(ModelCall.Request request, TurnHandle turn) {
        Objects.requireNonNull(request, "request");
        return new ModelCall(parts, turns, request, Objects.requireNonNull(turn, "turn"));
    }

    /**
     * Records that the framework gives out {@code messages} instead of the {@link #steadyView} that it has just taken: some less, or some
     * more. Thinking in the next answer is bound to them, and to what is added until then.
     */
    public void handedOut(List<Message> messages) {
        List<Message> given = Bounds.all("messages", messages);
        chats.run(chat -> chat.handedOut(given));
    }

    /**
     * Records that the model has given {@code answer} to {@code request}, before the answer is added, for adapters that see requests without
     * {@link #call}. So thinking in it is sent back behind these messages only, regardless of what was sent beside the last view.
     */
    public void answered(List<Message> request, Message answer) {
        List<Message> sent = Bounds.all("request", request);
        if (answer.hasThinking()) {
            chats.run(chat -> chat.answers().seen(answer, RequestPrefix.of(sent)));
        }
    }

    /**
     * Records that the turn was interrupted before its answer was complete, as {@link #interrupted()} does, and ends it: so that
     * the next user message does not follow upon a question without an answer.
     *
     * @param partialAnswer what the user has seen of the answer; if it is blank, {@value #INTERRUPTED} replaces it. Nothing
     *     is added to a turn that has its answer
     */
    public void interrupted(String partialAnswer) {
        Objects.requireNonNull(partialAnswer, "partialAnswer");
        turns.interrupted(partialAnswer.isBlank() ? INTERRUPTED : partialAnswer);
    }

    /**
     * Ends a turn that was interrupted as {@link #interrupted(String)} does, in the session of its question.
     *
     * @return the handle with what was added
     */
    public TurnHandle interrupted(TurnHandle turn, String partialAnswer) {
        Objects.requireNonNull(partialAnswer, "partialAnswer");
        TurnHandle ended = turns.interrupted(
                Objects.requireNonNull(turn, "turn"), partialAnswer.isBlank() ? INTERRUPTED : partialAnswer);
        interrupted();
        return ended == null ? turn : ended;
    }

    /** As {@link #answeredByTools(TurnHandle, List, String)}, for a turn without a handle: no effect if the chat does not end with calls of it. */
    public void answeredByTools(Predicate<ToolCall> isOfTurn, List<Message> results, String answer) {
        turns.answeredByTools(Objects.requireNonNull(isOfTurn, "isOfTurn"), Bounds.all("results", results), answer);
    }

    /**
     * Ends a turn whose answer comes from its tools instead of the model: results that the user is shown as they are, or the refusal of more calls.
     * For frameworks that give neither to the memory. Adds the results of the calls that the turn ends with, the answer for each that has none,
     * and the answer itself; no effect if the turn does not end with calls.
     *
     * @param results the results that are known, by their calls' ids, or one for each call in order
     * @param answer what the user was shown
     */
    public TurnHandle answeredByTools(TurnHandle turn, List<Message> results, String answer) {
        return turns.append(turn, ConversationTurns.answers(turn.messages(), results, answer));
    }

    /** True if the model of this conversation gets the {@link RecallTool}s: the policy compresses, and offers them. */
    public boolean offersRecall() {
        CompressionPolicy policy = parts.rules().policy();
        return policy.enabled() && policy.state().historyTools();
    }

    /**
     * Answer of a recall tool to the model of this conversation: messages of it, quoted as data, at most
     * 16,000 characters.
     *
     * <p>Never throws because of what a model writes or because the store fails: then the answer reports that.
     *
     * @param arguments the call's arguments as the model wrote them
     */
    public String recall(RecallTool tool, String arguments) {
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(arguments, "arguments");
        return new RecallCalls(parts.id(), new Recall(parts).history()).answer(tool, arguments);
    }

    /** Records that the turn was interrupted before its answer: compresses in the background if the policy asks for it. */
    public void interrupted() {
        turns.interrupted();
    }
}
