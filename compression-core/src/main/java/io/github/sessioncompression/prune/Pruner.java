package io.github.sessioncompression.prune;

import com.github.benmanes.caffeine.cache.Cache;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.token.MessageTokens;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Shows old tool results and media as placeholders and old tool calls with shorter arguments, without touching the transcript.
 *
 * <p><em>Algorithm</em> of a step, by {@link #advance} for an ordinary one or {@link #relieve} if the context would not fit otherwise: 1. walk over the
 * entries once, without counting a text again; 2. leave the last turns, the newest results up to a number of tokens, results that the model
 * has not read, and tools whose policy keeps them; 3. add what remains to the {@link Pruned} boundary, and results whose call was made
 * again and media of users to its single messages; 4. take the step only if it saves enough to be worth a new cached prefix.
 * {@link #view} then shows an entry by itself and {@link Pruned} alone, so between two steps the view of earlier messages does not change, and
 * nothing pruned comes back. The caller keeps what is pruned.
 *
 * <p><em>Does nothing</em> if pruning is off, and to pinned messages; below the least context size {@code advance} does nothing.
 *
 * <p>Numbers of {@link PruneOptions} that are too large for the window are lowered to a share of it:
 * {@code minContextTokens} and {@code protectTokens} to 25 %, {@code minSavingsTokens} to 15 %. Of a {@code maxResultTokens}
 * of 0 it is half.
 *
 * <p>Design note. That protected results are the newest ones by tokens, and the rest goes all at once, is what several coding agents do; doing
 * it at the trigger only, and only for a saving as large as what stays behind the cut, keeps it from costing more than it saves.
 *
 * <p><em>Threads</em>: safe for use by many; one may serve any number of conversations. <em>On failure</em>: arguments that are no JSON stay whole.
 */
public final class Pruner {
    private static final int PERCENT = 100;
    private static final int MAX_CONTEXT_PERCENT = 25;
    private static final int MAX_PROTECT_PERCENT = 25;
    private static final int MAX_SAVINGS_PERCENT = 15;
    /** Least size of a result that was cut, in placeholders. */
    private static final int MIN_PLACEHOLDERS = 4;

    private final PruneOptions options;
    private final long minContextTokens;
    private final long protectTokens;
    private final long minSavingsTokens;
    private final PlaceholderCosts placeholders;
    private final long maxResultTokens;
    private final MessageTokens tokens;
    private final Cache<Entry, Entry> capped = TextShortener.cache();
    private final Cache<Entry, Optional<Entry>> pruned = TextShortener.cache();
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
        this.maxResultTokens = maxResult(options, windowTokens);
        this.tokens = tokens;
        this.arguments = new CallArguments(tokens, this::mayGo);
    }

    /** A number of tokens, at most a share of the window if that is known. */
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
     * {@code entry} as a view shows it.
     *
     * @return {@code entry} itself if there is nothing to prune, or if it is pinned; else one of the same sequence number with a placeholder,
     *     a shortened text, shorter arguments or no media, and its new size. Applied to what it returned, it changes nothing more
     */
    public Entry view(Entry entry, Pruned pruned) {
        if (options.pruning() == Pruning.OFF || entry.message().pinned()) {
            return entry;
        }
        boolean isUsers = entry.message().role() == Role.USER;
        boolean mayBe = isUsers ? pruned.single().contains(entry.sequence()) : pruned.covers(entry.sequence());
        Entry shown = mayBe ? pruned(entry) : null;
        return shown == null ? capped(entry) : shown;
    }

    private Entry capped(Entry entry) {
        boolean isLarge = entry.message().role() == Role.TOOL && entry.tokens() > maxResultTokens;
        return isLarge ? capped.get(entry, this::cut) : entry;
    }

    /** A result may always be as large as some placeholders, so what is left of one is larger than its placeholder. */
    private Entry cut(Entry result) {
        long least = (long) MIN_PLACEHOLDERS * placeholders.largest(result.message());
        return TextShortener.cut(result, Math.max(maxResultTokens, least), tokens);
    }

    /**
     * The step that is worth taking, if any, for a context over the threshold at which the caller begins to make room.
     *
     * <p>Moves the boundary up to the newest result that neither the last turns nor the protected tokens cover, if the
     * context has the least size and the step brings the least saving. Results beyond that go if the model has read them and the same call
     * was made again later, and media of users if the last turns do not cover them. Under {@link Pruning#KEEP_ALL} all stay; under
     * {@link Pruning#KEEP_NONE} the boundary goes up to the last result that the model has answered, for any saving.
     *
     * @param active the entries of the transcript that the view is made of, in order
     * @param contextTokens the context's size as it is now
     * @param before the messages that are pruned now
     */
    public PruneStep advance(List<Entry> active, long contextTokens, Pruned before) {
        if (options.pruning() == Pruning.OFF || options.pruning() == Pruning.KEEP_ALL) {
            return PruneStep.stay(before);
        }
        if (options.pruning() == Pruning.KEEP_NONE) {
            return step(active, active.size(), 0, before, 1);
        }
        if (contextTokens < minContextTokens) {
            return PruneStep.stay(before);
        }
        return step(active, startOfLastTurns(active), protectTokens, before, Math.max(1, minSavingsTokens));
    }

    /**
     * The step that brings a context that would not fit down to {@code goalTokens}, or as close to it as pruning can.
     *
     * <p>Takes the oldest results, calls and media first, even those that {@link PruneOptions#pruning()}, {@link PruneOptions#protectTokens()} and
     * {@link PruneOptions#keepLastTurns()} protect, however little it saves; those that the model has yet to answer come
     * last, and the media of the user's last message stay. Tools whose {@link ToolPolicy} keeps their results keep them.
     *
     * @param active the entries of the transcript that the view is made of, in order
     * @param contextTokens the context's size as it is now
     * @param goalTokens the size to come down to; best well below the limit that was crossed, so that the next call does not
     *     cross it again and lose the cached prefix again
     * @param before the messages that are pruned now
     */
    public PruneStep relieve(List<Entry> active, long contextTokens, long goalTokens, Pruned before) {
        if (options.pruning() == Pruning.OFF) {
            return PruneStep.stay(before);
        }
        Progress progress = new Progress(active, before);
        int asked = lastMessageOf(active, Role.USER);
        for (int i = 0; i < active.size() && contextTokens - progress.saved > goalTokens; i++) {
            boolean isUsers = active.get(i).message().role() == Role.USER;
            if (!isUsers || i < asked) {
                progress.take(active.get(i), isUsers);
            }
        }
        return progress.step(1);
    }

    /** The step over everything before {@code end} that the model has read but the newest results of {@code toProtect} tokens. */
    private PruneStep step(List<Entry> active, int end, long toProtect, Pruned before, long minSavings) {
        int read = lastMessageOf(active, Role.ASSISTANT);
        int asked = lastMessageOf(active, Role.USER);
        Set<Long> repeated = Repeats.in(active);
        Progress progress = new Progress(active, before);
        long newest = 0;
        for (int i = active.size() - 1; i >= 0; i--) {
            Entry entry = active.get(i);
            boolean isUsers = entry.message().role() == Role.USER;
            boolean isRepeated = repeated.contains(entry.sequence());
            if (entry.message().role() == Role.TOOL && !isRepeated && mayGo(entry) && newest <= toProtect) {
                newest += view(entry, before).tokens();
            }
            boolean old = i < Math.min(read, end) && newest > toProtect;
            if (isUsers ? i < Math.min(asked, end) : old || (isRepeated && i < read)) {
                progress.take(entry, isUsers || !old);
            }
        }
        return progress.step(minSavings);
    }

    /** A step in the making. */
    private final class Progress {
        private final List<Entry> active;
        private final Pruned before;
        private final Set<Long> single = new HashSet<>();
        private long boundary;
        private long saved;

        private Progress(List<Entry> active, Pruned before) {
            this.active = active;
            this.before = before;
            this.boundary = before.through();
        }

        /** Prunes an entry, alone or with the boundary. */
        private void take(Entry entry, boolean alone) {
            Entry shown = view(entry, before);
            boolean isFull = alone && before.single().size() + single.size() >= Pruned.MAX_SINGLE;
            Entry pruned = entry.message().pinned() || isFull ? null : pruned(entry);
            if (pruned == null || pruned.tokens() >= shown.tokens()) {
                return;
            }
            if (alone) {
                single.add(entry.sequence());
            } else {
                boundary = Math.max(boundary, entry.sequence());
            }
            saved += shown.tokens() - pruned.tokens();
        }

        private PruneStep step(long minSavings) {
            if (saved < minSavings) {
                return PruneStep.stay(before);
            }
            Pruned after = before.with(boundary, single, active.get(0).sequence());
            int results = 0;
            long exactly = 0;
            // The boundary also covers what gets no smaller by it.
            for (Entry entry : active) {
                Entry shown = view(entry, before);
                Entry pruned = view(entry, after);
                results += shown.equals(pruned) ? 0 : 1;
                exactly += shown.tokens() - pruned.tokens();
            }
            return new PruneStep(after, results, Math.max(0, exactly));
        }
    }

    /** What a view shows of {@code entry} once it is pruned; {@code null} if it shows the entry. */
    private @Nullable Entry pruned(Entry entry) {
        Message message = entry.message();
        return switch (message.role()) {
            case TOOL -> mayGo(entry) ? remembered(entry, placeholders::placeholderFor) : null;
            case ASSISTANT ->
                !message.pinned() && arguments.areLong(message) ? remembered(entry, arguments::shortened) : null;
            case USER -> message.mediaCount() > 0 ? remembered(entry, placeholders::mediaLess) : null;
            case SYSTEM -> null;
        };
    }

    private @Nullable Entry remembered(Entry entry, Function<Entry, @Nullable Entry> smaller) {
        return pruned.get(entry, any -> Optional.ofNullable(smaller.apply(any))).orElse(null);
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
     * The messages that are pruned after one look at the context, and the gain of pruning them.
     *
     * @param pruned all of them
     * @param results number of messages that this step prunes, 0 if it is not taken
     * @param savedTokens how many tokens the view gets smaller by this step, 0 if it is not taken
     */
    public record PruneStep(Pruned pruned, int results, long savedTokens) {
        /** Checks the bounds. */
        public PruneStep {
            Bounds.notNegative("results", results);
            Bounds.notNegative("savedTokens", savedTokens);
        }

        /** The step that is not taken. */
        static PruneStep stay(Pruned pruned) {
            return new PruneStep(pruned, 0, 0);
        }

        /** True if the view changes, so that the provider's cached prefix ends at the first message that this step prunes. */
        public boolean moved() {
            return results > 0;
        }
    }

    /** True if {@code message} has a call of which a view shows less than there was. */
    public static boolean isShortened(Message message) {
        return CallArguments.isShortened(message);
    }

    /** {@code text} with placeholders that name no message, as sequence numbers differ from one process to the next over a framework's lists. */
    public static String withoutIds(String text) {
        return Placeholder.withoutIds(text);
    }

    /** True if {@code message} has the text of its tool's placeholder. */
    public static boolean isPlaceholder(Message message) {
        return message.role() == Role.TOOL && PlaceholderCosts.isPlaceholder(message);
    }
}
