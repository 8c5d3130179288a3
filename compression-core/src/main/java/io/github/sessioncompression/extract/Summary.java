package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile.Cue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells where things stand in at most three quoted sentences: the goal, the last decision, what is open.
 *
 * <p>The goal is the user's latest request that was not put right or called off; without a newer one it stays over compressions. What is open is a
 * question that nobody has answered, else the last promise.
 */
final class Summary {
    private static final String GOAL = "Goal: ";
    private static final String DECIDED = "Last decision: ";
    private static final String OPEN = "Open: ";
    /** Terms that calling off shares with the request. */
    private static final int SHARED = 2;

    private Summary() {}

    /** True if an item of an earlier summary tells the goal. */
    static boolean isGoal(StateItem item) {
        return item.text().startsWith(GOAL);
    }

    /**
     * The summary's sentences.
     *
     * @param earlierGoal the goal of the previous state; {@code null} if it had none
     * @param lastSpeech message after which nobody said anything
     */
    static List<StateItem> write(List<Unit> units, @Nullable StateItem earlierGoal, boolean withModel, int lastSpeech) {
        Unit goal = null;
        Unit decided = null;
        Unit promised = null;
        Unit asked = null;
        for (Unit unit : units) {
            if (!unit.isSpeech() || unit.from == Unit.From.WRITTEN || unit.from == Unit.From.BEFORE) {
                continue;
            }
            if (goal != null && callsOff(unit, goal)) {
                goal = null;
            }
            boolean user = unit.origin == StateItem.Origin.USER;
            boolean asks = unit.from == Unit.From.SPAN && user && withModel;
            if (asks && unit.profile.cues(unit.words).contains(Cue.REQUEST)) {
                goal = unit;
            }
            decided = unit.types.contains(AnchorType.DECISION) ? unit : decided;
            promised = unit.types.contains(AnchorType.COMMITMENT) ? unit : promised;
            asked = unit.types.contains(AnchorType.QUESTION) && unit.message == lastSpeech ? unit : asked;
        }
        List<StateItem> items = new ArrayList<>();
        if (goal != null) {
            items.add(goal.quoted(GOAL, StateItem.Kind.NARRATIVE));
        } else if (earlierGoal != null) {
            items.add(goalOnly(earlierGoal));
        }
        if (decided != null) {
            items.add(decided.quoted(DECIDED, StateItem.Kind.NARRATIVE));
        }
        Unit open = asked == null ? promised : asked;
        if (open != null && open != goal && open != decided) {
            items.add(open.quoted(OPEN, StateItem.Kind.NARRATIVE));
        }
        return items;
    }

    private static boolean callsOff(Unit unit, Unit goal) {
        Set<Cue> cues = unit.profile.cues(unit.words);
        if (unit == goal || !(cues.contains(Cue.OFF) || cues.contains(Cue.CORRECTION))) {
            return false;
        }
        Set<Integer> terms = Arrays.stream(goal.terms).boxed().collect(Collectors.toSet());
        return Arrays.stream(unit.terms).distinct().filter(terms::contains).count() >= SHARED;
    }

    /** The goal out of a summary that was joined into one text. */
    private static StateItem goalOnly(StateItem summary) {
        String text = summary.text();
        for (String next : List.of(DECIDED, OPEN)) {
            int at = text.indexOf(" " + next);
            text = at > 0 ? text.substring(0, at) : text;
        }
        return new StateItem(text, summary.kind(), summary.sources(), summary.origin(), summary.writer());
    }
}
