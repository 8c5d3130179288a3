package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The ways through the code that docs/architecture.md lists. */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w+)`");

    @Test
    void listsSevenWaysOfTwelveClassesAtMost() throws IOException {
        List<String> ways = ways();

        assertThat(ways).hasSize(7).allSatisfy(way -> assertThat(classes(way)).hasSizeBetween(3, 12));
    }

    @Test
    void namesExistingClasses() throws IOException {
        Set<String> existing;
        try (Stream<Path> files = Files.walk(ROOT)) {
            existing = files.filter(file -> file.toString().contains("src/main/java"))
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .collect(Collectors.toSet());
        }

        assertThat(CLASS.matcher(Files.readString(ROOT.resolve("docs/architecture.md")))
                        .results()
                        .map(found -> found.group(1))
                        .filter(name -> !Set.of("ChatMemoryStore", "ChatMemoryRepository", "ArchitectureTest")
                                .contains(name)))
                .isNotEmpty()
                .allMatch(existing::contains);
    }

    private static List<String> ways() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/architecture.md")).stream()
                .filter(line -> line.startsWith("|") && line.contains(" → "))
                .toList();
    }

    private static List<String> classes(String way) {
        return CLASS.matcher(way).results().map(found -> found.group(1)).toList();
    }
}
