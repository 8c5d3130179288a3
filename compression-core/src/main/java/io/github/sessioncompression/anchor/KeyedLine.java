package io.github.sessioncompression.anchor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A line {@code key = value} of a resource of this package, without space around either. */
record KeyedLine(String key, String value) {
    private static final String EQUALS = " = ";

    /** Those of a file, in order; lines that begin with a hash, and those without a key, are left out. */
    static List<KeyedLine> of(String file) {
        List<KeyedLine> lines = new ArrayList<>();
        try (InputStream in = KeyedLine.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing");
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int equals = line.indexOf(EQUALS);
                if (!line.startsWith("#") && equals > 0) {
                    lines.add(new KeyedLine(
                            line.substring(0, equals).strip(),
                            line.substring(equals + EQUALS.length()).strip()));
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return lines;
    }
}
