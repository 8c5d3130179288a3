package io.github.sessioncompression.anchor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
        try (InputStream in = WordLists.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing");
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int equals = line.indexOf(" = ");
                if (equals > 0 && !line.startsWith("#")) {
                    String value = line.substring(equals + 3).strip();
                    String[] words = value.split(value.contains(" | ") ? " \\| " : " +", -1);
                    loaded.lists.put(line.substring(0, equals), new LinkedHashSet<>(List.of(words)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return loaded;
    }

    Set<String> list(String name) {
        return lists.getOrDefault(name, Set.of());
    }
}
