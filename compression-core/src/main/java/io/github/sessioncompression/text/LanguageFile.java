package io.github.sessioncompression.text;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the resource file of a language says of its words. Not changed once it is read.
 *
 * @param words what each word does in a sentence
 * @param phrases the phrases of each cue
 * @param rewritten how a note-taker writes a word at the head of a clause
 * @param spelling words as people in a hurry write them, each with how it is spelt
 */
record LanguageFile(
        Map<String, EnumSet<WordKind>> words,
        Map<String, PhraseSet> phrases,
        Map<String, String> rewritten,
        Map<String, String> spelling) {
    /** The file of {@code code}; empty if there is none. */
    static LanguageFile load(String code) {
        LanguageFile file = new LanguageFile(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
        if (LanguageFile.class.getResource(code + ".txt") != null) {
            KeyedLine.of(LanguageFile.class, code + ".txt").forEach(file::read);
        }
        return file;
    }

    /** The words that do something. */
    List<String> wordsOf(WordKind kind) {
        return words.entrySet().stream()
                .filter(entry -> entry.getValue().contains(kind))
                .map(Map.Entry::getKey)
                .toList();
    }

    private void read(KeyedLine line) {
        String key = line.key();
        String value = line.value();
        if (Labels.isLabel(key)) {
            return;
        }
        if (key.equals("rewritten")) {
            readPairs(value, rewritten);
        } else if (key.equals("spelling")) {
            readPairs(value, spelling);
        } else if (value.indexOf('|') >= 0) {
            phrases.put(key, PhraseSet.parse(value));
        } else {
            WordKind kind = WordKind.valueOf(key.toUpperCase(Locale.ROOT).replace('-', '_'));
            for (String word : value.split(" ", -1)) {
                words.computeIfAbsent(word, first -> EnumSet.noneOf(WordKind.class))
                        .add(kind);
            }
        }
    }

    private static void readPairs(String value, Map<String, String> into) {
        for (String pair : value.split(" ", -1)) {
            int colon = pair.indexOf(':');
            into.put(pair.substring(0, colon), pair.substring(colon + 1));
        }
    }
}
