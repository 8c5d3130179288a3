package io.github.sessioncompression.context;

import io.github.sessioncompression.context.Context.ContextSource;
import io.github.sessioncompression.context.Context.Pinned;
import io.github.sessioncompression.cut.Pins;
import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.LateResults;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.search.Expansion;
import io.github.sessioncompression.search.Expansions;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.thinking.KeptThinking;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a context of what is stored.
 *
 * <p><b>Algorithm</b>, in the order of the context.
 * <ol>
 *   <li>System messages that are not within a shown turn, in their order; the last one only, if each replaces the one before.
 *   <li>What is pinned of the messages left out: before the state, so that a compression leaves it in the provider's cached prefix.
 *   <li>The state.
 *   <li>The question of the turn that the history begins in, with what is pinned of that turn.
 *   <li>The messages behind the boundary, a result that came late behind its call ({@link LateResults}).
 * </ol>
 *
 * <p><b>Does nothing</b> to the messages of a chat that is switched off. <b>Threads:</b> not safe. Takes linear time, so it is used when a context
 * changes in its middle; {@link #append} extends one in constant time.
 *
 * @param stored the chat, as it is now
 * @param expansions what came back for questions; shown before its question
 * @param onlyLatestSystem true if a system message takes the place of the one before it
 * @param thinking the rule for models' thinking
 * @see ShownChat
 */
public record ContextMaker(
        StoredChat stored, ContextRules rules, Expansions expansions, boolean onlyLatestSystem, KeptThinking thinking) {
    /**
     * Makes the context of a chat.
     *
     * @param first index of the first active entry that the history shows; those before it are left out except for their pins
     * @param state the state to show; empty for none
     */
    public Context from(int first, StateDocument state) {
        List<Entry> active = stored.active();
        int start = first;
        Pins pins = stored.pinsBefore(start);
        int leftOut = start == 0 ? 0 : pins.covered().size();
        List<Entry> system = pins.system();
        while (pins.history().isEmpty()
                && start < active.size()
                && active.get(start).message().role() == Role.SYSTEM) {
            system.add(active.get(start++));
        }
        if (onlyLatestSystem) {
            system = latestSystem();
        }
        boolean promptFirst =
                !system.isEmpty() && (onlyLatestSystem || system.get(0).sequence() == stored.firstSequence());
        long headThrough =
                start == 0 ? stored.boundary() : active.get(start - 1).sequence();
        List<Pinned> pinned = pins.history().stream().map(this::pinned).toList();
        int lasting = pins.lasting();
        ContextSource basis = new ContextSource(stored.record(), headThrough, stored.revision());
        Context context = new Context(
                rules, basis, leftOut, system, promptFirst, pinned.subList(0, lasting), state, thinking.now(active));
        pinned.subList(lasting, pinned.size()).forEach(pin -> context.append(pin.entry(), pin.kind()));
        List<Entry> rest = active.subList(start, active.size());
        for (Entry entry : thinking.plain() ? rest : LateResults.behindCalls(rest, Entry::message)) {
            if (!onlyLatestSystem || entry.message().role() != Role.SYSTEM) {
                append(context, entry, stored.pruned());
            }
        }
        return context;
    }

    private Pinned pinned(Entry entry) {
        Entry shown = rules.shown(entry, stored.pruned());
        return new Pinned(shown, shown.equals(entry) ? ViewPart.Kind.PINNED : ViewPart.Kind.PLACEHOLDER);
    }

    private List<Entry> latestSystem() {
        Entry latest = stored.latestSystem();
        return latest == null ? List.of() : List.of(latest);
    }

    /** Adds an entry as a view shows it, with what came back for it. */
    void append(Context to, Entry entry, Pruned pruned) {
        boolean asks = entry.message().role() == Role.USER;
        append(to, entry, pruned, asks && !thinking.plain() ? expansions.of(entry) : null);
    }

    @SuppressWarnings("ReferenceEquality") // What is shown as it is stays the same instance.
    private void append(Context to, Entry entry, Pruned pruned, @Nullable Expansion expansion) {
        Entry shown = thinking.plain() ? entry : rules.shown(entry, pruned);
        boolean system = entry.message().role() == Role.SYSTEM;
        ViewPart.Kind original = system ? ViewPart.Kind.SYSTEM : ViewPart.Kind.ORIGINAL;
        to.append(shown, shown == entry ? original : ViewPart.Kind.PLACEHOLDER, expansion);
    }

    /**
     * The context that a turn keeps to until it has its answer, though another one may be in force.
     *
     * <p>A model that works with tools is sent a list that only grows: a compression that is committed within the turn would change what it has read,
     * and with it the cached prefix. <b>Threads:</b> not safe; used under the chat's lock.
     */
    static final class SteadyContext {
        private final Context context;
        private final String incarnation;
        private final Pruned pruned;
        private long through;

        SteadyContext(Context context, StoredChat stored) {
            this.context = context;
            this.incarnation = stored.incarnation();
            this.pruned = stored.pruned();
            this.through = stored.lastSequence();
        }

        Context context() {
            return context;
        }

        /**
         * Takes in entries at the end; false if the turn ends with them.
         *
         * @param appends true if the entries must be added here, because this context is not the one in force, which gets them anyway
         */
        boolean takeIn(List<Entry> added, boolean appends, ContextMaker maker) {
            for (Entry entry : added) {
                if (Turns.isAnswer(entry.message())) {
                    return false;
                }
                through = entry.sequence();
                if (appends) {
                    maker.append(context, entry, pruned);
                }
            }
            return true;
        }

        /** Takes in the entries that came with a rewrite of what is stored; false if they do not extend it, or if the turn ends with them. */
        boolean takeInNew(StoredChat stored, ContextMaker maker) {
            if (!incarnation.equals(stored.incarnation()) || stored.boundary() > through) {
                return false;
            }
            List<Entry> active = stored.active();
            return takeIn(List.copyOf(active.subList(Entry.countThrough(active, through), active.size())), true, maker);
        }
    }
}
