package io.github.sessioncompression.text;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What the words of one language do in its sentences, by the word. Immutable, so safe for use by many threads. */
final class WordUses {
    private static final EnumSet<WordKind> NOTHING = EnumSet.noneOf(WordKind.class);

    private final Map<String, WordUse> listed = new HashMap<>();
    /** In a script without spaces, what is found inside a run of words. */
    private final Map<WordKind, List<String>> infixes = new EnumMap<>(WordKind.class);

    private final boolean unspaced;
    private final WordUse other = new WordUse(this, "", NOTHING, false, Map.of());
    private final WordUse otherNot = new WordUse(this, WordUse.SHORT_NOT, NOTHING, false, Map.of());

    /**
     * Those of the words that a language's file holds, and of its words of grammar.
     *
     * @param stop the words of grammar
     * @param unspaced whether the language is written without spaces
     */
    WordUses(LanguageFile file, Set<String> stop, boolean unspaced) {
        this.unspaced = unspaced;
        Map<String, Map<String, List<String[]>>> opening = new HashMap<>();
        file.phrases().forEach((cue, phrases) -> phrases.byFirstWord()
                .forEach((word, all) ->
                        opening.computeIfAbsent(word, first -> new HashMap<>()).put(cue, all)));
        Stream.of(file.words().keySet(), stop, opening.keySet())
                .flatMap(Set::stream)
                .distinct()
                .forEach(word -> {
                    EnumSet<WordKind> kinds = file.words().getOrDefault(word, NOTHING);
                    Map<String, List<String[]>> phrases = opening.getOrDefault(word, Map.of());
                    listed.put(word, new WordUse(this, word, kinds, stop.contains(word), phrases));
                });
        for (WordKind kind : unspaced ? WordKind.INFIXES : Set.<WordKind>of()) {
            infixes.put(kind, file.wordsOf(kind));
        }
    }

    /** That of a word in lower case. */
    WordUse of(String word) {
        WordUse known = listed.get(word);
        if (known != null) {
            return known;
        }
        // What stands inside a run of words is looked for when it is asked.
        return unspaced
                ? new WordUse(this, word, NOTHING, false, Map.of())
                : word.endsWith(WordUse.SHORT_NOT) ? otherNot : other;
    }

    /** Whether a word of the kind stands inside a run of words. */
    boolean hasInfix(WordKind kind, String run) {
        if (!unspaced) {
            return false;
        }
        for (String infix : infixes.getOrDefault(kind, List.of())) {
            if (run.contains(infix)) {
                return true;
            }
        }
        return false;
    }
}
