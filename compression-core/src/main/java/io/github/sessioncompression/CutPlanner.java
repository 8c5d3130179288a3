package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.KeepRecent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides where the compressed part ends: always before a user message, never inside the current turn.
 *
 * <p>Every way to say how much recent chat is kept goes through the same aligner, so that no group is ever split.
 */
final class CutPlanner {
    private CutPlanner() {}

    /**
     * A cut.
     *
     * @param index the first entry that is kept
     * @param tokens what the entries before it cost
     */
    record Cut(int index, int tokens) {}

    /** The cut that keeps the current turn alone; {@code null} if nothing comes before it. */
    static @Nullable Cut beforeCurrentTurn(List<Entry> shown) {
        int start = currentTurn(shown);
        return start <= 0 ? null : new Cut(start, tokens(shown, start));
    }

    /**
     * The cut that keeps as much as the policy says.
     *
     * @param shown the entries as the view shows them
     * @param room how many tokens the kept entries may have when the policy keeps by ratio
     * @return {@code null} if there is nothing to compress
     */
    static @Nullable Cut byPolicy(List<Entry> shown, KeepRecent keep, int room) {
        int last = currentTurn(shown);
        if (last <= 0) {
            return null;
        }
        int index =
                switch (keep.strategy()) {
                    case TARGET_RATIO -> firstThatFits(shown, last, room);
                    case TOKENS -> firstThatFits(shown, last, keep.amount());
                    case MESSAGES -> lastThatKeeps(shown, last, keep.amount(), false);
                    case TURNS -> lastThatKeeps(shown, last, keep.amount(), true);
                };
        return index <= 0 ? null : new Cut(index, tokens(shown, index));
    }

    /** Where the current turn starts; -1 if no user has said anything. */
    static int currentTurn(List<Entry> shown) {
        for (int i = shown.size() - 1; i >= 0; i--) {
            if (startsTurn(shown, i)) {
                return i;
            }
        }
        return -1;
    }

    /** The oldest turn start from which on everything fits, else the current turn's. */
    private static int firstThatFits(List<Entry> shown, int last, int room) {
        int best = last;
        long kept = 0;
        for (int i = shown.size() - 1; i >= 0; i--) {
            kept += shown.get(i).tokens();
            if (kept > room) {
                break;
            }
            if (startsTurn(shown, i)) {
                best = Math.min(best, i);
            }
        }
        return best;
    }

    /** The newest turn start that still keeps so many messages or turns; 0 if there are not more. */
    private static int lastThatKeeps(List<Entry> shown, int last, int amount, boolean turns) {
        int counted = 0;
        for (int i = shown.size() - 1; i >= 0; i--) {
            boolean start = startsTurn(shown, i);
            if (start || !turns) {
                counted++;
            }
            if (start && i <= last && counted >= amount) {
                return i;
            }
        }
        return 0;
    }

    private static boolean startsTurn(List<Entry> shown, int index) {
        return shown.get(index).message().role() == Role.USER;
    }

    private static int tokens(List<Entry> shown, int end) {
        long sum = 0;
        for (int i = 0; i < end; i++) {
            sum += shown.get(i).tokens();
        }
        return (int) Math.min(Integer.MAX_VALUE, sum);
    }
}
