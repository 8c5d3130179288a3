package io.github.sessioncompression.cut;

import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.RetainedMessages;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.KeepRecent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the end of the compressed part: before a user message, or inside the current turn between two of its groups.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Sum up, once, the tokens that a cut before each message takes away. Pins, system messages and the user message of the current turn stay with
 *       any cut.
 *   <li>Cuts are allowed at user messages, and inside the turn at assistant messages.
 *   <li>{@link #byPolicy} takes the oldest cut that keeps no more than the policy's measure; {@link #insideCurrentTurn} the first that leaves no more
 *       than a room, but never the last answered group, which the model may not have read yet.
 * </ol>
 *
 * <p><b>Does nothing</b>, that is {@code null}, if no allowed cut takes anything. <b>Threads:</b> not safe; made for one look at a chat. Takes linear
 * time. All sizes are tokens as counted here.
 *
 * @see Pins
 */
public final class CutPlanner {
    private final List<Entry> shown;
    /** Tokens that a cut before each entry takes away, by the entry's index. */
    private final long[] going;
    /** Tokens of the history that every cut keeps. */
    private final long staying;
    /** Tokens of what was pinned for a turn that is over or was unpinned, which any cut frees. */
    private final long released;
    /** Index of the current turn's user message; -1 if it is pinned already, or if no user has spoken. */
    private final int turn;

    /** True for each entry in a pinned group. */
    private final boolean[] stays;

    /**
     * A planner.
     *
     * @param pinned the pinned entries before the boundary, as a view shows them
     * @param shown the active entries, as a view shows them
     * @param repairs tokens of the messages that keep the order valid; a cut does not free them
     */
    public CutPlanner(List<Entry> pinned, List<Entry> shown, int repairs) {
        this.shown = shown;
        List<Message> messages = Pins.messages(shown);
        List<Message> pinnedMessages = Pins.messages(pinned);
        this.turn = RetainedMessages.lastUser(messages);
        int pinnedUser = turn < 0 ? RetainedMessages.lastUser(pinnedMessages) : -1;
        this.stays = RetainedMessages.inPinnedGroup(messages);
        this.going = new long[shown.size() + 1];
        boolean[] pins = RetainedMessages.inPinnedGroup(pinnedMessages);
        long kept = repairs;
        long gone = 0;
        for (int i = 0; i < pinned.size(); i++) {
            Entry entry = pinned.get(i);
            if (entry.message().role() != Role.SYSTEM) {
                boolean goes = !pins[i] && i != pinnedUser;
                gone += goes ? entry.tokens() : 0;
                kept += goes ? 0 : entry.tokens();
            }
        }
        for (int i = 0; i < shown.size(); i++) {
            Entry entry = shown.get(i);
            boolean system = entry.message().role() == Role.SYSTEM;
            kept += stays[i] && !system ? entry.tokens() : 0;
            going[i + 1] = going[i] + (stays[i] || system ? 0 : entry.tokens());
        }
        this.staying = kept;
        this.released = gone;
    }

    /**
     * A cut before the entry at {@code index}.
     *
     * @param tokens what it takes away
     * @param kept what it leaves of the history, pins included, without system messages and state
     */
    public record Cut(int index, int tokens, int kept) {}

    /** The cut before the current turn; {@code null} if nothing precedes it or no user has spoken. */
    @Nullable
    public Cut beforeCurrentTurn() {
        return turn <= 0 ? null : before(turn);
    }

    /** The cut behind the last message; {@code null} if there is no message. */
    @Nullable
    public Cut everything() {
        return shown.isEmpty() ? null : before(shown.size());
    }

    /**
     * The cut before the current turn that keeps as much as the policy sets; if it sets nothing, the turn goes too once it has its answer.
     *
     * @param room tokens of the history that may stay, for a policy that keeps what the target leaves
     */
    @Nullable
    public Cut byPolicy(KeepRecent keep, int room) {
        if (keep.keepsNone() && Turns.isAnswered(shown)) {
            return before(shown.size());
        }
        if (turn <= 0) {
            return null;
        }
        int index =
                switch (keep.strategy()) {
                    case TARGET_RATIO -> firstThatFits(room);
                    case TOKENS -> firstThatFits(keep.amount());
                    case MESSAGES -> lastThatKeeps(keep.amount(), false);
                    case TURNS -> lastThatKeeps(keep.amount(), true);
                };
        return index <= 0 ? null : before(index);
    }

    /**
     * The cut that takes the oldest groups of the current turn too, with everything before them but its user message. The last answered group always
     * stays, and all that follows it: the model may not have read it yet.
     *
     * @param room tokens of the history that may stay; the smallest number for all that may go
     * @return {@code null} if what precedes the turn is enough, or if nothing of the turn may go
     */
    @Nullable
    public Cut insideCurrentTurn(int room) {
        int from = turn + 1;
        long question = turn < 0 || stays[turn] ? 0 : shown.get(turn).tokens();
        int last = lastGroupToFold(from);
        if (last <= from || keptFrom(from) + question <= room) {
            return null;
        }
        int index = from + 1;
        while (index < last && (!startsGroup(index) || keptFrom(index) + question > room)) {
            index++;
        }
        long tokens = going[index] - question + released;
        boolean takesOfTheTurn = going[index] > going[from];
        return takesOfTheTurn ? new Cut(index, toInt(tokens), toInt(keptFrom(index) + question)) : null;
    }

    /** Tokens of the history if all before the current turn is cut away, pins included. */
    public long currentTurnTokens() {
        return keptFrom(Math.max(0, turn));
    }

    private Cut before(int index) {
        return new Cut(index, toInt(going[index] + released), toInt(keptFrom(index)));
    }

    private long keptFrom(int index) {
        return staying + going[shown.size()] - going[index];
    }

    /** The oldest turn start from which on everything fits, else the current turn's. */
    private int firstThatFits(int room) {
        int best = turn;
        for (int i = turn; i >= 0 && keptFrom(i) <= room; i--) {
            if (startsTurn(i)) {
                best = i;
            }
        }
        return best;
    }

    /** The newest turn start that still keeps so many messages or turns; 0 if there are not more. */
    private int lastThatKeeps(int amount, boolean turns) {
        int counted = 0;
        for (int i = shown.size() - 1; i >= 0; i--) {
            boolean start = startsTurn(i);
            if (start || !turns) {
                counted++;
            }
            if (start && i <= turn && counted >= amount) {
                return i;
            }
        }
        return 0;
    }

    /** Index of the part that no cut inside the turn takes; -1 if that is all of it. */
    private int lastGroupToFold(int from) {
        int last = groupBefore(shown.size(), from);
        if (last >= 0 && isOpen(last)) {
            last = groupBefore(last, from);
        }
        if (last >= 0 && !shown.get(last).message().callsTools()) {
            int results = groupBefore(last, from);
            return results >= 0 && shown.get(results).message().callsTools() ? results : last;
        }
        return last;
    }

    /** Index of the last group that begins before {@code end}; -1 if there is none from {@code from} on. */
    private int groupBefore(int end, int from) {
        for (int i = end - 1; i >= from; i--) {
            if (startsGroup(i)) {
                return i;
            }
        }
        return -1;
    }

    /** True if calls of the last group, which begins at {@code start}, wait for their results. */
    private boolean isOpen(int start) {
        Repair repair = new Repair(false);
        for (Entry entry : shown.subList(start, shown.size())) {
            repair.accept(entry.message());
        }
        return repair.hasOpenCalls();
    }

    private boolean startsTurn(int index) {
        return shown.get(index).message().role() == Role.USER;
    }

    private boolean startsGroup(int index) {
        return shown.get(index).message().role() == Role.ASSISTANT;
    }

    private static int toInt(long tokens) {
        return (int) Math.min(Integer.MAX_VALUE, tokens);
    }
}
