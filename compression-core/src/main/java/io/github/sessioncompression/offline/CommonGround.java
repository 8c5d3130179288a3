package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Labels;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Vocabulary;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The concepts that both sides know: words, and pairs of neighbouring words, that more than one speaker uses in several messages;
 * of a script without spaces, {@linkplain UnspacedConcepts runs of characters}.
 *
 * <p>What the previous state knew stays known. Not thread-safe; lives for one compilation.
 */
final class CommonGround {
    private static final int BY_EACH = 2;
    private static final int MOST = 12;
    private static final int SHORTEST = 4;
    private static final String SEPARATOR = ", ";

    private static final class Use {
        private final Map<String, Integer> bySpeaker = new HashMap<>();
        private final List<Provenance> where = new ArrayList<>();
        private final String text;
        private final List<Integer> terms;
        private int last = -1;
        /** In how many of them a number stood before it: a unit. */
        private int counted;

        private Use(String text, List<Integer> terms) {
            this.text = text;
            this.terms = terms;
        }

        private void hear(Sentence sentence, boolean counts) {
            int message = sentence.utterance.order();
            if (last != message) {
                last = message;
                bySpeaker.merge(sentence.utterance.speaker(), 1, Integer::sum);
                where.add(sentence.provenance);
                counted += counts ? 1 : 0;
            }
        }

        /** How often the one uses it who uses it least of the two that use it most. */
        private int shared() {
            return bySpeaker.values().stream()
                    .sorted(Comparator.reverseOrder())
                    .skip(1)
                    .findFirst()
                    .orElse(0);
        }
    }

    private final Labels labels;
    private final Set<String> marks = new HashSet<>();
    /** By their terms: one of one by its number alone, which is below that of any of two. */
    private final Map<Long, Use> uses = new LinkedHashMap<>();

    private final UnspacedConcepts unspaced = new UnspacedConcepts();
    private final Set<String> known = new LinkedHashSet<>();
    private final List<Provenance> knownFrom = new ArrayList<>();

    CommonGround(Languages languages, Labels labels) {
        this.labels = labels;
        languages.all().forEach(profile -> marks.add(profile.labels().of("known")));
    }

    /** Whether an entry of a state is one of this class. */
    boolean isOwn(Utterance note) {
        return marks.contains(note.speaker());
    }

    /** Takes over what the previous state knew. */
    void remember(Utterance note) {
        known.addAll(List.of(note.text().split(SEPARATOR, -1)));
        knownFrom.add(note.provenance());
    }

    /** Counts the words of a sentence that somebody said. */
    void hear(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        if (sentence.aside || sentence.weight < 1) {
            return;
        }
        if (profile.isUnspaced()) {
            unspaced.hear(sentence);
            return;
        }
        for (int i = 0; i < sentence.words.size() && i < sentence.terms.length; i++) {
            Word word = sentence.words.get(i);
            if (!isConcept(word, profile) || sentence.terms[i].length == 0) {
                continue;
            }
            int term = sentence.terms[i][0];
            Use one = uses.computeIfAbsent((long) term, key -> new Use(word.surface(), List.of(term)));
            one.hear(sentence, i > 0 && sentence.words.get(i - 1).isAtom());
            boolean pair = i + 1 < sentence.words.size()
                    && word.after() == 0
                    && isConcept(sentence.words.get(i + 1), profile)
                    && sentence.terms[i + 1].length > 0;
            if (pair) {
                int second = sentence.terms[i + 1][0];
                Word next = sentence.words.get(i + 1);
                uses.computeIfAbsent(
                                (term + 1L) << Integer.SIZE | second,
                                key -> new Use(word.surface() + ' ' + next.surface(), List.of(term, second)))
                        .hear(sentence, false);
            }
        }
    }

    private static boolean isConcept(Word word, LanguageProfile profile) {
        WordUse use = profile.use(word);
        return word.surface().length() >= SHORTEST
                && !word.isAtom()
                && use.isContent()
                && !word.isOperator()
                && word.lower().indexOf('\'') < 0;
    }

    /** Whether it is a name, two words that belong together, or, where the language shows nouns, a noun that counts nothing. */
    private static boolean isThing(Use use, Vocabulary vocabulary, LanguageProfile language) {
        int term = use.terms.get(0);
        return use.terms.size() > 1
                || vocabulary.writtenAs(term).isProper()
                || !language.hasDeterminers()
                || (vocabulary.asNoun(term) >= BY_EACH && 2 * use.counted <= use.where.size());
    }

    /** The entry, with as many concepts as are known and then with fewer and fewer; none where too little is known. */
    List<StateItem> lines(Vocabulary vocabulary, LanguageProfile language, Set<String> names) {
        Map<String, List<Provenance>> concepts = new LinkedHashMap<>();
        Set<Integer> inPairs = new HashSet<>();
        List<Use> best = uses.values().stream()
                .filter(use -> use.shared() >= BY_EACH
                        && isThing(use, vocabulary, language)
                        && !names.contains(use.text.toLowerCase(Locale.ROOT)))
                .sorted(Comparator.comparingInt((Use use) -> -use.shared() * use.terms.size()))
                .toList();
        for (Use use : best) {
            boolean told = use.terms.size() == 1 && inPairs.contains(use.terms.get(0));
            if (!told && concepts.size() < MOST && concepts.putIfAbsent(use.text, use.where) == null) {
                inPairs.addAll(use.terms);
            }
        }
        for (UnspacedConcepts.Concept concept : unspaced.shared(BY_EACH, language)) {
            if (!names.contains(concept.text()) && concepts.size() < MOST) {
                concepts.putIfAbsent(concept.text(), concept.where());
            }
        }
        for (String earlier : known) {
            if (concepts.size() < MOST) {
                concepts.putIfAbsent(earlier, List.of());
            }
        }
        List<StateItem> lines = new ArrayList<>();
        for (int some = concepts.size(); some > 0; some--) {
            List<Provenance> where = new ArrayList<>(knownFrom);
            concepts.values().stream().limit(some).forEach(where::addAll);
            if (!where.isEmpty()) {
                lines.add(line(concepts.keySet().stream().limit(some).toList(), Provenance.joined(where)));
            }
        }
        return lines;
    }

    private StateItem line(List<String> concepts, Provenance from) {
        String text = labels.of("known") + ": " + String.join(SEPARATOR, concepts);
        return new StateItem(text, StateItem.Kind.CONCEPT, from.sources(), from.origin(), StateItem.Writer.RULES);
    }
}
