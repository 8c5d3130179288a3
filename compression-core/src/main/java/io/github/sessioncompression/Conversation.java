package io.github.sessioncompression;

import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
 * a compression model but {@link #compress}, and {@link #view} where the policy says so.
 */
public final class Conversation {
    private static final Logger log = LoggerFactory.getLogger(Conversation.class);
    /** What the assistant is taken to have said where a turn was interrupted before it said anything. */
    public static final String INTERRUPTED = "(Interrupted before an answer.)";

    private static final int MAX_TRIES = 1_000;

    private final String id;
    private final Engine engine;
    private final Guard guard = new Guard();
    private final StoredMessages stored;
    private final WorkingSet set;
    private final ViewLedger ledger = new ViewLedger();
    private final SteadyContext steady = new SteadyContext();
    private final Reporter reporter;
    private final Relief relief;
    /** What {@link #enabled(boolean)} said before there was a conversation in the store to say it of. */
    private @Nullable Boolean enabledFromStart;

    Conversation(String id, Engine engine) {
        this.id = id;
        this.engine = engine;
        this.stored = new StoredMessages(engine.store(), id);
        this.set = new WorkingSet(engine, id);
        this.reporter = new Reporter(id, engine);
        this.relief = new Relief(id, engine, guard, set, ledger, reporter);
    }

    /** The compressor keeps this no longer: the totals are about what it keeps. */
    void evicted() {
        reporter.messages(0, 0);
    }

    /** The application's name for this conversation. */
    public String id() {
        return id;
    }

    /** The policy that this conversation follows. */
    public CompressionPolicy policy() {
        return engine.policy();
    }

    /** What messages cost in a request by the local count, in tokens. */
    public int tokens(List<Message> messages) {
        return (int) Math.min(
                Integer.MAX_VALUE,
                IntStream.of(engine.tokens().counts(messages)).asLongStream().sum());
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
        if (messages.isEmpty()) {
            return;
        }
        int[] tokens = engine.tokens().counts(messages);
        boolean again = guard.get(() -> {
            Restoration before = engine.cleared().getIfPresent(id);
            boolean known = before != null && before.knows(messages);
            if (before != null && known) {
                before.addAgain(engine, set, messages, this::add);
            } else {
                engine.cleared().invalidate(id);
                add(messages, tokens);
                noteQuestions(messages, tokens);
            }
            switchFromStart();
            reporter.messages(set.lastSequence(), set.active().size());
            return known;
        });
        reporter.flush();
        Message last = messages.get(messages.size() - 1);
        if (!again && last.role() == Role.ASSISTANT && !last.callsTools()) {
            relief.afterTurn(TriggerPoint.AFTER_RESPONSE);
        }
    }

    /**
     * A framework may take the view before it adds the question and send both: a user's message that comes after the view was in
     * the request that is reported next, because nothing else comes between a question and its answer.
     */
    private void noteQuestions(List<Message> messages, int[] tokens) {
        for (int i = 0; i < tokens.length; i++) {
            if (messages.get(i).role() == Role.USER) {
                set.meter().sentToo(tokens[i]);
            }
        }
    }

    private void add(List<Message> messages) {
        add(messages, engine.tokens().counts(messages));
    }

    /** Adds messages to the store and to the working set. Under the guard. */
    private void add(List<Message> messages, int[] tokens) {
        for (int tries = 1; !set.append(messages, tokens); tries++) {
            refuseAfter(tries);
            set.sync();
        }
    }

    /**
     * Makes the conversation be what {@code messages} say, as an application that edits its chat wants it.
     *
     * <p>What the last view shows may be handed back: its state stays with the messages it covers, placeholders stand for the
     * results they replace, and the messages are replaced from the first difference on. Nothing changes where there is no
     * difference. Without that state everything is replaced; with the state of another chat (recognised by its text) that state
     * takes the place of what there was. Starts no compression; one that is running is discarded where something changes.
     *
     * @throws IllegalArgumentException if {@code messages} is empty; {@link #clear} is for that
     * @throws RuntimeException whatever the store throws if it can't keep the messages
     */
    public void set(List<Message> messages) {
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("messages must hold at least one message");
        }
        guard.run(() -> {
            engine.cleared().invalidate(id);
            set.sync();
            for (int tries = 1; !Replacement.put(engine, set, messages); tries++) {
                refuseAfter(tries);
                set.sync();
            }
            switchFromStart();
            reporter.messages(set.lastSequence(), set.active().size());
        });
        reporter.flush();
    }

    /**
     * From now on a system message takes the place of the one before it, for frameworks where a chat has one system prompt
     * at a time.
     *
     * <p>Otherwise each stays where it was said. Holds in this process, so say it before the first view. Cheap, and calling it
     * again changes nothing.
     */
    public void onlyLatestSystem() {
        guard.run(set::onlyLatestSystem);
    }

    /** Another process being faster can happen now and then, but not without end. */
    private void refuseAfter(int tries) {
        if (tries >= MAX_TRIES) {
            throw new IllegalStateException(
                    "the store refused conversation '" + id + "' " + tries + " times in a row; nothing was added");
        }
    }

    private void switchFromStart() {
        if (enabledFromStart != null
                && set.commit(
                        set.record().switched(enabledFromStart, engine.clock().instant()))) {
            enabledFromStart = null;
        }
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
        evenIfTheStoreFails(() -> {
            guard.run(set::sync);
            relief.beforeCall(true);
        });
        View view = guard.get(() -> {
            engine.cleared().invalidate(id);
            evenIfTheStoreFails(relief::atTheLast);
            View made = ledger.view(set);
            set.meter().sent(made.tokens());
            return made;
        });
        reporter.viewed(view, guard.get(set::size));
        return view;
    }

    /**
     * What to send to the model now, for frameworks that ask more than once in a turn and must not be kept waiting.
     *
     * <p>As {@link #view}, but the same view until something is added, and within a turn each is an exact extension of the one
     * before: what was compressed meanwhile shows when the turn has its answer, or at once above the hard limit. Waits for a
     * compression only with {@code SYNC} execution; above the hard limit the view itself gives way until the compression is done.
     *
     * @throws CompressionFailedException if the policy says {@code SYNC} and {@code THROW}, and a compression failed
     */
    public View steadyView() {
        evenIfTheStoreFails(() -> {
            guard.run(set::sync);
            if (relief.beforeCall(false)) {
                guard.run(steady::release);
            }
        });
        View view = guard.get(() -> {
            engine.cleared().invalidate(id);
            evenIfTheStoreFails(relief::atTheLast);
            Context context = steady.of(set, engine);
            if (context == set.context()) {
                set.meter().sent(context.tokens());
            }
            return ledger.view(context, steady.hiddenMessages());
        });
        reporter.viewed(view, guard.get(set::size));
        return view;
    }

    private void evenIfTheStoreFails(Runnable step) {
        try {
            step.run();
        } catch (CompressionFailedException e) {
            throw e;
        } catch (RuntimeException e) {
            log.warn(
                    "Conversation {}: the store failed ({}); the view is what is known here.",
                    id,
                    e.getClass().getName());
        }
    }

    /**
     * Tells what the provider reported about the request that carried the last view, and the user's messages added since.
     *
     * <p>Report each model call by itself, never a sum over several. It corrects the local count from then on, and is added to
     * {@link CompressionStats#chatUsage()}.
     */
    public void reportUsage(Usage usage) {
        guard.run(() -> set.meter().report(usage));
        reporter.reported(usage);
        relief.afterTurn(TriggerPoint.AFTER_RESPONSE);
    }

    /**
     * Tells what the provider reported about a request that carried, beside the transcript and the overhead, something that the
     * next turn's requests will not: calls and results of a tool loop that are not stored.
     *
     * @param passingTokens what that costs by the local count, 0 or more
     * @throws IllegalArgumentException if {@code passingTokens} is negative
     */
    public void reportUsage(Usage usage, int passingTokens) {
        if (passingTokens < 0) {
            throw new IllegalArgumentException("passingTokens must be 0 or more, but was " + passingTokens);
        }
        guard.run(() -> set.meter().report(usage, set.context().tokens(), passingTokens));
        reporter.reported(usage);
        relief.afterTurn(TriggerPoint.AFTER_RESPONSE);
    }

    /**
     * Says what every request carries beside the view: tool definitions, pinned documents.
     *
     * @param tokens 0 or more, 0 by default
     * @throws IllegalArgumentException if {@code tokens} is negative
     */
    public void overheadTokens(int tokens) {
        if (tokens < 0) {
            throw new IllegalArgumentException("tokens must be 0 or more, but was " + tokens);
        }
        guard.run(() -> set.meter().overhead(tokens));
    }

    /**
     * Says that the turn was interrupted before its answer was complete, as {@link #interrupted()} does, and ends it: so that
     * the next user message does not follow upon a question without an answer.
     *
     * @param partialAnswer what the user has seen of the answer; where it is blank {@value #INTERRUPTED} stands for it. Nothing
     *     is added to a turn that has its answer
     */
    public void interrupted(String partialAnswer) {
        guard.run(() -> {
            set.sync();
            if (set.awaitsAnswer()) {
                add(List.of(Message.assistant(partialAnswer.isBlank() ? INTERRUPTED : partialAnswer)));
                reporter.messages(set.lastSequence(), set.active().size());
            }
        });
        interrupted();
    }

    /** Says that the turn was interrupted before its answer: compresses in the background if the policy says so. */
    public void interrupted() {
        relief.afterTurn(TriggerPoint.INTERRUPTED);
    }

    /**
     * Makes as much room as there is to make, because the provider refused a request as too long: if the policy's trigger
     * points say so. Where it isn't enough to compress what comes before the current turn, all of the turn but its user message and
     * its last answered group is compressed too.
     *
     * @return what was done; take a new {@link #view} and try once more unless it is {@link Outcome.Unchanged}
     */
    public Outcome contextLengthExceeded() {
        Outcome outcome = relief.harder();
        guard.run(steady::release);
        reporter.flush();
        return outcome;
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
        Outcome outcome = relief.compressNow(focus);
        guard.run(steady::release);
        return outcome;
    }

    /** Turns old tool results into placeholders, whatever the context's size; the current turn's stay. */
    public Outcome prune() {
        Outcome outcome = relief.pruneNow();
        guard.run(steady::release);
        reporter.flush();
        return outcome;
    }

    /** What would be done about the context now, without doing it. */
    public Plan plan() {
        return guard.get(() -> {
            set.sync();
            return relief.plan();
        });
    }

    /** Where this conversation stands. */
    public Status status() {
        return guard.get(() -> {
            set.sync();
            Context context = set.context();
            return new Status(
                    id,
                    enabled(),
                    relief.isRunning(),
                    set.lastSequence(),
                    set.active().size(),
                    set.boundary(),
                    set.size(),
                    context.systemTokens(),
                    context.stateTokens(),
                    context.tokens() - context.systemTokens() - context.stateTokens(),
                    context.toolTokens(),
                    engine.policy().triggerTokens(),
                    engine.policy().hardLimitTokens(),
                    engine.policy().contextWindow(),
                    set.shownState().isEmpty() ? Optional.empty() : Optional.of(set.shownState()),
                    reporter.stats());
        });
    }

    /** The current compression record; empty before the first compression or pruning. */
    public Optional<CompressionRecord> record() {
        return engine.store().current(id);
    }

    /** Every message of the transcript in order, erased ones left out: read from the store, so it takes its time. */
    public List<Message> transcript() {
        return stored.between(0, Long.MAX_VALUE).stream().map(Entry::message).toList();
    }

    /** Whether this conversation is compressed at all, as far as this process knows: nothing is read from the store. */
    public boolean enabled() {
        return guard.get(
                () -> enabledFromStart != null ? engine.policy().enabled() && enabledFromStart : set.enabled());
    }

    /**
     * Switches compression on or off for this conversation, for all processes and until it is switched again.
     *
     * <p>What is compressed stays compressed. {@code true} has no effect while the policy as a whole is disabled.
     */
    public void enabled(boolean on) {
        guard.run(() -> {
            set.sync();
            if (set.lastSequence() == 0) {
                enabledFromStart = on;
            } else {
                for (int tries = 1;
                        set.record().enabled() != on
                                && !set.commit(
                                        set.record().switched(on, engine.clock().instant()));
                        tries++) {
                    refuseAfter(tries);
                    set.sync();
                }
            }
        });
    }

    /**
     * Deletes the conversation: transcript, state and statistics.
     *
     * <p>Beats a compression that is running: its result is discarded. Calling it again changes nothing. What the last view
     * showed may be added again, whole or in part, within a few seconds and before the next view: then the state comes back with
     * the messages it covers, and no compression starts meanwhile.
     */
    public void clear() {
        guard.run(() -> {
            set.sync();
            if (set.lastSequence() > 0) {
                engine.cleared().put(id, Restoration.of(set, stored.between(0, set.headThrough())));
            }
            engine.store().delete(id);
            set.sync();
            relief.clear();
            ledger.clear();
            steady.release();
            enabledFromStart = null;
        });
        reporter.cleared();
    }
}
