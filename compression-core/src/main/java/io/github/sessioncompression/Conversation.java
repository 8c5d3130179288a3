package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

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
 * and by many processes over one store: whoever comes second takes over what the first has written. No method waits for
 * a compression model but {@link #compress}, and {@link #view} where the policy says so. What only a framework's chat memory needs
 * is behind {@link #framework}.
 */
public final class Conversation {
    private final Workings workings;
    private final Guarded<Chat> chats;
    private final FrameworkChat framework;
    private final Viewing viewing;

    Conversation(Workings workings) {
        this.workings = workings;
        this.chats = workings.chats();
        this.framework = new FrameworkChat(workings);
        this.viewing = new Viewing(workings, false);
    }

    /** The compressor keeps this no longer. */
    void evicted() {
        workings.reporter().evicted();
    }

    /** The application's name for this conversation. */
    public String id() {
        return workings.id();
    }

    /** The policy that this conversation follows. */
    public CompressionPolicy policy() {
        return workings.rules().policy();
    }

    /** What a framework's chat memory says to this conversation and an application need not. */
    public FrameworkChat framework() {
        return framework;
    }

    /** What messages cost in a request by the local count, in tokens. */
    public int tokens(List<Message> messages) {
        long sum = IntStream.of(workings.rules().tokens().counts(messages))
                .asLongStream()
                .sum();
        return (int) Math.min(Integer.MAX_VALUE, sum);
    }

    /** Adds messages at the end, as {@link #append(List)} does. */
    public void append(Message... messages) {
        append(List.of(messages));
    }

    /**
     * Adds messages at the end of the transcript, all or none.
     *
     * <p>A system message with the text of the last one is not added again. After an assistant's answer without tool calls a
     * compression may start in the background.
     *
     * @throws RuntimeException whatever the store throws if it can't keep the messages; none is added then
     */
    public void append(List<Message> messages) {
        Objects.requireNonNull(messages, "messages");
        if (messages.isEmpty()) {
            return;
        }
        int[] tokens = workings.rules().tokens().counts(messages);
        boolean relieve = chats.get(chat -> {
            Restoration.Again again = Restoration.again(workings, chat, messages);
            if (again == Restoration.Again.NOTHING) {
                chat.add(messages, tokens);
            }
            if (again != Restoration.Again.ALL) {
                noteQuestions(chat, messages, tokens);
            }
            chat.keepSwitch(workings.shared().clock().instant());
            workings.reporter().messages(chat);
            return again != Restoration.Again.ALL
                    && endsTurn(messages)
                    && workings.relief().isDue(chat, TriggerPoint.AFTER_RESPONSE);
        });
        if (relieve) {
            workings.relief().inBackground(chats.get(workings.relief()::reason));
        }
        workings.reporter().flush();
    }

    /**
     * A framework may take the view before it adds the question and send both: a user's message that comes after the view was in
     * the request that is reported next, because nothing else comes between a question and its answer.
     */
    private static void noteQuestions(Chat chat, List<Message> messages, int[] tokens) {
        for (int i = 0; i < tokens.length; i++) {
            if (messages.get(i).role() == Role.USER) {
                chat.shown().meter().sentToo(tokens[i]);
            }
        }
    }

    private static boolean endsTurn(List<Message> messages) {
        Message last = messages.get(messages.size() - 1);
        return last.role() == Role.ASSISTANT && !last.callsTools();
    }

    /**
     * What to send to the model now.
     *
     * <p>Cheap: its cost does not grow with the conversation. It waits for a compression only with {@code SYNC} execution or
     * above the hard limit, and then no longer than the model's time limit. It does not throw because a model or the store
     * failed, but for the failure policy {@code THROW}.
     *
     * @throws CompressionFailedException if a compression failed that had to be waited for and the policy says {@code THROW}
     */
    public View view() {
        return viewing.take();
    }

    /** Compresses everything but the current turn and what is pinned, on this thread. */
    public Outcome compress() {
        return compress(Focus.none());
    }

    /**
     * Compresses everything but the current turn and what is pinned, on this thread, keeping {@code focus} before all else.
     *
     * <p>Works at any size and also where compression is switched off.
     *
     * @throws CompressionFailedException if it failed and the policy says {@code THROW}
     */
    public Outcome compress(Focus focus) {
        Objects.requireNonNull(focus, "focus");
        Outcome outcome = workings.relief().compressNow(focus);
        chats.run(chat -> chat.shown().release());
        return outcome;
    }

    /** Turns old tool results into placeholders, whatever the context's size; the current turn's stay. */
    public Outcome prune() {
        Outcome outcome = chats.get(chat -> {
            chat.sync();
            Outcome pruned = workings.relief().pruneNow(chat);
            chat.shown().release();
            return pruned;
        });
        workings.reporter().flush();
        return outcome;
    }

    /** What would be done about the context now, without doing it. */
    public Plan plan() {
        return chats.get(chat -> {
            chat.sync();
            return workings.relief().plan(chat);
        });
    }

    /** Where this conversation stands. */
    public Status status() {
        boolean running = workings.shared().flights().isRunning(id());
        return chats.get(chat -> {
            chat.sync();
            ShownChat shown = chat.shown();
            Context context = shown.context();
            return new Status(
                    id(),
                    chat.isEnabled(),
                    running,
                    chat.stored().lastSequence(),
                    chat.stored().active().size(),
                    chat.stored().boundary(),
                    shown.size(),
                    context.systemTokens(),
                    context.stateTokens(),
                    context.tokens() - context.systemTokens() - context.stateTokens(),
                    context.toolTokens(),
                    policy().triggerTokens(),
                    policy().hardLimitTokens(),
                    policy().contextWindow(),
                    Optional.of(shown.state()).filter(state -> !state.isEmpty()),
                    workings.reporter().stats());
        });
    }

    /** The current compression record; empty before the first compression or pruning. */
    public Optional<CompressionRecord> record() {
        return workings.shared().store().current(id());
    }

    /** Every message of the transcript in order, erased ones left out: read from the store, so it takes its time. */
    public List<Message> transcript() {
        return new StoredMessages(workings.shared().store(), id())
                .between(0, Long.MAX_VALUE).stream().map(Entry::message).toList();
    }

    /** Whether this conversation is compressed at all, as far as this process knows: nothing is read from the store. */
    public boolean enabled() {
        return chats.get(Chat::isEnabled);
    }

    /**
     * Switches compression on or off for this conversation, for all processes and until it is switched again.
     *
     * <p>What is compressed stays compressed. {@code true} has no effect while the policy as a whole is disabled.
     */
    public void enabled(boolean on) {
        chats.run(chat -> {
            chat.sync();
            chat.enable(on, workings.shared().clock().instant());
        });
    }

    /**
     * Deletes the conversation: transcript, state and statistics.
     *
     * <p>Beats a compression that is running: its result is discarded. Calling it again changes nothing. What the last
     * views showed may be added again, whole or in part, edited or not, within a few seconds and before the next view: then the state
     * comes back with the messages it covers, and no compression starts because of them.
     */
    public void clear() {
        chats.run(chat -> {
            chat.sync();
            if (!chat.stored().isEmpty()) {
                workings.shared().cleared().put(id(), Restoration.of(workings.rules(), chat));
            }
            chat.delete();
            workings.shared().flights().forget(id());
            workings.reporter().cleared();
        });
        workings.reporter().flush();
    }
}
