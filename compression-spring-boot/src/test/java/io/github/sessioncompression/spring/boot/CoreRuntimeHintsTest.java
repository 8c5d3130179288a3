package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.redis.RedisSessionStore;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

class CoreRuntimeHintsTest {
    private final RuntimeHints hints = new RuntimeHints();

    @BeforeEach
    void register() {
        new CoreRuntimeHints().registerHints(hints, getClass().getClassLoader());
    }

    @ParameterizedTest
    @ValueSource(classes = {SessionCompressor.class, JdbcSessionStore.class, RedisSessionStore.class})
    void imageHoldsEveryResourceOfModule(Class<?> type) throws IOException, URISyntaxException {
        List<String> resources = resourcesBeside(type);

        assertThat(resources).hasSizeGreaterThan(5).allSatisfy(this::assertIncluded);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com/knuddels/jtokkit/o200k_base.tiktoken",
                "com/knuddels/jtokkit/cl100k_base.tiktoken",
                "org/apache/lucene/analysis/snowball/german_stop.txt",
                "org/apache/lucene/analysis/ar/stopwords.txt"
            })
    void registersResourcesOfLibraries(String resource) {
        assertThat(getClass().getClassLoader().getResource(resource)).isNotNull();
        assertIncluded(resource);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.lucene.analysis.tokenattributes.CharTermAttributeImpl",
                "org.apache.lucene.analysis.tokenattributes.OffsetAttributeImpl",
                "org.tartarus.snowball.ext.FinnishStemmer"
            })
    void lucenesClassesCanBeReflectedUpon(String type) throws ClassNotFoundException {
        assertThat(RuntimeHintsPredicates.reflection().onType(Class.forName(type)))
                .accepts(hints);
    }

    private void assertIncluded(String resource) {
        assertThat(RuntimeHintsPredicates.resource().forResource(resource))
                .as(resource)
                .accepts(hints);
    }

    /** The resources of a class's module, in a folder or in a jar. */
    private static List<String> resourcesBeside(Class<?> type) throws IOException, URISyntaxException {
        Path location =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(location)) {
            return resources(location);
        }
        try (FileSystem jar = FileSystems.newFileSystem(location)) {
            return resources(jar.getPath("/"));
        }
    }

    private static List<String> resources(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .filter(name -> name.startsWith("io/") && !name.endsWith(".class"))
                    .toList();
        }
    }
}
