package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.KeyedLine;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The words of a language that say how much a clause says, read from a resource file of our own.
 *
 * <p>A phrase is looked up by its first word and the longest counts, so the work is linear in the words. Immutable, so safe for use by many
 * threads.
 */
final class ForceWords {
    private static final Map<String, ForceWords> LOADED = new ConcurrentHashMap<>();
    /** The key of phrases whose words have no force in them: "even if". */
    private static final String PLAIN = "PLAIN";
    /** Letters that stand in front of an ending at least. */
    private static final int SHORTEST_STEM = 2;

    private final Map<String, List<Phrase>> byFirst = new HashMap<>();
    private final Map<String, Force> endings = new HashMap<>();

    private record Phrase(List<String> words, Set<Force> forces) {}

    /**
     * What is found at a place.
     *
     * @param length how many words the phrase has, 0 if there is none
     */
    record Found(int length, Set<Force> forces) {
        private static final Found NOTHING = new Found(0, Set.of());
    }

    private ForceWords(AnchorLanguage language) {
        for (KeyedLine line : KeyedLine.of(ForceWords.class, "force/" + language.code() + ".txt")) {
            String key = line.key().toUpperCase(Locale.ROOT).replace('-', '_');
            Force force = key.equals(PLAIN) ? null : Force.valueOf(key);
            for (String phrase : line.value().split("\\|", -1)) {
                add(phrase.strip(), force, language);
            }
        }
        byFirst.values()
                .forEach(all -> all.sort(
                        (one, other) -> other.words().size() - one.words().size()));
    }

    /** Those of a language that has rules of its own. */
    static ForceWords of(AnchorLanguage language) {
        return LOADED.computeIfAbsent(language.code(), code -> new ForceWords(language));
    }

    private void add(String phrase, @Nullable Force force, AnchorLanguage language) {
        if (phrase.startsWith("-") && force != null) {
            endings.put(phrase.substring(1), force);
            return;
        }
        List<List<String>> all = List.of(List.of());
        List<String> elements = language.isUnspaced()
                ? phrase.codePoints().mapToObj(Character::toString).toList()
                : List.of(phrase.split(" +", -1));
        for (String element : elements) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> front : all) {
                for (String word : element.split("/", -1)) {
                    List<String> words = new ArrayList<>(front);
                    words.add(word);
                    longer.add(words);
                }
            }
            all = longer;
        }
        all.forEach(words -> add(parted(words, language), force));
    }

    private void add(List<String> words, @Nullable Force force) {
        List<Phrase> phrases = byFirst.computeIfAbsent(words.get(0), first -> new ArrayList<>(2));
        for (Phrase known : phrases) {
            if (known.words().equals(words) && force != null) {
                known.forces().add(force);
                return;
            }
        }
        phrases.add(new Phrase(words, force == null ? EnumSet.noneOf(Force.class) : EnumSet.of(force)));
    }

    /** The longest phrase that begins at a place in words in lower case. */
    Found at(List<String> words, int at) {
        for (Phrase phrase : byFirst.getOrDefault(words.get(at), List.of())) {
            int end = at + phrase.words().size();
            if (end <= words.size() && words.subList(at, end).equals(phrase.words())) {
                return new Found(end - at, phrase.forces());
            }
        }
        return Found.NOTHING;
    }

    /** Adds what the ending of a word says of its time. */
    void addEnding(String word, Set<Force> into) {
        endings.forEach((ending, force) -> {
            if (word.length() >= ending.length() + SHORTEST_STEM && word.endsWith(ending)) {
                into.add(force);
            }
        });
    }

    /** "Can't" as "can not", "I'll" as "I will", and what stands in front of an apostrophe apart. */
    static List<String> parted(List<String> words, AnchorLanguage language) {
        if (language.isUnspaced()) {
            return words;
        }
        boolean elides = language.has("elides", "'");
        List<String> parted = new ArrayList<>(words.size() + 2);
        for (String word : words) {
            int apostrophe = word.indexOf('\'');
            if (word.equals("cannot")) {
                parted.addAll(List.of("can", "not"));
            } else if (word.endsWith("n't")) {
                parted.add(SaidPart.withoutNot(word));
                parted.add("not");
            } else if (word.length() > 3 && word.endsWith("'ll")) {
                parted.add(word.substring(0, apostrophe));
                parted.add("will");
            } else if (elides && apostrophe > 0 && apostrophe < word.length() - 1) {
                String front = word.substring(0, apostrophe);
                String behind = word.substring(apostrophe + 1);
                boolean ifs = front.equals("s") && behind.startsWith("il");
                parted.add(front.equals("n") ? "ne" : ifs ? "si" : front);
                parted.add(behind);
            } else {
                parted.add(word);
            }
        }
        return parted;
    }
}
