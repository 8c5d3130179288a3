package io.github.sessioncompression.context;

import io.github.sessioncompression.cost.CallTimes;
import io.github.sessioncompression.log.FaultLog;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.run.Locked;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.store.SessionSwitch;
import io.github.sessioncompression.thinking.AnswerPrefixes;
import io.github.sessioncompression.transcript.ChatStore.UnlockedCall;
import io.github.sessioncompression.transcript.ConversationReader.StoreDelta.Change;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Everything this process keeps of one conversation: what is stored, what is shown of it, and the views returned lately.
 *
 * <p><b>Algorithm</b> of each change.
 * <ol>
 *   <li>{@link StoredChat} writes what follows the head that is known here.
 *   <li>If another process was faster, {@link ConflictRetry} reads what it wrote, and the change is made again.
 *   <li>{@link ShownChat} follows, so what is shown is never behind what is known of the store.
 * </ol>
 *
 * <p><b>Does nothing</b> to the messages of a chat that is switched off: it shows them as they were added. <b>Threads:</b> not safe; reached through
 * a {@link Locked} only. <b>On failure</b> of the store its exception is thrown, and what is known here stays as it was.
 */
public final class Chat {
    private final String id;
    private final FaultLog faults;
    private final StoredChat stored;
    private final ShownChat shown;
    private final ShownViews views = new ShownViews();
    private final AnswerPrefixes answers = new AnswerPrefixes();
    private final AttemptBackoff backoff = new AttemptBackoff();
    private final CallTimes calls = new CallTimes();
    /** The last {@link #enable} before the conversation was in the store. */
    private @Nullable Boolean enabledFromStart;

    private @Nullable StandIn standIn;
    private String model;
    private LocalEdits edits = LocalEdits.NONE;

    public Chat(String id, ContextRules rules, StoredChat stored, FaultLog faults) {
        this.id = id;
        this.faults = faults;
        this.stored = stored;
        this.shown = new ShownChat(rules, stored);
        stored.whenTaken(this::noteOthers);
        this.model = rules.policy().modelName().orElse("");
        showPlainIfOff();
    }

    public StoredChat stored() {
        return stored;
    }

    /** Reports what threw while the chat was changed. */
    public FaultLog faults() {
        return faults;
    }

    public ContextRules rules() {
        return shown.rules();
    }

    public ShownChat shown() {
        return shown;
    }

    /** Does something that commits under {@code lease}, {@code null} for none, and asks the store {@code aside}. */
    public <R extends @Nullable Object> R under(
            @Nullable Lease lease, UnlockedCall aside, Function<? super Chat, R> action) {
        stored.asked().during(lease, aside);
        try {
            return action.apply(this);
        } finally {
            stored.asked().during(null, UnlockedCall.NOT);
        }
    }

    /** Name of the chat's model, as the policy or the last request has it; empty if it is not known. */
    public String model() {
        return model;
    }

    public void model(String name) {
        model = name.isEmpty() ? model : name;
    }

    /** The contexts of the views returned lately. */
    public ShownViews views() {
        return views;
    }

    /** Times of the calls that this process has prepared. */
    public CallTimes calls() {
        return calls;
    }

    public AnswerPrefixes answers() {
        return answers;
    }

    /** A view was returned: the next answer may be one to it. A policy that is switched off leaves thinking alone. */
    public void handedOut(Context context) {
        if (rules().policy().enabled()) {
            answers.handedOut(context, context.size(), context::prefix);
        }
    }

    /** Messages of a view of one turn, which its framework gets instead of the last view, with the thinking that follows its request. */
    public List<Message> shownToTurn(List<Message> messages) {
        views.otherThrough(stored.lastSequence());
        return handedOut(shown.withKeptThinking(messages));
    }

    public List<Message> handedOut(List<Message> instead) {
        if (rules().policy().enabled()) {
            answers.handedOut(instead);
        }
        return instead;
    }

    /** Reads what other processes have changed, and follows it. */
    public void sync() {
        follow(stored.sync());
    }

    private void noteOthers(String life, long last) {
        if (!stored.incarnation().equals(life)) {
            views.changedByOthers();
        } else if (stored.lastSequence() > last) {
            views.addedByOthers(last, stored.lastSequence());
        }
    }

    public void add(List<Message> messages) {
        add(messages, tokens(messages), null);
    }

    public int[] tokens(List<Message> messages) {
        return rules().tokens().counts(messages);
    }

    /**
     * Messages that were appended.
     *
     * @param incarnation that of the conversation they are in
     * @param entries the messages with their places
     */
    public record Appended(String incarnation, List<Entry> entries) {}

    public Appended add(List<Message> messages, int[] tokens, @Nullable String key) {
        return Objects.requireNonNull(addWhile(chat -> true, messages, tokens, key));
    }

    /** Adds messages, thinking among them with the prefix of its request as far as that is known; {@code null} once {@code may} refuses it. */
    @Nullable
    public Appended addWhile(Predicate<Chat> may, List<Message> messages, int[] tokens, @Nullable String key) {
        List<Message> bound = may.test(this) ? answers.bound(messages, shown.isSystemElsewhere()) : List.of();
        for (ConflictRetry tries = tries(); may.test(this); tries.next()) {
            Appended added = tryAppend(bound, tokens, key);
            if (added != null) {
                return added;
            }
        }
        return null;
    }

    /** {@code null}, and nothing added, if another process was faster. */
    private @Nullable Appended tryAppend(List<Message> messages, int[] tokens, @Nullable String key) {
        Change change = stored.append(messages, tokens, key);
        if (!follow(change)) {
            return null;
        }
        if (change instanceof Change.Known known) {
            return new Appended(known.incarnation(), known.entries());
        }
        return new Appended(stored.incarnation(), change instanceof Change.Added added ? added.entries() : List.of());
    }

    /** Adds messages once; false, and nothing added, if another process was faster. */
    public boolean tryAdd(List<Message> messages, int[] tokens) {
        return tryAppend(answers.recognised(messages), tokens, null) != null;
    }

    /** Replaces the messages after {@code keepThrough} once; false, and nothing replaced, if another process was faster. */
    public boolean tryReplaceAfter(long keepThrough, List<Message> messages) {
        List<Message> bound = answers.recognised(messages);
        boolean replaced =
                follow(stored.replaceAfter(keepThrough, bound, rules().tokens().counts(messages)));
        if (replaced) {
            views.cutAfter(keepThrough);
        }
        return replaced;
    }

    /** Puts another session in the place of this one; false if another process was faster. */
    public boolean switchSession(SessionSwitch to) {
        return follow(stored.switchSession(to));
    }

    public boolean commit(CompressionRecord next) {
        return commit(next, List.of());
    }

    public boolean commit(CompressionRecord next, List<SegmentState> states) {
        return follow(stored.commit(next, states));
    }

    /** Commits a record with other pins; {@code rewrites} if what is shown changes. */
    public boolean choose(CompressionRecord next, boolean rewrites) {
        return follow(stored.choose(next, rewrites));
    }

    /** Shows a change; false for {@code null}, which a refused change is. */
    private boolean follow(@Nullable Change change) {
        if (change == null) {
            return false;
        }
        if (change instanceof Change.Added added) {
            for (Entry entry : added.entries()) {
                backoff.added(entry.tokens());
            }
        }
        shown.follow(change);
        showPlainIfOff();
        return true;
    }

    /** Switched off, a chat that shows no state and no placeholder is sent as it would be without this library. */
    private void showPlainIfOff() {
        shown.plain(!isEnabled()
                && stored.boundary() == 0
                && stored.pruned().equals(Pruned.NONE)
                && stored.lastState().isEmpty());
    }

    /** Notes that an edit of the messages gave the chat another incarnation than {@code before}. */
    public void edited(String before) {
        edits = edits.and(before, stored.incarnation());
    }

    /** True if only edits by this process have happened to the messages since the chat had that incarnation. */
    public boolean isEditOf(String incarnation) {
        return edits.lead(incarnation, stored.incarnation());
    }

    /** Tries until it is done, each time with what others have written since; throws if the store keeps refusing. */
    public void until(BooleanSupplier isDone) {
        ConflictRetry tries = tries();
        while (!isDone.getAsBoolean()) {
            tries.next();
        }
    }

    ConflictRetry tries() {
        return new ConflictRetry(id, this::sync);
    }

    /** True if policy, record and a choice made before the first message allow this conversation to be compressed. */
    public boolean isEnabled() {
        boolean wanted =
                enabledFromStart != null ? enabledFromStart : stored.record().enabled();
        return rules().policy().enabled() && wanted;
    }

    /** Switches compression on or off; kept for later while there is no message. */
    public void enable(boolean on, Instant now) {
        until(() -> stored.isEmpty()
                || stored.record().enabled() == on
                || commit(stored.record().switched(on, now)));
        enabledFromStart = stored.isEmpty() ? on : null;
        showPlainIfOff();
    }

    /** Commits a choice of {@link #enable} that was made before the first message, once there is one. */
    public void keepSwitch(InstantSource clock) {
        if (enabledFromStart != null && commit(stored.record().switched(enabledFromStart, clock.instant()))) {
            enabledFromStart = null;
        }
    }

    /** Deletes the chat in the store and all that is known of it here. */
    public void delete() {
        stored.asked().delete();
        sync();
        shown.release();
        views.clear();
        answers.clear();
        backoff.reset();
        enabledFromStart = null;
    }

    /** Growth of the context that the next attempt to compress it waits for. */
    public AttemptBackoff backoff() {
        return backoff;
    }

    /**
     * An extract that is shown for a state which is still to come.
     *
     * @param partial true if no more than the latest part of the messages was read for it
     * @param keep makes it the current record unless the conversation has changed since; true if it has become that
     */
    public record StandIn(boolean partial, Predicate<Chat> keep) {}

    public void standIn(StandIn now) {
        standIn = now;
    }

    /** The extract that is shown now for a state which is still to come; {@code null} if there is none. */
    @Nullable
    public StandIn standIn() {
        return shown.leftOutThrough() > stored.boundary() ? standIn : null;
    }
}
