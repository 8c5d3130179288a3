package io.github.sessioncompression.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A line {@code key = value} of a resource, without space around either.
 *
 * @param key what stands before the first {@code =} that has spaces around it
 * @param value what stands behind it
 */
public record KeyedLine(String key, String value) {
    private static final String EQUALS = " = ";

    /**
     * Those of a file that lies beside a class, in order; lines that begin with a hash, and those without a key, are left out.
     *
     * @throws IllegalStateException if there is no such file
     */
    public static List<KeyedLine> of(Class<?> beside, String file) {
        List<KeyedLine> lines = new ArrayList<>();
        try (InputStream in = beside.getResourceAsStream(file)) {
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
