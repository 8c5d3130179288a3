package io.github.sessioncompression.context;

import io.github.sessioncompression.context.ContextMaker.SteadyContext;
import io.github.sessioncompression.cut.CutPlanner;
import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.search.Expansion;
import io.github.sessioncompression.search.Expansions;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import io.github.sessioncompression.thinking.KeptThinking;
import io.github.sessioncompression.token.ContextMeter;
import io.github.sessioncompression.transcript.ConversationReader.StoreDelta.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shown part of a conversation, and the one writer of its contexts: the context in force with its size, and the messages left out for now.
 *
 * <p><em>Algorithm</em>: 1. messages that a {@link Change} adds are appended to the context; after any other change, {@link ContextMaker} makes it again;
 * 2. a context that was returned within a turn is {@linkplain #steady() held}, and gets the turn's messages, until the turn has its answer or the hard
 * limit leaves no choice. <em>Does nothing</em> if a rule is set that holds already. <em>Threads</em>: not safe. Asks no store.
 */
public final class ShownChat {
    private final StoredChat stored;
    private final ContextMeter meter;
    private ContextRules rules;
    private Context context;
    private final ShownBridge bridge;
    /** The planner for what is shown now; {@code null} while nobody has asked for it. Each step of a run does. */
    private @Nullable CutPlanner planner;
    /** The last sequence number whose thinking a provider has refused, in this process only. */
    private long refusedThinking;
    /** True if the model refuses a tool loop without thinking. */
    private boolean requiresThinking;
    /** True if the framework adds the system prompt to the messages of a view. */
    private boolean systemElsewhere;

    private boolean onlyLatestSystem;
    private boolean plain;
    private @Nullable SteadyContext held;
    private final Expansions expansions = new Expansions();

    public ShownChat(ContextRules rules, StoredChat stored) {
        this.rules = rules;
        this.stored = stored;
        this.bridge = new ShownBridge(stored);
        this.meter = new ContextMeter(rules.policy().tokens().source());
        this.context = maker().from(0, StateDocument.EMPTY);
    }

    public void follow(Change change) {
        if (change instanceof Change.Added added) {
            planner = null;
            if (held != null && !held.takeIn(added.entries(), held.context() != context, maker())) {
                held = null;
            }
            append(added.entries());
        } else if (change instanceof Change.Rewritten rewritten) {
            bridge.follow(rewritten.elsewhere());
            if (held != null && !held.takeInNew(stored, maker())) {
                held = null;
            }
            rebuild();
        }
    }

    private void append(List<Entry> added) {
        for (Entry entry : added) {
            boolean system = entry.message().role() == Role.SYSTEM;
            if (system && !onlyLatestSystem && endsInFrontOf(entry) && context.tryAddSystem(entry)) {
                continue;
            }
            boolean moves = system && (onlyLatestSystem || context.size() == context.headMessages());
            if (!moves) {
                maker().append(context, entry, stored.pruned());
            }
            if (moves || context.endsLate()) {
                held = null;
                rebuild();
                return;
            }
        }
        if (context.hasTurnThinking() && added.stream().anyMatch(ShownChat::endsTurn)) {
            held = held == null || held.context() == context ? null : held;
            make();
        }
    }

    private static boolean endsTurn(Entry entry) {
        return entry.message().role() == Role.USER || Turns.isAnswer(entry.message());
    }

    private boolean endsInFrontOf(Entry entry) {
        List<Entry> active = stored.active();
        int before = Entry.countThrough(active, entry.sequence() - 1);
        long last = before == 0 ? stored.boundary() : active.get(before - 1).sequence();
        return !bridge.isShown() && context.basis().headThrough() == last;
    }

    /**
     * The context to return: within a turn the one returned last while it fits, else the one in force. The next
     * ones extend it until the turn has its answer or the hard limit leaves no choice.
     */
    public Context steady() {
        SteadyContext to = held;
        if (to == null
                || !Turns.awaitsAnswer(stored.active())
                || (to.context() != context
                        && meter.measure(to.context().tokens()) > rules.policy().hardLimitTokens())) {
            release();
            held = new SteadyContext(context, stored);
            return context;
        }
        return to.context();
    }

    /** The next steady context is the one in force then: something was done on purpose. */
    public void release() {
        held = null;
    }

    /** From now on a system message takes the place of the one before it. */
    public void onlyLatestSystem() {
        if (!onlyLatestSystem) {
            onlyLatestSystem = true;
            rebuild();
        }
    }

    /** Follows the rules for another window of the model. */
    @SuppressWarnings("ReferenceEquality") // There is one instance for each window.
    public void follow(ContextRules now) {
        if (rules != now) {
            rules = now;
            held = null;
            rebuild();
        }
    }

    public Expansions expansions() {
        return expansions;
    }

    /** The last message, if it is a user's that nobody was shown yet, so that what comes back can be put before it; else {@code null}. */
    @Nullable
    public Entry unseenQuestion() {
        List<Entry> active = stored.active();
        Entry last = active.isEmpty() ? null : active.get(active.size() - 1);
        return last != null
                        && !plain
                        && last.message().role() == Role.USER
                        && !expansions.isSettled(last.sequence())
                        && context.endsUnseenWith(last.sequence())
                ? last
                : null;
    }

    /** Puts what came back before its question, if that is still the last message and nobody was shown it yet. */
    public void expand(Expansion expansion) {
        long sequence = expansion.question().sequence();
        if (!context.endsUnseenWith(sequence)) {
            return;
        }
        expansions.add(expansion);
        context.expandLast(expansion);
        if (held != null && held.context() != context && held.context().endsUnseenWith(sequence)) {
            held.context().expandLast(expansion);
        }
    }

    public boolean dropExpansions() {
        if (expansions.last() == null) {
            return false;
        }
        expansions.clear();
        rebuild();
        return true;
    }

    /** True if views show less of {@code entry} than is stored, because no request has room for it. */
    public boolean isCut(Entry entry) {
        return !plain && rules.form().isCut(entry);
    }

    public ContextRules rules() {
        return rules;
    }

    public void plain(boolean now) {
        if (plain != now) {
            plain = now;
            held = null;
            rebuild();
        }
    }

    public boolean showsOnlyLatestSystem() {
        return onlyLatestSystem;
    }

    /** True if views keep showing the system message {@code entry} once it is compressed. */
    public boolean keepsSystem(Entry entry) {
        Entry latest = stored.latestSystem();
        return !onlyLatestSystem || (latest != null && entry.sequence() == latest.sequence());
    }

    /** Leaves the messages that an extract replaces out of the view except their pins, and shows the extract, here only. */
    public void leaveOut(Bridge extract) {
        bridge.show(extract);
        expansions.clear();
        rebuild();
    }

    public ContextMaker maker() {
        KeptThinking thinking = new KeptThinking(refusedThinking, 0, systemElsewhere, requiresThinking, plain);
        return new ContextMaker(stored, rules, expansions, onlyLatestSystem, thinking);
    }

    private void rebuild() {
        make();
        meter.rewritten();
    }

    /** Makes the context again from what is stored, as another process would. */
    void make() {
        planner = null;
        List<Entry> active = stored.active();
        expansions.follow(stored.head(), stored.record(), Turns.unanswered(active));
        context = maker().from(Entry.countThrough(active, leftOutThrough()), state());
    }

    /** From now on the framework adds the system prompt to the messages of a view, and may add another one with each question. */
    public void systemElsewhere() {
        if (!systemElsewhere) {
            systemElsewhere = true;
            rebuild();
        }
    }

    public boolean isSystemElsewhere() {
        return systemElsewhere;
    }

    /** True if the model refuses a tool loop without thinking: the turn under way keeps it then, no matter what precedes it. */
    public void requiresThinking(boolean required) {
        if (requiresThinking != required) {
            requiresThinking = required;
            held = null;
            make();
        }
    }

    public boolean requiresThinking() {
        return requiresThinking;
    }

    /** A list that is no context, with the thinking in it that follows its request. */
    public List<Message> withKeptThinking(List<Message> messages) {
        boolean isWhole = plain || requiresThinking || messages.stream().noneMatch(Message::hasThinking);
        return isWhole ? List.copyOf(messages) : KeptThinking.in(messages, systemElsewhere);
    }

    /** The provider refused the thinking of this chat: nothing of it is shown any more. */
    public void dropThinking() {
        refusedThinking = stored.lastSequence();
        held = null;
        rebuild();
    }

    /** A planner for the active entries, those that are left out included. */
    public CutPlanner planner() {
        if (planner == null) {
            Pruned pruned = stored.pruned();
            planner = new CutPlanner(
                    rules.shown(stored.pinned(), pruned), rules.shown(stored.active(), pruned), context.repairTokens());
        }
        return planner;
    }

    /** The whole latest state, of which {@link #state} is what is shown; empty if there is none. */
    public StateDocument lastState() {
        return bridge.whole();
    }

    public StateDocument state() {
        return bridge.state();
    }

    public Context context() {
        return context;
    }

    public ContextMeter meter() {
        return meter;
    }

    public int size() {
        return meter.measure(context.tokens());
    }

    /** True if the context needs room: it is above the trigger, or it isn't only because messages are left out of it. */
    public boolean isOverTrigger() {
        return size() > rules.policy().triggerTokens() || bridge.isShown();
    }

    public boolean isOverTarget() {
        return size() > rules.policy().targetTokens();
    }

    public boolean isOverHardLimit() {
        return size() > rules.policy().hardLimitTokens();
    }

    public Budget budget() {
        return Budget.of(rules.policy(), meter);
    }

    /** The extract that replaces messages in the view; {@link Bridge#NONE} if there is none. */
    public Bridge bridge() {
        return bridge.shown();
    }

    public long leftOutThrough() {
        return bridge.shown().through();
    }
}
