package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The one page about the code, docs/architecture.md, and the ways through it. */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("..");
    private static final Path PAGE = ROOT.resolve("docs/architecture.md");
    private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w+)`");
    private static final Set<String> ELSEWHERE =
            Set.of("ChatMemoryStore", "ChatMemoryRepository", "ArchitectureTest", "ArchitecturePageTest");

    @Test
    void fitsOnePage() throws IOException {
        assertThat(Files.readAllLines(PAGE)).hasSizeLessThanOrEqualTo(80);
    }

    @Test
    void listsTenWaysOfTenClassesAtMost() throws IOException {
        assertThat(ways()).hasSize(10).allSatisfy(way -> assertThat(classes(way))
                .hasSizeBetween(3, 10));
    }

    @Test
    void namesExistingClasses() throws IOException {
        assertThat(classes(Files.readString(PAGE)))
                .isNotEmpty()
                .filteredOn(name -> !ELSEWHERE.contains(name))
                .allMatch(sources()::containsKey);
    }

    @Test
    void eachClassOfAWayIsUsedByOneBeforeIt() throws IOException {
        Map<String, String> sources = sources();
        for (String way : ways()) {
            List<String> classes = classes(way);
            for (int i = 1; i < classes.size(); i++) {
                Pattern name = Pattern.compile("\\b" + classes.get(i) + "\\b");
                assertThat(classes.subList(0, i))
                        .as("%s in: %s", classes.get(i), way)
                        .anyMatch(before ->
                                name.matcher(sources.getOrDefault(before, "")).find());
            }
        }
    }

    /** The code of each class without block comments; that of classes of one name together. */
    private static Map<String, String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().contains("src/main/java"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString().replace(".java", ""),
                            ArchitecturePageTest::code,
                            String::concat));
        }
    }

    private static String code(Path file) {
        try {
            return Files.readString(file).replaceAll("(?s)/\\*.*?\\*/", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> ways() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("|") && line.contains(" → "))
                .toList();
    }

    private static List<String> classes(String way) {
        return CLASS.matcher(way).results().map(found -> found.group(1)).toList();
    }
}
