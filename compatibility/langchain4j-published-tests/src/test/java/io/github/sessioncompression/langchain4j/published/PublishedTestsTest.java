package io.github.sessioncompression.langchain4j.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.memory.chat.TokenWindowChatMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The tests that LangChain4j publishes for its two window memories, as they are, run against our memory.
 *
 * <p>Two classes of this module have the names of LangChain4j's memories and stand before it on the class path, so the tests
 * get them. Those that fail are the deliberate differences of docs/langchain4j.md, no more and no fewer.
 */
class PublishedTestsTest {
    private static final Path DOCUMENTATION = Path.of("../../docs/langchain4j.md");
    private static final Pattern DIFFERENCE = Pattern.compile("`(\\w+ChatMemoryTest)\\.(\\w+)`");

    private static final Set<String> passed = new TreeSet<>();
    private static final Set<String> failed = new TreeSet<>();

    @BeforeAll
    static void runThePublishedTests() {
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(
                                        selectClass("dev.langchain4j.memory.chat.MessageWindowChatMemoryTest"),
                                        selectClass("dev.langchain4j.memory.chat.TokenWindowChatMemoryTest"))
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                                test.getSource()
                                        .filter(MethodSource.class::isInstance)
                                        .map(MethodSource.class::cast)
                                        .ifPresent(method -> note(method, result));
                            }
                        });
    }

    private static void note(MethodSource method, TestExecutionResult result) {
        boolean successful = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        (successful ? passed : failed).add(method.getJavaClass().getSimpleName() + "." + method.getMethodName());
    }

    @Test
    void areRunAgainstOurMemory() {
        for (Class<?> memory : Set.of(MessageWindowChatMemory.class, TokenWindowChatMemory.class)) {
            assertThat(memory.getProtectionDomain().getCodeSource())
                    .isEqualTo(PublishedTestsTest.class.getProtectionDomain().getCodeSource());
        }
    }

    @Test
    void areAllRun() {
        assertThat(passed.size() + failed.size()).isEqualTo(40);
    }

    @Test
    void failOnlyAtDocumentedDifferences() throws IOException {
        Set<String> documented = new TreeSet<>();
        Matcher difference = DIFFERENCE.matcher(Files.readString(DOCUMENTATION));
        while (difference.find()) {
            documented.add(difference.group(1) + "." + difference.group(2));
        }
        assertThat(failed).isEqualTo(documented);
    }
}
