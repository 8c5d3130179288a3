package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.AtomIndex;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Texts that a view shows, by note or sentence, to be asked whether they say what an anchor says. Linear in the texts; each question takes
 * time in proportion to how often its words occur. Not thread-safe; lives for one check.
 */
final class ShownTexts {
    /** The share of a statement's words that one note must have. */
    private static final double SAID = 0.6;

    private static final int COMMON = 400;

    private final Languages languages = Languages.shared();
    private final AnchorTexts sought;
    private final AtomIndex atoms = new AtomIndex();
    private final Map<String, List<Integer>> unitsWith = new HashMap<>();
    private final BitSet negated = new BitSet();
    private final List<Unit> all = new ArrayList<>();
    private LanguageProfile usual = languages.unknown();
    private int units;

    private record Unit(SentenceWords sentence, LanguageProfile profile) {}
    /** How many terms of the sentence that is asked for each unit has; all 0 between two questions. */
    private int[] shared = {};
    /** The sentence that was asked for last, whose anchors follow one another, and its language. */
    private String asked = "";

    private LanguageProfile askedIn = usual;

    /** None yet, to be asked for what those texts say. */
    ShownTexts(AnchorTexts sought) {
        this.sought = sought;
    }

    /** Adds a text: its lines, and of those the parts between semicolons and the sentences, are each one unit. */
    void add(String text) {
        usual = languages.detect(text, usual);
        asked = "";
        AnchorLanguage language = AnchorLanguage.of(usual.code());
        atoms.add(text, language);
        for (SentenceWords sentence : SentenceWords.split(text.replace("; ", ".\n"), usual)) {
            int unit = units++;
            all.add(new Unit(sentence, usual));
            AnchorTexts.Part part = AnchorTexts.Part.of(sentence, usual);
            for (String term : part.terms()) {
                List<Integer> having = unitsWith.computeIfAbsent(term, key -> new ArrayList<>(2));
                if (having.size() < COMMON) {
                    having.add(unit);
                }
            }
            if (part.negative()) {
                negated.set(unit);
            }
        }
    }

    /** Whether the texts say it: a value in any spelling, a statement in most of its words, and negated if it is; a choice as one. */
    boolean say(Anchor anchor) {
        LanguageProfile profile = languageOf(anchor.sentence());
        if (anchor.type().isAtom()) {
            return atoms.holds(anchor.type(), anchor.text(), AnchorLanguage.of(profile.code()));
        }
        for (AnchorTexts.Part part : sought.parts(anchor.text(), profile)) {
            int tie = anchor.type() == AnchorType.DECISION ? part.sentence().tie() : 0;
            boolean said = tie == 0 ? say(part) : sayChosen(part.sentence(), tie, profile);
            if (!said) {
                return false;
            }
        }
        return true;
    }

    /** Whether one of them says what was chosen, and that it was: a list of offers says nothing of a choice. */
    private boolean sayChosen(SentenceWords sentence, int tie, LanguageProfile profile) {
        List<Word> words = sentence.words();
        BitSet answering = saying(new SentenceWords(words.subList(tie, words.size()), '.', false), profile);
        return saying(new SentenceWords(words.subList(0, tie), '?', false), profile).stream()
                .anyMatch(unit -> isChoice(all.get(unit), answering.get(unit)));
    }

    private static boolean isChoice(Unit unit, boolean answers) {
        List<Word> words = unit.sentence().words();
        boolean asks = unit.sentence().end() == '?';
        return (answers && unit.sentence().tie() > 0)
                || (!asks && unit.profile().hasCue("decision", words, 0, words.size()));
    }

    /** The units that say a part of a sentence. */
    private BitSet saying(SentenceWords part, LanguageProfile profile) {
        return saying(AnchorTexts.Part.of(part, profile));
    }

    private BitSet saying(AnchorTexts.Part part) {
        Set<String> terms = part.terms();
        boolean negative = part.negative();
        Map<Integer, Integer> having = new HashMap<>();
        BitSet saying = new BitSet(units);
        if (terms.isEmpty()) {
            saying.set(0, units);
        }
        for (String term : terms) {
            for (int unit : unitsWith.getOrDefault(term, List.of())) {
                int shares = having.merge(unit, 1, Integer::sum);
                saying.set(
                        unit, saying.get(unit) || (shares >= SAID * terms.size() && (!negative || negated.get(unit))));
            }
        }
        return saying;
    }

    private LanguageProfile languageOf(String sentence) {
        if (!sentence.equals(asked)) {
            asked = sentence;
            askedIn = sought.languageOf(sentence, usual);
        }
        return askedIn;
    }

    private boolean say(AnchorTexts.Part part) {
        Set<String> terms = part.terms();
        boolean negative = part.negative();
        boolean said = terms.isEmpty();
        if (shared.length < units) {
            shared = new int[units];
        }
        for (String term : terms) {
            for (int unit : unitsWith.getOrDefault(term, List.of())) {
                shared[unit]++;
                said |= shared[unit] >= SAID * terms.size() && (!negative || negated.get(unit));
            }
        }
        for (String term : terms) {
            unitsWith.getOrDefault(term, List.of()).forEach(unit -> shared[unit] = 0);
        }
        return said;
    }
}
