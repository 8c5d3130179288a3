package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.RuleTalk;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Takes away what a state holds of rules and choices that a person has taken back since. */
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
            if (isPersons(anchor) && read.add(anchor.sentence()) && isTakenBack(anchor, later)) {
                gone.add(anchor.sentence());
            }
        }
        return anchors.stream()
                .filter(anchor -> !gone.contains(anchor.sentence()))
                .toList();
    }

    private static boolean isPersons(Anchor anchor) {
        return anchor.type().isStanding()
                && anchor.origin() != StateItem.Origin.TOOL
                && anchor.origin() != StateItem.Origin.OUTSIDE;
    }

    private static boolean isTakenBack(Anchor anchor, List<RuleTalk> later) {
        boolean others = anchor.origin() == StateItem.Origin.ASSISTANT;
        Map<String, Optional<RuleTalk>> readings = new HashMap<>();
        return later.stream()
                .anyMatch(talk -> readings.computeIfAbsent(talk.language(), code -> read(anchor.sentence(), code))
                        .filter(rule -> others ? talk.takesBackRule(rule) : talk.takesBack(rule))
                        .isPresent());
    }

    /**
     * Whether a sentence that a model wrote tells a rule or a choice that the user has taken back and not made anew.
     *
     * @param reading what was said since
     */
    static boolean isTakenBack(String sentence, AnchorReading reading) {
        Map<String, Optional<RuleTalk>> readings = new HashMap<>();
        return reading.takenBack().stream()
                .anyMatch(talk -> readings.computeIfAbsent(talk.language(), code -> told(sentence, code))
                        .filter(rule -> talk.takesBack(rule) && !reading.isHeld(rule))
                        .isPresent());
    }

    /** What a model's sentence tells of the user, if it is something that may be taken back. */
    private static Optional<RuleTalk> told(String sentence, String code) {
        return read(AnchorLanguage.of(code).asSaid(sentence), code)
                .filter(rule -> rule.isStanding() && !rule.takesBack());
    }

    /** A note of a few words is in the language of what is said of it; one of several sentences says more than a rule, so it stays. */
    private static Optional<RuleTalk> read(String note, String code) {
        LanguageProfile profile =
                Languages.shared().detect(note, Languages.shared().profile(code));
        List<SentenceWords> sentences = SentenceWords.split(note, profile);
        return sentences.size() == 1
                ? Optional.ofNullable(RuleTalk.ofNote(note, sentences.get(0), profile))
                : Optional.empty();
    }
}
