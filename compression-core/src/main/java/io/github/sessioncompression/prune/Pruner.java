package io.github.sessioncompression.prune;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.token.MessageTokens;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shows old tool results as placeholders and old tool calls with shorter arguments, without touching the transcript.
 *
 * <p>What a view shows follows from the entry and one number alone: the boundary, the sequence number up to which results
 * may be placeholders and calls shorter. So between two moves of the boundary the view of what was there does not change, and the provider's
 * cached prefix holds. The boundary only ever moves forward, in steps that are worth a new prefix: {@link #advance} for an
 * ordinary one, {@link #relieve} where the context would not fit otherwise. The caller keeps the boundary.
 *
 * <p>Numbers of {@link PruneOptions} that are too large for the window give way to a share of it:
 * {@code minContextTokens} and {@code protectTokens} to 25 %, {@code minSavingsTokens} to 15 %. Of a {@code maxResultTokens}
 * of 0 it is half.
 *
 * <p>Design note. {@code advance} goes backwards from the newest message once, and stops at the boundary: linear in what came
 * after it, without counting any text anew but that of a result above the cap. That protected results are the newest ones
 * by tokens, and the rest goes all at once, is what several coding agents do; doing it at the trigger only, and only for a
 * saving as large as what stays behind the cut, is what keeps it from costing more than it saves.
 *
 * <p>Safe for use by many threads; one may serve any number of conversations.
 */
public final class Pruner {
    private static final int PERCENT = 100;
    private static final int MAX_CONTEXT_PERCENT = 25;
    private static final int MAX_PROTECT_PERCENT = 25;
    private static final int MAX_SAVINGS_PERCENT = 15;

    private final PruneOptions options;
    private final long minContextTokens;
    private final long protectTokens;
    private final long minSavingsTokens;
    private final PlaceholderCosts placeholders;
    private final ResultCap cap;
    private final CallArguments arguments;

    /**
     * A pruner for contexts of up to {@code windowTokens}.
     *
     * @param windowTokens the base of the shares; 0 if it is not known, which leaves the numbers as they are and a
     *     {@code maxResultTokens} of 0 without effect
     * @throws IllegalArgumentException if {@code windowTokens} is negative
     */
    public Pruner(PruneOptions options, MessageTokens tokens, int windowTokens) {
        Bounds.notNegative("windowTokens", windowTokens);
        this.options = options;
        this.minContextTokens = atMost(options.minContextTokens(), MAX_CONTEXT_PERCENT, windowTokens);
        this.protectTokens = atMost(options.protectTokens(), MAX_PROTECT_PERCENT, windowTokens);
        this.minSavingsTokens = atMost(options.minSavingsTokens(), MAX_SAVINGS_PERCENT, windowTokens);
        this.placeholders = new PlaceholderCosts(tokens);
        this.cap = new ResultCap(maxResult(options, windowTokens), placeholders, tokens);
        this.arguments = new CallArguments(tokens, this::mayGo);
    }

    private static long atMost(int tokens, int percent, int windowTokens) {
        return windowTokens == 0 ? tokens : Math.min(tokens, (long) windowTokens * percent / PERCENT);
    }

    private static long maxResult(PruneOptions options, int windowTokens) {
        if (options.maxResultTokens() > 0) {
            return options.maxResultTokens();
        }
        return windowTokens == 0 ? Long.MAX_VALUE : Math.max(PruneOptions.MIN_RESULT_TOKENS, windowTokens / 2);
    }

    /**
     * {@code entry} as a view shows it while the boundary is at {@code prunedThrough}.
     *
     * @return {@code entry} itself if it is neither tool result nor call, or one that stays as it is, as a pinned one always does; else one of the same
     *     sequence number with a placeholder, a shortened text or shorter arguments, and its new size. Applied to what it returned, it changes nothing more
     */
    public Entry view(Entry entry, long prunedThrough) {
        if (options.pruning() == Pruning.OFF || entry.message().pinned()) {
            return entry;
        }
        Entry pruned = entry.sequence() > prunedThrough ? null : pruned(entry);
        return pruned == null ? capped(entry) : pruned;
    }

    private Entry capped(Entry entry) {
        return entry.message().role() == Role.TOOL ? cap.capped(entry) : entry;
    }

    /**
     * The step that is worth taking, if any, for a context over the threshold at which the caller begins to relieve it.
     *
     * <p>Moves the boundary up to the newest result that neither the last turns nor the protected tokens cover, if the
     * context has the least size and the step brings the least saving. Under {@link Pruning#KEEP_ALL} it stays; under
     * {@link Pruning#KEEP_NONE} it goes up to the last result that the model has answered, for any saving.
     *
     * @param active the entries of the transcript that the view is made of, in order
     * @param contextTokens the context's size as it is now
     * @param prunedThrough the boundary as it is now, 0 if nothing was pruned yet
     */
    public PruneStep advance(List<Entry> active, long contextTokens, long prunedThrough) {
        if (options.pruning() == Pruning.OFF || options.pruning() == Pruning.KEEP_ALL) {
            return PruneStep.stay(prunedThrough);
        }
        if (options.pruning() == Pruning.KEEP_NONE) {
            return step(active, lastMessageOf(active, Role.ASSISTANT), 0, prunedThrough, 1);
        }
        if (contextTokens < minContextTokens) {
            return PruneStep.stay(prunedThrough);
        }
        int end = Math.min(lastMessageOf(active, Role.ASSISTANT), startOfLastTurns(active));
        return step(active, end, protectTokens, prunedThrough, Math.max(1, minSavingsTokens));
    }

    /**
     * The step that brings a context that would not fit down to {@code goalTokens}, or as close to it as pruning can.
     *
     * <p>Takes the oldest results first, whatever {@link PruneOptions#pruning()}, {@link PruneOptions#protectTokens()} and
     * {@link PruneOptions#keepLastTurns()} protect and however little it saves; those that the model has yet to answer come
     * last. Tools whose {@link ToolPolicy} keeps their results keep them.
     *
     * @param active the entries of the transcript that the view is made of, in order
     * @param contextTokens the context's size as it is now
     * @param goalTokens the size to come down to; best well below the limit that was crossed, so that the next call does not
     *     cross it again and lose the cached prefix again
     * @param prunedThrough the boundary as it is now, 0 if nothing was pruned yet
     */
    public PruneStep relieve(List<Entry> active, long contextTokens, long goalTokens, long prunedThrough) {
        if (options.pruning() == Pruning.OFF) {
            return PruneStep.stay(prunedThrough);
        }
        long boundary = prunedThrough;
        int results = 0;
        long saved = 0;
        for (int i = Entry.countThrough(active, prunedThrough); i < active.size(); i++) {
            if (contextTokens - saved <= goalTokens) {
                break;
            }
            Entry entry = active.get(i);
            Entry pruned = pruned(entry);
            if (pruned != null) {
                boundary = entry.sequence();
                results++;
                saved += capped(entry).tokens() - pruned.tokens();
            }
        }
        return saved < 1 ? PruneStep.stay(prunedThrough) : new PruneStep(boundary, results, saved);
    }

    /** The step over everything before {@code end} but the newest results of {@code toProtect} tokens. */
    private PruneStep step(List<Entry> active, int end, long toProtect, long prunedThrough, long minSavings) {
        long newest = 0;
        long boundary = prunedThrough;
        int results = 0;
        long saved = 0;
        for (int i = active.size() - 1; i >= 0 && active.get(i).sequence() > prunedThrough; i--) {
            Entry entry = active.get(i);
            int size = capped(entry).tokens();
            boolean result = entry.message().role() == Role.TOOL;
            newest += result && mayGo(entry) && newest <= toProtect ? size : 0;
            Entry pruned = i >= end || newest <= toProtect ? null : pruned(entry);
            if (pruned != null) {
                boundary = Math.max(boundary, entry.sequence());
                results++;
                saved += size - pruned.tokens();
            }
        }
        return saved < minSavings ? PruneStep.stay(prunedThrough) : new PruneStep(boundary, results, saved);
    }

    /** What a view shows for {@code entry} up to the boundary; {@code null} if it shows the entry. */
    private @Nullable Entry pruned(Entry entry) {
        return switch (entry.message().role()) {
            case TOOL -> mayGo(entry) ? placeholders.placeholderFor(entry) : null;
            case ASSISTANT -> entry.message().pinned() ? null : arguments.shortened(entry);
            case USER, SYSTEM -> null;
        };
    }

    private boolean mayGo(Entry result) {
        String tool = result.message().name();
        return !result.message().pinned() && mayGo(tool == null ? PruneOptions.ANY_TOOL : tool);
    }

    private boolean mayGo(String tool) {
        return options.pruning() == Pruning.KEEP_NONE || options.policyFor(tool) == ToolPolicy.PRUNE;
    }

    /** The index of the message with which the turns begin that are left alone; the end if none is. */
    private int startOfLastTurns(List<Entry> active) {
        int turns = 0;
        for (int i = active.size() - 1; i >= 0 && turns < options.keepLastTurns(); i--) {
            if (active.get(i).message().role() == Role.USER && ++turns == options.keepLastTurns()) {
                return i;
            }
        }
        return options.keepLastTurns() == 0 ? active.size() : 0;
    }

    private static int lastMessageOf(List<Entry> active, Role role) {
        int i = active.size() - 1;
        while (i >= 0 && active.get(i).message().role() != role) {
            i--;
        }
        return Math.max(0, i);
    }

    /**
     * The pruning boundary after one look at the context, and the gain of moving it there.
     *
     * @param prunedThrough the boundary: the sequence number up to which tool results are placeholders and calls shorter, 0 for none
     * @param results number of results that turn into placeholders and of messages whose calls get shorter by this step, 0 if the boundary stays
     * @param savedTokens how many tokens the view gets smaller by this step, 0 if the boundary stays
     */
    public record PruneStep(long prunedThrough, int results, long savedTokens) {
        /** Checks the bounds. */
        public PruneStep {
            Bounds.notNegative("prunedThrough", prunedThrough);
            Bounds.notNegative("results", results);
            Bounds.notNegative("savedTokens", savedTokens);
        }

        /** The step that is not taken: the boundary stays at {@code prunedThrough}. */
        static PruneStep stay(long prunedThrough) {
            return new PruneStep(prunedThrough, 0, 0);
        }

        /** True if the view changes, so that the provider's cached prefix ends at the first replaced result. */
        public boolean moved() {
            return results > 0;
        }
    }

    /** True if {@code message} has a call of which a view shows less than there was. */
    public static boolean isShortened(Message message) {
        return CallArguments.isShortened(message);
    }

    /** True if {@code message} says what a placeholder of its tool says. */
    public static boolean isPlaceholder(Message message) {
        return message.role() == Role.TOOL
                && message.mediaCount() == 0
                && Placeholder.isText(message.text(), Placeholder.shown(message.name()), message.error());
    }
}
