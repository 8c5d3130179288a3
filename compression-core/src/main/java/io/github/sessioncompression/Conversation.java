package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.StepOrder;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.ConversationExport;
import io.github.sessioncompression.store.RecordDiff;
import io.github.sessioncompression.store.StoreRules;
import io.github.sessioncompression.text.LogText;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import io.github.sessioncompression.transcript.ConversationReader;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One chat: messages go in, a view that fits the model's window comes out.
 *
 * <pre>{@code
 * Conversation chat = compressor.conversation("user-42");
 * chat.append(Message.user("When does my order arrive?"));
 * View view = chat.view();
 * chat.append(Message.assistant(callTheModel(view.messages())));
 * }</pre>
 *
 * <p>The transcript only grows; views are derived from it and from the compression record. Safe for use by many threads,
 * and by many processes over one store: the second writer takes over what the first has written. No method waits for a compression
 * model but {@link #compress}, and {@link #view} if the policy requires it. {@link #framework} is for a framework's chat memory.
 */
public final class Conversation {
    private final ConversationParts parts;
    private final FrameworkChat framework;
    private final ViewMaker viewing;
    private final ConversationEdits edits;

    Conversation(ConversationParts parts) {
        this.parts = parts;
        this.framework = new FrameworkChat(parts);
        this.viewing = new ViewMaker(parts, false);
        this.edits = new ConversationEdits(parts);
    }

    ConversationParts parts() {
        return parts;
    }

    /** The application's name for this conversation. */
    public String id() {
        return parts.id();
    }

    /** The policy that this conversation follows. */
    public CompressionPolicy policy() {
        return parts.rules().policy();
    }

    /** The operations that a framework's chat memory needs and an application does not. */
    public FrameworkChat framework() {
        return framework;
    }

    /** Cost of messages in a request by the local count, in tokens. */
    public int tokens(List<Message> messages) {
        return edits.tokens(Bounds.all("messages", messages));
    }

    /** Adds messages as {@link #append(List)} does. */
    public void append(Message... messages) {
        append(Arrays.asList(Objects.requireNonNull(messages, "messages")));
    }

    /**
     * Adds messages at the end of the transcript, all or none. A system message with the text of the last one is not added again.
     * After an assistant's answer without tool calls a compression may start in the background.
     *
     * @throws RuntimeException the store's exception if it can't keep the messages; none is added then, unless only the store's
     *     answer was lost: who wants to repeat it gives it {@linkplain #append(List, String) a key}
     */
    public void append(List<Message> messages) {
        append(messages, parts.shared().newId().get());
    }

    /**
     * Adds messages at the end of the transcript, all or none, and once: a caller that has not heard whether an append succeeded, for
     * instance because the store threw, repeats it with the same key.
     *
     * @param key names this append, 1 to 64 characters; the last 100 of a conversation are remembered
     * @throws IllegalArgumentException if {@code key} is out of range
     * @throws RuntimeException the store's exception if it can't keep the messages
     */
    public void append(List<Message> messages, String key) {
        List<Message> added = Bounds.all("messages", messages);
        StoreRules.requireKey(key);
        if (!added.isEmpty()) {
            edits.append(added, key);
        }
    }

    /**
     * The messages to send to the model now.
     *
     * <p>Cheap: its cost does not grow with the conversation. It waits for a compression only with {@code SYNC} execution,
     * and then no longer than the model's time limit for a whole compression; otherwise an extract is shown above the
     * hard limit. It throws for no other failure of a model or the store than the one below.
     *
     * @throws CompressionFailedException if the policy has {@code SYNC} and {@code THROW}, and a compression failed
     */
    public View view() {
        return viewing.take();
    }

    /**
     * The messages for one call of the model, within a size of its own; later views are as if it had not been taken.
     *
     * <p>If the ordinary {@link #view()} is larger, its oldest turns are left out; the last one stays even if it alone is too large.
     * A list of its messages must not be passed to {@link FrameworkChat#set(List)}.
     *
     * @param maxTokens the most tokens of the view, 1 to 1,000,000,000
     * @throws CompressionFailedException as {@link #view()} does
     */
    public View view(int maxTokens) {
        return viewing.within(Bounds.within("maxTokens", maxTokens, 1, ModelLimits.MAX_WINDOW));
    }

    /** Compresses everything but the current turn and what is pinned, on this thread. */
    public Outcome compress() {
        return compress(Focus.none());
    }

    /**
     * Compresses everything but the current turn and what is pinned, on this thread, keeping {@code focus} before all else. Works
     * at any size and also if compression is switched off.
     *
     * @throws CompressionFailedException if it failed and the policy says {@code THROW}
     */
    public Outcome compress(Focus focus) {
        return edits.compress(StepOrder.COMPRESS_NOW, focus);
    }

    /**
     * Compresses as {@link #compress(Focus)} does, and the answered tool calls of the current turn too: its user message, the last
     * answered calls and what follows them stay. For agents, whose one turn may be hundreds of calls long; one without tool calls stays whole.
     *
     * @throws CompressionFailedException if it failed and the policy says {@code THROW}
     */
    public Outcome compressAll(Focus focus) {
        return edits.compress(StepOrder.COMPRESS_INTO_TURN_NOW, focus);
    }

    /** Compresses as {@link #compress(Focus)} does, on a background thread; throws RejectedExecutionException if none takes it. */
    public CompletableFuture<Outcome> compressAsync(Focus focus) {
        return parts.shared().background().supply(() -> compress(focus));
    }

    /** Ends the compression that is under way in this process, if there is one: it has no effect, and a caller that waits for it continues. */
    public boolean abort() {
        return parts.shared().running().abort(id());
    }

    /** Turns old tool results into placeholders, regardless of the context's size; the current turn's stay. */
    public Outcome prune() {
        return edits.prune();
    }

    /** Plans what would be done about the context now, without doing it. */
    public Plan plan() {
        return edits.plan();
    }

    /** Status of this conversation. */
    public Status status() {
        return edits.status(true);
    }

    Status statusWithoutState() {
        return edits.status(false);
    }

    /**
     * Keeps a message with its tool calls and results verbatim in every view, for all processes; one that the state covers comes back.
     *
     * @throws IllegalArgumentException if there is no such message, or if it is a system message, which stays anyway
     */
    public void pin(long sequence) {
        edits.pin(sequence, true);
    }

    /**
     * Adds a standing rule: a pinned user message, since a system message would take the prompt's place in some frameworks. Without effect if one
     * with that text is pinned already.
     */
    public void pin(String text) {
        edits.pin(text);
    }

    /** Lets a pinned message go into the state with the next compression; throws as {@link #pin(long)} does. */
    public void unpin(long sequence) {
        edits.pin(sequence, false);
    }

    /** The pinned messages that views show, in order, whether pinned here, by a rule, or by their own {@link Message#pinned()}. */
    public List<Entry> pins() {
        return edits.pins();
    }

    /** The current compression record; empty before the first compression, pruning or extract that stands in. */
    public Optional<CompressionRecord> record() {
        return parts.shared().store().current(id());
    }

    /** The compression records that the store keeps, oldest first; an erasure takes all but the current one, the last, away. */
    public List<CompressionRecord> history() {
        return parts.shared().store().history(id());
    }

    /** The difference between the states that two records of {@link #history} show; a version without a record is refused. */
    public RecordDiff diff(long fromVersion, long toVersion) {
        return edits.diff(fromVersion, toVersion);
    }

    /**
     * Makes an earlier record of {@link #history} hold again, as a new version: what was compressed since is shown in full, or is
     * in the state as it was then. A compression that is running is discarded. The version before can be gone back to in the same way.
     *
     * @param version the record's {@linkplain CompressionRecord#version() version}
     * @throws IllegalArgumentException if there is no record of that version
     */
    public void rollback(long version) {
        edits.rollback(version);
    }

    /**
     * Erases a message for good: from the transcript, the views of all processes, and everything that the state has of it. Items of the
     * state made of it go, as do those without a known source; if less than half is left, the state is rewritten, offline and on
     * this thread. Earlier records go, too. A compression that is running is discarded.
     *
     * @param sequence the message's place, as {@link View#parts} and {@link #entries} have it
     * @return true if there was such a message; if there was none, what the state has of it goes all the same
     * @throws RuntimeException the store's exception; the message may be there or not then, so call it again
     */
    public boolean erase(long sequence) {
        return edits.erase(sequence);
    }

    /**
     * The conversation as one JSON document, for {@link SessionCompressor#importConversation}: messages, current record, state and
     * statistics. What a framework's messages hold beyond what {@link Message} describes is left out.
     *
     * @throws IllegalStateException if there is no such conversation yet
     */
    public String export() {
        return ConversationExport.of(parts.shared().store(), id())
                .orElseThrow(() ->
                        new IllegalStateException("conversation '" + LogText.name(id()) + "' has nothing to export"))
                .write(MessageCodec.neutral());
    }

    /** Every message of the transcript with its place, in order, erased ones left out: read from the store, so it takes its time. */
    public List<Entry> entries() {
        return new ConversationReader(parts.shared().store(), id()).all();
    }

    /**
     * The messages that an item of the state was made of, in order, erased ones left out: read from the store, so it takes its time.
     *
     * @param item an item of {@link #record}'s state; one that names {@value StateItem#MAX_SOURCES} messages may have been made
     *     of others between them, too, and one without sources gives none
     */
    public List<Entry> explain(StateItem item) {
        return new ConversationReader(parts.shared().store(), id())
                .at(Objects.requireNonNull(item, "item").sources());
    }

    /** Every message of the transcript in order, erased ones left out: read from the store, so it takes its time. */
    public List<Message> transcript() {
        return entries().stream().map(Entry::message).toList();
    }

    /** The sessions of this chat: the current one, which this conversation is, and earlier ones, which have none themselves. */
    public Sessions sessions() {
        if (isEarlierSession()) {
            throw new IllegalStateException("an earlier session has no sessions of its own");
        }
        return new Sessions(parts);
    }

    /** True if this is an earlier session of a chat, under the id that {@link Sessions#list} names. */
    public boolean isEarlierSession() {
        return !SessionIndex.chatOf(id()).equals(id());
    }

    /** Finds messages that have left the context: search, segments, and their messages. */
    public Recall recall() {
        return new Recall(parts);
    }

    /** True if this conversation is compressed at all, as far as this process knows: nothing is read from the store. */
    public boolean enabled() {
        return parts.chats().get(Chat::isEnabled);
    }

    /**
     * Switches compression on or off for this conversation, for all processes and until it is switched again. What is compressed
     * stays compressed. {@code true} has no effect while the policy as a whole is disabled.
     */
    public void enabled(boolean on) {
        edits.enable(on);
    }

    /**
     * Deletes the conversation: transcript, state and statistics. Beats a compression that is running: its result is discarded.
     * Calling it again changes nothing. Messages that are added again begin a new conversation; {@link FrameworkChat#set} edits one.
     */
    public void clear() {
        edits.clear();
    }
}
