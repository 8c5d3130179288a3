package io.github.sessioncompression.redaction;

import io.github.sessioncompression.option.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The table of patterns in {@code patterns.txt}, whose head describes its rows.
 *
 * <p><em>Algorithm</em>: 1. definitions ({@code name := text}) come before the first section, and replace {@code
 * {name}} in what follows; 2. each row of a section is a pattern under its keywords; 3. a keyword with a tilde is filed
 * under each of its spellings. Sections: {@code secret}, {@code harmless} (long runs that are no secrets, such as
 * hashes behind their name), {@code question} and {@code answer}.
 *
 * <p><em>Threads</em>: immutable once read. <em>On failure</em>: a malformed row throws while the class {@link Secrets}
 * is loaded; tests read the whole table.
 *
 * @see SecretScanner
 */
final class SecretTable {
    private static final String FILE = "patterns.txt";
    private static final String DEFINITION = " := ";
    /** Id, keywords, least entropy, pattern. */
    private static final int COLUMNS = 4;
    /** What a tilde in a keyword replaces. */
    private static final List<String> SEPARATORS = List.of("", " ", "-", "_");

    private final Map<String, String> definitions = new HashMap<>();
    private final Map<String, Map<String, List<SecretPattern>>> sections = new HashMap<>();

    /** Reads the table. */
    SecretTable() {
        String section = "";
        for (String line : Resources.lines(SecretTable.class, FILE)) {
            int definition = line.indexOf(DEFINITION);
            if (line.startsWith("[")) {
                section = line.substring(1, line.length() - 1);
            } else if (definition > 0 && section.isEmpty()) {
                definitions.put(line.substring(0, definition), expanded(line.substring(definition + 4)));
            } else {
                add(section, line.split(" ?\\| ?", COLUMNS));
            }
        }
    }

    /** Adds a row under each spelling of each of its keywords. */
    private void add(String section, String[] row) {
        String written = expanded(row[3]);
        SecretPattern pattern = new SecretPattern(
                row[0],
                Pattern.compile(written),
                written.contains("(?<v>"),
                row[2].isEmpty() ? 0 : Double.parseDouble(row[2]));
        for (String keyword : expanded(row[1]).split(", ", -1)) {
            for (String spelling : spellings(keyword)) {
                sections.computeIfAbsent(section, name -> new LinkedHashMap<>())
                        .computeIfAbsent(spelling, name -> new ArrayList<>())
                        .add(pattern);
            }
        }
    }

    private String expanded(String text) {
        String expanded = text;
        for (Map.Entry<String, String> definition : definitions.entrySet()) {
            expanded = expanded.replace("{" + definition.getKey() + "}", definition.getValue());
        }
        return expanded;
    }

    /** All spellings of a keyword: {@code api~key} has four. */
    private static List<String> spellings(String keyword) {
        int gap = keyword.indexOf('~');
        if (gap < 0) {
            return List.of(keyword);
        }
        return SEPARATORS.stream()
                .flatMap(separator -> spellings(keyword.substring(gap + 1)).stream()
                        .map(rest -> keyword.substring(0, gap) + separator + rest))
                .toList();
    }

    /** Returns a scanner for the patterns of one section. */
    SecretScanner scanner(String section) {
        return new SecretScanner(
                Objects.requireNonNull(sections.get(section), section),
                Pattern.compile(Objects.requireNonNull(definitions.get("placeholder"))));
    }
}
