package io.github.sessioncompression.text;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists of words for all languages together, from a resource of our own. Immutable, so safe for use by many threads. */
public final class WordLists {
    private final Map<String, Set<String>> lists = new HashMap<>();

    private WordLists() {}

    /**
     * The lists of a file that lies beside a class: words, or phrases between bars.
     *
     * @throws IllegalStateException if there is no such file
     */
    public static WordLists load(Class<?> beside, String name) {
        WordLists loaded = new WordLists();
        for (KeyedLine line : KeyedLine.of(beside, name)) {
            String[] words = line.value().split(line.value().contains(" | ") ? " \\| " : " +", -1);
            loaded.lists.put(line.key(), new LinkedHashSet<>(List.of(words)));
        }
        return loaded;
    }

    /** The entries of a list; none of one that the file does not have. */
    public Set<String> list(String name) {
        return lists.getOrDefault(name, Set.of());
    }
}
