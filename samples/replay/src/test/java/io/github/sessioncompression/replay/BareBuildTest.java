package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The build for those who only replay, which is without the frameworks and the models' clients. */
class BareBuildTest {
    private static final Path SOURCES = Path.of("src", "main", "java");

    /** This program's classes, but for those that need libraries of a framework. */
    private static final class WithoutFrameworks extends ClassLoader {
        WithoutFrameworks() {
            super(BareBuildTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.github.sessioncompression.replay.")) {
                return super.loadClass(name, resolve);
            }
            if (name.matches(".*\\.(LangChain4jClients|LangChain4jMemory|SpringAiMemory)")) {
                throw new ClassNotFoundException(name);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? defined(name) : loaded;
        }

        private Class<?> defined(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }

    @Test
    void pomExcludesExactlyFrameworkSources() throws IOException {
        List<String> named;
        try (Stream<Path> files = Files.walk(SOURCES)) {
            named = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(BareBuildTest::importsAFramework)
                    .map(file -> "**/" + file.getFileName())
                    .toList();
        }

        String pom = Files.readString(Path.of("pom.xml"));
        List<String> leftOut = Stream.of(pom.split("<exclude>", -1))
                .skip(1)
                .map(rest -> rest.substring(0, rest.indexOf("</exclude>")))
                .toList();
        assertThat(leftOut).isNotEmpty().containsExactlyInAnyOrderElementsOf(named);
    }

    private static boolean importsAFramework(Path file) {
        try {
            return Files.readString(file)
                    .lines()
                    .anyMatch(line -> line.startsWith("import dev.langchain4j.")
                            || line.startsWith("import org.springframework.")
                            || line.startsWith("import io.github.sessioncompression.langchain4j.")
                            || line.startsWith("import io.github.sessioncompression.spring."));
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    @Test
    void missingFrameworkIsExplained() throws Exception {
        Method needed = new WithoutFrameworks()
                .loadClass("io.github.sessioncompression.replay.Compressor$Clients")
                .getDeclaredMethod("neededBy", String.class);
        needed.setAccessible(true);

        assertThatThrownBy(() -> needed.invoke(null, "--compressor openai"))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .hasMessage("--compressor openai needs the models' clients, which this build is without;"
                        + " samples/replay/run builds it with them");
    }

    @ParameterizedTest
    @ValueSource(strings = {"langchain4j", "spring-ai"})
    void frameworkOptionWithoutFrameworkIsExplained(String framework) throws Exception {
        Method named = new WithoutFrameworks()
                .loadClass("io.github.sessioncompression.replay.Framework")
                .getDeclaredMethod("named", String.class);
        named.setAccessible(true);

        assertThat(named.invoke(null, "none")).hasToString("NONE");
        assertThatThrownBy(() -> named.invoke(null, framework))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .hasMessage(
                        "--framework " + framework + " needs the framework's libraries, which this build is without;"
                                + " samples/replay/run builds it with them");
    }
}
