package io.github.sessioncompression.redaction;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Texts with secrets from chats, files and tool calls, and texts that only resemble them, from the resource files. */
public final class SecretLines {
    private SecretLines() {}

    /**
     * A text and the parts of it to hide.
     *
     * @param secrets parts that must not be shown
     */
    public record Line(String text, List<String> secrets) {
        /** True if a text shows a secret or eight characters of one. */
        public boolean isToldBy(String shown) {
            for (String secret : secrets) {
                int part = Math.min(8, secret.length());
                for (int i = 0; i + part <= secret.length(); i++) {
                    if (shown.contains(secret.substring(i, i + part))) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /** Reads {@code secrets} or {@code harmless}. */
    public static List<Line> of(String name) {
        List<Line> lines = new ArrayList<>();
        try (InputStream in = SecretLines.class.getResourceAsStream("lines/" + name + ".txt")) {
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.startsWith("# ")) {
                    lines.add(parsed(line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    private static Line parsed(String line) {
        String plain = line.replace("~", "")
                .replace("\\\\n", "\u0000")
                .replace("\\n", "\n")
                .replace("\u0000", "\\n");
        List<String> secrets = new ArrayList<>();
        for (int at = plain.indexOf('⟦'); at >= 0; at = plain.indexOf('⟦', at + 1)) {
            secrets.add(plain.substring(at + 1, plain.indexOf('⟧', at)));
        }
        return new Line(plain.replace("⟦", "").replace("⟧", ""), secrets);
    }
}
