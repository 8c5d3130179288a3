package io.github.sessioncompression.anchor;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists of words for all languages together, from a resource of our own. Immutable, so safe for use by many threads. */
final class WordLists {
    private final Map<String, Set<String>> lists = new HashMap<>();

    private WordLists() {}

    /** The lists of a file: words, or phrases between bars. */
    static WordLists load(String name) {
        WordLists loaded = new WordLists();
        for (KeyedLine line : KeyedLine.of(name)) {
            String[] words = line.value().split(line.value().contains(" | ") ? " \\| " : " +", -1);
            loaded.lists.put(line.key(), new LinkedHashSet<>(List.of(words)));
        }
        return loaded;
    }

    Set<String> list(String name) {
        return lists.getOrDefault(name, Set.of());
    }
}
