package io.github.sessioncompression.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
        try (InputStream in = LanguageFile.class.getResourceAsStream(code + ".txt")) {
            if (in != null) {
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    file.read(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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

    private void read(String line) {
        int equals = line.indexOf('=');
        if (line.startsWith("#") || equals < 0) {
            return;
        }
        String key = line.substring(0, equals).trim();
        String value = line.substring(equals + 1).trim();
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
