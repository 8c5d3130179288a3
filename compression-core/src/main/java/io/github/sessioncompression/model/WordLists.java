package io.github.sessioncompression.model;

import io.github.sessioncompression.option.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Lists of texts in small letters from a file beside this class, by the names in brackets above them. Immutable once read.
 *
 * <p>They hold words of providers that refuse and of models that have nothing to write, never words by which a sentence of a chat
 * is judged.
 */
final class WordLists {
    /** Words of providers that refuse a request. */
    static final WordLists REFUSALS = new WordLists("refusals.txt");
    /** What models write instead of a state. */
    static final WordLists PLACEHOLDERS = new WordLists("placeholders.txt");

    private final Map<String, List<String>> lists = new HashMap<>();

    private WordLists(String file) {
        String name = "";
        for (String line : Resources.lines(WordLists.class, file)) {
            if (line.startsWith("[")) {
                name = line.substring(1, line.length() - 1);
            } else {
                lists.computeIfAbsent(name, key -> new ArrayList<>()).add(line);
            }
        }
    }

    /** The list of that name, which the file has. */
    List<String> list(String name) {
        return Objects.requireNonNull(lists.get(name), name);
    }

    /** The list as regular expressions, with {@code number} in place of {@code {N}}. */
    List<Pattern> patterns(String name, String number) {
        return list(name).stream()
                .map(line -> Pattern.compile(line.replace("{N}", number)))
                .toList();
    }

    /** True if a text in small letters holds an element of the list. */
    boolean isIn(String text, String name) {
        return list(name).stream().anyMatch(text::contains);
    }
}
