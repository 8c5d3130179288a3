package io.github.sessioncompression.behaviour;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A row of the table {@code rows.txt}.
 *
 * <p>The file has a block of lines {@code key = text} for each row, separated by empty lines. Keys are the names of the components;
 * {@code left}, {@code page} and {@code elsewhere} may be missing.
 *
 * @param row number of the row, 1 or more
 * @param packages artifacts and versions on which it was seen, separated by commas: {@code langchain4j-anthropic 1.19.0}
 * @param behaviour what they do
 * @param ours what this library does about it
 * @param left what is left to the application; empty if nothing
 * @param look class or page of this project to look at when the row changes
 * @param page section of docs/known-behaviour.md that has the row; empty if none
 * @param elsewhere test outside of this module that covers the row, or {@code by hand}; empty if one of this module does
 */
public record Behaviour(
        int row,
        String packages,
        String behaviour,
        String ours,
        String left,
        String look,
        String page,
        String elsewhere) {
    /** All rows, in the order of their numbers. */
    public static List<Behaviour> all() {
        List<Behaviour> rows = new ArrayList<>();
        for (String block : text().strip().split("\n\n+", -1)) {
            Map<String, String> fields = new HashMap<>();
            for (String line : block.lines().toList()) {
                int equals = line.indexOf(" = ");
                fields.put(line.substring(0, equals), line.substring(equals + 3).strip());
            }
            rows.add(new Behaviour(
                    Integer.parseInt(field(fields, "row")),
                    field(fields, "packages"),
                    field(fields, "behaviour"),
                    field(fields, "ours"),
                    fields.getOrDefault("left", ""),
                    field(fields, "look"),
                    fields.getOrDefault("page", ""),
                    fields.getOrDefault("elsewhere", "")));
        }
        return rows;
    }

    /** The row with a number. */
    public static Behaviour of(int number) {
        return all().stream()
                .filter(row -> row.row() == number)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("rows.txt has no row " + number));
    }

    private static String field(Map<String, String> fields, String key) {
        return Objects.requireNonNull(fields.get(key), () -> key + " is missing in the row " + fields);
    }

    private static String text() {
        try (InputStream in = Objects.requireNonNull(Behaviour.class.getResourceAsStream("rows.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("rows.txt cannot be read", unreadable);
        }
    }
}
