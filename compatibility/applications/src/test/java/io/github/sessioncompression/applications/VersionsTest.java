package io.github.sessioncompression.applications;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The applications' poms have no parent of this project, so they name versions themselves: those that it names. */
class VersionsTest {
    private static String named(String property) throws Exception {
        String pom = Files.readString(Path.of("..", "..", "pom.xml"));
        Matcher version =
                Pattern.compile('<' + property + ">([^<]+)</" + property + '>').matcher(pom);
        assertThat(version.find()).as(property).isTrue();
        return version.group(1);
    }

    @ParameterizedTest
    @CsvSource({
        "langchain4j-boot-3, spring-boot-starter-parent, spring-boot.version",
        "langchain4j-boot-3, langchain4j-bom, langchain4j.version",
        "langchain4j-boot-3, langchain4j-spring-boot-starter, langchain4j-spring-boot-starter.version",
        "langchain4j-boot-4, spring-boot-starter-parent, spring-boot-4.version",
        "langchain4j-boot-4, langchain4j-bom, langchain4j-latest.version",
        "spring-ai-boot-3, spring-boot-starter-parent, spring-boot.version",
        "spring-ai-boot-4, spring-boot-starter-parent, spring-boot-4.version",
        "spring-ai-boot-4, spring-ai-bom, spring-ai-2.version",
        "spring-ai-boot-4, spring-ai-retry, spring-ai-2-other.version",
        "quarkus, quarkus-bom, quarkus.version",
        "quarkus, quarkus-maven-plugin, quarkus.version",
        "quarkus, quarkus-langchain4j-openai, quarkus-langchain4j.version",
        "quarkus, assertj-core, assertj.version",
        "quarkus, wiremock-standalone, wiremock.version"
    })
    void areThoseOfTheParent(String folder, String artifact, String property) throws Exception {
        assertThat(Files.readString(Path.of(folder, "pom.xml")))
                .containsPattern("<artifactId>" + artifact + "</artifactId>\\s*<version>"
                        + Pattern.quote(named(property)) + "</version>");
    }
}
