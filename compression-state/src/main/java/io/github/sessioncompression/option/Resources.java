package io.github.sessioncompression.option;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Files in UTF-8 that come with this library, each beside the class that reads it.
 *
 * <p><em>On failure</em>: a file that is missing is a {@link NullPointerException} with its name, one that can't be read an {@link
 * UncheckedIOException}: the jar is damaged then, and nothing can replace it.
 */
public final class Resources {
    private Resources() {}

    /** The text of a file. */
    public static String text(Class<?> beside, String file) {
        try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file + " cannot be read", unreadable);
        }
    }

    /** The lines of a file, without empty ones and comments, which begin with {@code #}. */
    public static List<String> lines(Class<?> beside, String file) {
        return text(beside, file)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    /** The texts of a file with a line {@code key = text} for each, by key, in their order. */
    public static Map<String, String> texts(Class<?> beside, String file) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String line : lines(beside, file)) {
            int equals = line.indexOf(" = ");
            texts.put(line.substring(0, equals), line.substring(equals + 3));
        }
        return texts;
    }
}
