package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AtomKeys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Values that hold no longer, to be found in a text by what it gives and speaks of, so that a text is held against those alone that it may tell:
 * a chat may have as many of them as it has sentences. Immutable.
 */
public final class OutdatedIndex {
    private final Map<AnchorLanguage, Of> languages = new LinkedHashMap<>();

    public OutdatedIndex(Collection<OutdatedValue> values) {
        Map<AnchorLanguage, Set<OutdatedValue>> by = new LinkedHashMap<>();
        for (OutdatedValue value : values) {
            by.computeIfAbsent(value.language(), first -> new LinkedHashSet<>()).add(value);
        }
        by.forEach((language, all) -> languages.put(language, new Of(language, all)));
    }

    /** Whether a text gives one of the old values of the same, and not the new one beside it. */
    public boolean isToldBy(String text) {
        return !toldBy(text, true).isEmpty();
    }

    /** The values that it gives so. */
    public Set<OutdatedValue> toldBy(String text) {
        return toldBy(text, false);
    }

    /** Whether a text gives one of the old values, and calls what it was of by some of its words. */
    public boolean isHintedAtBy(String text) {
        return languages.values().stream().anyMatch(of -> !of.find(text, of.byAny, OutdatedValue::isHintedAtBy, true)
                .isEmpty());
    }

    /** Whether a text gives one of the old values, whatever it says of it. */
    public boolean isNamedBy(String text) {
        return languages.values().stream()
                .anyMatch(of -> !of.given(new SaidValues(text, of.language)).isEmpty());
    }

    private Set<OutdatedValue> toldBy(String text, boolean any) {
        Set<OutdatedValue> told = new LinkedHashSet<>();
        for (Of of : languages.values()) {
            if (!any || told.isEmpty()) {
                told.addAll(of.find(text, of.byRarest, OutdatedValue::isToldBy, any));
            }
        }
        return told;
    }

    /** The values of one language. */
    private static final class Of {
        private final AnchorLanguage language;
        /** By a key of the old value and the stem of what it was of that fewest have. */
        private final Map<String, List<OutdatedValue>> byRarest = new HashMap<>();
        /** By a key of the old value and any stem of what it was of. */
        private final Map<String, List<OutdatedValue>> byAny = new HashMap<>();

        private final Set<String> keys = new HashSet<>();
        /** The keys of what is no atom, in letters alone. */
        private final Needles words = new Needles();

        private final Needles subjects = new Needles();

        Of(AnchorLanguage language, Set<OutdatedValue> values) {
            this.language = language;
            for (OutdatedValue value : values) {
                for (String key : value.before()) {
                    if (SaidValues.isWord(key)) {
                        words.add(AtomKeys.folded(key));
                    }
                    keys.add(key);
                    value.subject().forEach(stem -> put(byAny, key, stem, value));
                }
                value.subject().forEach(subjects::add);
            }
            for (OutdatedValue value : values) {
                for (String key : value.before()) {
                    value.subject().stream()
                            .min((one, other) -> Integer.compare(having(key, one), having(key, other)))
                            .ifPresent(stem -> put(byRarest, key, stem, value));
                }
            }
        }

        private int having(String key, String stem) {
            return byAny.getOrDefault(place(key, stem), List.of()).size();
        }

        private static void put(Map<String, List<OutdatedValue>> by, String key, String stem, OutdatedValue value) {
            by.computeIfAbsent(place(key, stem), first -> new ArrayList<>(1)).add(value);
        }

        /** What is no atom is the same in any spelling. */
        private static String place(String key, String stem) {
            return (SaidValues.isWord(key) ? AtomKeys.folded(key) : key) + '\n' + stem;
        }

        /** The keys of the old values that are given. */
        private Set<String> given(SaidValues said) {
            Set<String> given = new HashSet<>(words.in(said.folded()));
            said.keys().stream().filter(keys::contains).forEach(given::add);
            return given;
        }

        private Set<OutdatedValue> find(
                String text,
                Map<String, List<OutdatedValue>> by,
                BiPredicate<OutdatedValue, SaidValues> tells,
                boolean any) {
            SaidValues said = new SaidValues(text, language);
            Set<String> given = given(said);
            Set<String> about =
                    given.isEmpty() ? Set.of() : language.isUnspaced() ? subjects.in(said.text()) : said.stems();
            Set<OutdatedValue> found = new LinkedHashSet<>();
            for (String key : given) {
                for (String stem : about) {
                    for (OutdatedValue value : by.getOrDefault(place(key, stem), List.of())) {
                        if (tells.test(value, said)) {
                            found.add(value);
                            if (any) {
                                return found;
                            }
                        }
                    }
                }
            }
            return found;
        }
    }

    /** Strings to be found anywhere in a text: by their first letters, so that a text is read once however many there are. */
    private static final class Needles {
        private static final int FIRST = 4;

        private final Map<String, Set<String>> byFirst = new HashMap<>();

        void add(String needle) {
            if (!needle.isEmpty()) {
                byFirst.computeIfAbsent(needle.substring(0, Math.min(FIRST, needle.length())), key -> new HashSet<>(2))
                        .add(needle);
            }
        }

        Set<String> in(String text) {
            Set<String> found = new HashSet<>();
            for (int at = 0; at < text.length() && !byFirst.isEmpty(); at++) {
                for (int length = 1; length <= FIRST && at + length <= text.length(); length++) {
                    for (String needle : byFirst.getOrDefault(text.substring(at, at + length), Set.of())) {
                        if (text.startsWith(needle, at)) {
                            found.add(needle);
                        }
                    }
                }
            }
            return found;
        }
    }
}
