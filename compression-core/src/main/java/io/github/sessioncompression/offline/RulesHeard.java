package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.RuleTalk;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Remembers rules, decisions and preferences, and takes out of the state those that the user takes back. Not thread-safe; lives for one compilation. */
final class RulesHeard {
    private static final int REMEMBERED = 200;
    private static final double RAISED = 1.3;

    private final Deque<Sentence> rules = new ArrayDeque<>();

    /** The next sentence in the order in which they were said. */
    void hear(Sentence sentence) {
        boolean users = sentence.utterance.origin() == Utterance.Origin.USER;
        for (RuleTalk talk : sentence.meaning.rules()) {
            if (users && talk.takesBack() && rules.removeIf(rule -> ends(rule, sentence, talk))) {
                sentence.weight *= RAISED;
            }
        }
        if (sentence.meaning.rules().stream().anyMatch(RuleTalk::isStanding)) {
            rules.addLast(sentence);
            if (rules.size() > REMEMBERED) {
                rules.removeFirst();
            }
        }
    }

    private static boolean ends(Sentence rule, Sentence later, RuleTalk by) {
        boolean same = rule.utterance.speaker().equals(later.utterance.speaker());
        List<RuleTalk> talks = rule.meaning.rules();
        boolean ends = false;
        for (int i = 0; i < talks.size(); i++) {
            if (same ? by.takesBack(talks.get(i)) : by.takesBackRule(talks.get(i))) {
                ends = true;
                take(rule, later, i > 0);
            }
        }
        return ends;
    }

    /** Takes out a sentence, or of one that goes on with a rule about what it names one of the two. */
    private static void take(Sentence sentence, Sentence later, boolean last) {
        if (last && sentence.clauses.stream().anyMatch(clause -> clause.rules)) {
            sentence.clauses.forEach(clause -> clause.superseded |= clause.rules);
        } else {
            sentence.supersede(later, (from, to) -> true);
        }
    }
}
