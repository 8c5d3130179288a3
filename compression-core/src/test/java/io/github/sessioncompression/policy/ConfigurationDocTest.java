package io.github.sessioncompression.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.option.Knob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Keeps {@code docs/configuration.md} in step with the table of knobs. */
class ConfigurationDocTest {
    @Test
    void theDocumentedKnobsAreTheKnobs() throws IOException {
        Path file = root().resolve("docs/configuration.md");

        assertThat(Files.exists(file) ? knobs(Files.readString(file)) : "")
                .as("docs/configuration.md is out of date; it must be:%n%s", document())
                .isEqualTo(document());
    }

    /** The rest is about Spring Boot; the tests of its modules check it. */
    private static String knobs(String document) {
        return document.split("(?=\n## Under Spring Boot\n)", 2)[0];
    }

    private static String document() {
        StringBuilder out = new StringBuilder(
                """
                # Configuration

                All settings of Session Compression, with their defaults and ranges. In code they are methods of
                `CompressionPolicy` and of its state, prune, token, model, cost and expansion options, which have some more for
                rare cases. In a properties file they look like this:

                ```properties
                session-compression.context-window=128000
                session-compression.trigger-ratio=0.75
                session-compression.prune.tools.read_file=keep
                ```

                An unknown key, a value that is out of range or written in another way, and settings that contradict each
                other are refused with key, value and range. Ratios are shares of the context window without the reserved
                output; they are written `0.70`, never `70` or `70%`.

                This page is generated from the code; `ConfigurationDocTest` fails when it is out of date.

                ## Properties

                Each key starts with `session-compression.`

                | key | default | allowed | what it does |
                |---|---|---|---|
                """);
        for (Knob knob : CompressionPolicy.knobs()) {
            out.append("| `%s` | %s | %s | %s |%n"
                    .formatted(
                            shortKey(knob.key()),
                            code(knob.defaultValue()),
                            cell(knob.allowed()),
                            cell(knob.description())));
        }
        out.append(
                """

                ## Presets

                `session-compression.preset` is applied before all other settings, which override it.

                | preset | sets |
                |---|---|
                """);
        for (Preset preset : Preset.values()) {
            out.append("| `%s` | %s |%n"
                    .formatted(preset.name().toLowerCase(Locale.ROOT).replace('_', '-'), settings(preset.settings())));
        }
        return out.toString().replace(System.lineSeparator(), "\n");
    }

    private static String settings(Map<String, String> settings) {
        StringBuilder out = new StringBuilder();
        new TreeMap<>(settings).forEach((key, value) -> out.append(out.isEmpty() ? "" : "<br>")
                .append(code(shortKey(key) + "=" + value)));
        return out.isEmpty() ? "the defaults" : out.toString();
    }

    private static String shortKey(String key) {
        return key.substring(CompressionPolicy.PREFIX.length());
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + cell(text) + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("no mvnw above the working directory");
        }
        return folder;
    }
}
