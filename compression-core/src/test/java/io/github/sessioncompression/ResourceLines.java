package io.github.sessioncompression;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The lines of a resource file of the tests. */
public final class ResourceLines {
    private ResourceLines() {}

    /** Those of a file beside a class. */
    public static List<String> of(Class<?> beside, String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
