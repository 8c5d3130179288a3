package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.RuleTalk;
import java.util.ArrayDeque;
import java.util.Deque;

/** Remembers rules, decisions and preferences, and takes out of the state those that the user takes back. Not thread-safe; lives for one compilation. */
final class RulesHeard {
    private static final int REMEMBERED = 200;
    private static final double RAISED = 1.3;

    private final Deque<Sentence> rules = new ArrayDeque<>();

    /** The next sentence in the order in which they were said. */
    void hear(Sentence sentence) {
        RuleTalk talk = sentence.rule;
        if (talk == null) {
            return;
        }
        boolean users = sentence.utterance.origin() == Utterance.Origin.USER;
        if (users && talk.takesBack() && rules.removeIf(rule -> ends(rule, sentence, talk))) {
            sentence.weight *= RAISED;
        }
        if (talk.isStanding()) {
            rules.addLast(sentence);
            if (rules.size() > REMEMBERED) {
                rules.removeFirst();
            }
        }
    }

    private static boolean ends(Sentence rule, Sentence later, RuleTalk by) {
        boolean same = rule.utterance.speaker().equals(later.utterance.speaker());
        boolean ends = rule.rule != null && (same ? by.takesBack(rule.rule) : by.takesBackRule(rule.rule));
        if (ends) {
            rule.clauses.forEach(clause -> clause.superseded = true);
        }
        return ends;
    }
}
