package io.github.sessioncompression.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The page's own files, all of them out of the jar. */
final class PageFiles {
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}\\.[a-z0-9]{2,5}");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html;charset=UTF-8",
            "css", "text/css;charset=UTF-8",
            "js", "text/javascript;charset=UTF-8",
            "json", "application/json",
            "svg", "image/svg+xml",
            "png", "image/png",
            "woff2", "font/woff2");

    private PageFiles() {}

    static ConsoleResponse get(String path) {
        String name = path.equals("/") ? "index.html" : path.substring(1);
        String type = NAME.matcher(name).matches() ? TYPES.get(name.substring(name.indexOf('.') + 1)) : null;
        byte[] bytes = type == null ? null : bytes(name.equals("chart.js") ? "chart/chart.umd.min.js" : "page/" + name);
        if (bytes == null) {
            throw new Refusal(404, "not-found", "There is no such page");
        }
        return ConsoleResponse.bytes(200, Objects.requireNonNull(type), bytes);
    }

    private static byte @Nullable [] bytes(String resource) {
        try (InputStream found = PageFiles.class.getResourceAsStream(resource)) {
            return found == null ? null : found.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
