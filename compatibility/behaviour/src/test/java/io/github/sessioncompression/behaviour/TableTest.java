package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table: each row has a test, on the versions that it names. */
class TableTest {
    private static final List<Behaviour> ROWS = Behaviour.all();
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    /** Tests of rows in the classes of this module. */
    private static Set<Integer> tested() throws IOException, ReflectiveOperationException {
        Set<Integer> rows = new TreeSet<>();
        Path classes = Path.of("target", "test-classes");
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith("Test.class")).toList()) {
                String name = classes.relativize(file).toString().replace(File.separatorChar, '.');
                for (Method method : Class.forName(name.substring(0, name.length() - ".class".length()))
                        .getDeclaredMethods()) {
                    Row row = method.getAnnotation(Row.class);
                    Arrays.stream(row == null ? new int[0] : row.value()).forEach(rows::add);
                }
            }
        }
        return rows;
    }

    /** True if all that a row names is on the class path, in that version. */
    private static boolean isOnClassPath(Behaviour row) {
        return Stream.of(row.packages().split(", ", -1))
                .allMatch(part -> CLASS_PATH.contains(File.separator + part.replace(' ', '-') + ".jar"));
    }

    @Test
    void everyRowHasATest() throws IOException, ReflectiveOperationException {
        Set<Integer> here = ROWS.stream()
                .filter(row -> row.elsewhere().isEmpty())
                .map(Behaviour::row)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(tested()).isEqualTo(here).hasSizeGreaterThanOrEqualTo(40);
    }

    @Test
    void testsRunOnTheVersionsOfTheTable() {
        assertThat(ROWS.stream().filter(row -> row.elsewhere().isEmpty())).allMatch(TableTest::isOnClassPath);
    }

    @Test
    void rowsNameClassesOfThisProject() throws IOException {
        Path root = Path.of("..", "..");
        Set<String> files = new TreeSet<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module : modules.filter(each -> Files.isDirectory(each.resolve("src/main")))
                    .toList()) {
                try (Stream<Path> sources = Files.walk(module.resolve("src/main"))) {
                    sources.map(file -> file.getFileName().toString()).forEach(files::add);
                }
            }
        }

        assertThat(ROWS)
                .allMatch(row -> files.contains(row.look() + ".java") || Files.exists(root.resolve(row.look())));
    }

    @Test
    void rowsAreInOrder() {
        assertThat(ROWS).extracting(Behaviour::row).isSorted().doesNotHaveDuplicates();
    }
}
