package io.github.sessioncompression.anchor;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Takes away what a state holds of rules that a person has taken back since. */
final class TakenBack {
    private TakenBack() {}

    /**
     * The anchors of a state that still hold.
     *
     * @param later what was said later that may take back a rule
     */
    static List<Anchor> holding(List<Anchor> anchors, List<RuleTalk> later) {
        if (later.isEmpty()) {
            return anchors;
        }
        Set<String> gone = new HashSet<>();
        Set<String> read = new HashSet<>();
        for (Anchor anchor : anchors) {
            if (isPersonsRule(anchor) && read.add(anchor.sentence()) && isTakenBack(anchor.sentence(), later)) {
                gone.add(anchor.sentence());
            }
        }
        return anchors.stream()
                .filter(anchor -> !gone.contains(anchor.sentence()))
                .toList();
    }

    private static boolean isPersonsRule(Anchor anchor) {
        return anchor.type() == AnchorType.CONSTRAINT
                && anchor.origin() != StateItem.Origin.TOOL
                && anchor.origin() != StateItem.Origin.OUTSIDE;
    }

    /** A note of several sentences says more than the rule, so it stays. */
    private static boolean isTakenBack(String note, List<RuleTalk> later) {
        LanguageProfile profile =
                Languages.shared().detect(note, Languages.shared().unknown());
        List<SentenceWords> sentences = SentenceWords.split(note, profile);
        RuleTalk rule = sentences.size() == 1 ? RuleTalk.of(note, sentences.get(0), profile) : null;
        return rule != null && later.stream().anyMatch(talk -> talk.takesBack(rule));
    }
}
