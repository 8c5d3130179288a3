package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.Compilation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each log line that docs/troubleshooting.md quotes is in the sources, parts between ellipses word for word and in one file. */
class TroubleshootingPageTest {
    private static final Path ROOT = Path.of("..");

    /** Lines quoted in the first column: those with a space, to leave out names of methods. */
    private static List<List<String>> quotedLines() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/troubleshooting.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .filter(line -> line.contains(" "))
                .map(line -> Stream.of(line.split("…", -1))
                        .map(part -> part.equals(".") ? "" : part)
                        .filter(part -> !part.isBlank())
                        .toList())
                .toList();
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().contains("src/main/java"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .map(TroubleshootingPageTest::literals)
                    .toList();
        }
    }

    /** A file's text with joined string literals as one, and quotes in them unescaped. */
    private static String literals(Path file) {
        try {
            return Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", "").replace("\\\"", "\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void explainsEveryKindOfFailure() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/troubleshooting.md"));

        assertThat(Stream.of(Compilation.Reason.values()).filter(reason -> !page.contains("`" + reason + "`")))
                .isEmpty();
    }

    @Test
    void quotesLinesOfTheSources() throws IOException {
        List<String> sources = sources();
        List<List<String>> lines = quotedLines();

        assertThat(lines).hasSizeGreaterThan(30);
        assertThat(lines).allSatisfy(parts -> assertThat(sources)
                .as("source of the log line %s", parts)
                .anyMatch(source -> parts.stream().allMatch(source::contains)));
    }
}
