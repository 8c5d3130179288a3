package io.github.sessioncompression.published;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The poms say what a public repository asks for.
 *
 * <p>That each module has jars of its sources and its Javadoc and a bill of materials is checked by its own build, rule
 * what-is-published-is-complete.
 */
class PublishedPomsTest {
    private static final List<String> ASKED = List.of(
            "/project/name",
            "/project/description",
            "/project/url",
            "/project/licenses/license/name",
            "/project/licenses/license/url",
            "/project/developers/developer/name",
            "/project/scm/connection",
            "/project/scm/developerConnection",
            "/project/scm/url",
            "/project/properties/project.build.outputTimestamp");

    @Test
    void whatHasNoParentSaysEverythingAndTheRestItsNameAndPurpose() throws Exception {
        for (Pom pom : withRoot()) {
            boolean inherits = pom.one("/project/parent/artifactId").isPresent();
            for (String asked : inherits ? ASKED.subList(0, 2) : ASKED) {
                assertThat(pom.one(asked)).as("%s: %s", pom, asked).hasValueSatisfying(value -> assertThat(value)
                        .isNotBlank());
            }
        }
    }

    @Test
    void theBomNamesEveryPublishedModule() throws Exception {
        List<String> modules = new ArrayList<>();
        for (Pom pom : Pom.published()) {
            modules.add(pom.artifactId());
        }
        assertThat(modules).contains("compression-core", "compression-bom").hasSizeGreaterThan(5);
        modules.remove("compression-bom");

        assertThat(bom().all("/project/dependencyManagement/dependencies/dependency/artifactId"))
                .containsExactlyInAnyOrderElementsOf(modules);
    }

    @Test
    void theBomHasTheVersionAndTheTimeOfTheRest() throws Exception {
        for (String same :
                List.of("/project/version", "/project/groupId", "/project/properties/project.build.outputTimestamp")) {
            assertThat(bom().one(same))
                    .as(same)
                    .isPresent()
                    .isEqualTo(Pom.root().one(same));
        }
        assertThat(bom().all("/project/dependencyManagement/dependencies/dependency/version"))
                .containsOnly("${project.version}");
    }

    @Test
    void noPublishedModuleLeavesOutWhatBelongsToIt() throws Exception {
        for (Pom pom : withRoot()) {
            assertThat(pom.all("//maven.source.skip|//maven.javadoc.skip|//cyclonedx.skip"))
                    .as(pom.toString())
                    .isEmpty();
        }
    }

    @Test
    void thePomsPointToNoOtherRepositoryAndNoOtherPlace() throws Exception {
        for (Pom pom : withRoot()) {
            assertThat(pom.all("//repository|//pluginRepository|//distributionManagement|//snapshotRepository"))
                    .as(pom.toString())
                    .isEmpty();
            assertThat(pom.text()).doesNotContain("file:", "/home/", "/tmp/", "localhost");
        }
    }

    /** A run script builds a sample, and what that needs, without tests; Maven fetches what is declared all the same. */
    @Test
    void whatOnlyTestsNeedIsNotFetchedByThoseWhoOnlyRunASample() throws Exception {
        List<Pom> poms = new ArrayList<>(Pom.published());
        poms.addAll(Pom.samples());
        assertThat(poms).hasSizeGreaterThan(10);
        for (Pom pom : poms) {
            assertThat(pom.all("/project/dependencies/dependency[scope='test']/artifactId"))
                    .as(pom.toString())
                    .isEmpty();
            assertThat(pom.all("//profile[id='tests']/activation/property/name"))
                    .as(pom.toString())
                    .isSubsetOf("!maven.test.skip");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "langchain4j.md, compression-langchain4j",
        "spring-ai.md, compression-spring-ai",
        "spring-boot.md, compression-spring-ai-spring-boot-starter"
    })
    void theGuidesBeginWithTheLinesForMavenAndGradle(String guide, String artifact) throws Exception {
        String version = Pom.root().one("/project/version").orElseThrow();
        String text = Files.readString(Path.of("..", "..", "docs", guide));
        String beginning = text.substring(0, text.indexOf("```java"));

        assertThat(bom().all("/project/dependencyManagement/dependencies/dependency/artifactId"))
                .contains(artifact);
        assertThat(beginning)
                .contains("<artifactId>" + artifact + "</artifactId>\n  <version>" + version + "</version>")
                .contains("implementation(\"io.github.sessioncompression:" + artifact + ":" + version + "\")");
    }

    private static List<Pom> withRoot() throws Exception {
        List<Pom> poms = new ArrayList<>(Pom.published());
        poms.add(Pom.root());
        return poms;
    }

    private static Pom bom() throws Exception {
        for (Pom pom : Pom.published()) {
            if (pom.artifactId().equals("compression-bom")) {
                return pom;
            }
        }
        throw new AssertionError("there is no compression-bom");
    }
}
