package io.github.sessioncompression.published;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    private static final Path ROOT = Path.of("..", "..");

    /** In a pom, or in the short form of Gradle and of the README; a version where there is one. */
    private static final Pattern COORDINATES = Pattern.compile(
            "<groupId>io\\.github\\.sessioncompression</groupId>\\s*<artifactId>([^<]+)</artifactId>(?:\\s*<version>([^<]+)</version>)?"
                    + "|io\\.github\\.sessioncompression:([a-z0-9-]+)(?::([A-Za-z0-9.-]+))?");

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
    void rootPomsDeclareEverythingAndModulesNameAndDescription() throws Exception {
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
    void publishedModulesSkipNoAttachment() throws Exception {
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
    void declaresTestDependenciesOnlyInTestsProfile() throws Exception {
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
        String text = Files.readString(ROOT.resolve("docs").resolve(guide));
        String beginning = text.substring(0, text.indexOf("```java"));

        assertThat(bom().all("/project/dependencyManagement/dependencies/dependency/artifactId"))
                .contains(artifact);
        assertThat(beginning)
                .contains("<artifactId>" + artifact + "</artifactId>\n  <version>" + version + "</version>")
                .contains("implementation(\"io.github.sessioncompression:" + artifact + ":" + version + "\")");
    }

    @Test
    void documentsNameOnlyPublishedArtifactsAndVersions() throws Exception {
        List<String> published = new ArrayList<>();
        for (Pom pom : Pom.published()) {
            published.add(pom.artifactId());
        }
        String version = Pom.root().one("/project/version").orElseThrow();
        List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        try (Stream<Path> files = Files.list(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        int found = 0;
        for (Path document : documents) {
            Matcher told = COORDINATES.matcher(Files.readString(document));
            while (told.find()) {
                found++;
                String artifact = told.group(1) == null ? told.group(3) : told.group(1);
                String versionTold = told.group(1) == null ? told.group(4) : told.group(2);
                assertThat(published).as("%s: %s", document, told.group()).contains(artifact);
                if (versionTold != null) {
                    assertThat(versionTold).as("%s: %s", document, told.group()).isEqualTo(version);
                }
            }
        }
        assertThat(found).isGreaterThan(6);
    }

    @Test
    void modulesHaveArtifactNameAndUniqueDescription() throws Exception {
        Set<String> descriptions = new HashSet<>();
        for (Pom pom : withRoot()) {
            assertThat(pom.one("/project/name")).as(pom.toString()).hasValue(pom.artifactId());
            String description = pom.one("/project/description").orElseThrow();
            assertThat(description).as(pom.toString()).endsWith(".").hasSizeBetween(20, 200);
            assertThat(descriptions.add(description)).as(description).isTrue();
        }
        for (Pom pom : Pom.published()) {
            assertThat(pom.artifactId()).startsWith("compression-");
        }
    }

    /** A module that says them anew would say something else one day. */
    @Test
    void inheritedPomElementsAreDeclaredOnce() throws Exception {
        for (Pom pom : Pom.published()) {
            for (String asked : ASKED.subList(2, ASKED.size())) {
                if (pom.one("/project/parent/artifactId").isPresent()) {
                    assertThat(pom.one(asked)).as("%s: %s", pom, asked).isEmpty();
                } else {
                    assertThat(pom.one(asked))
                            .as("%s: %s", pom, asked)
                            .isEqualTo(Pom.root().one(asked));
                }
            }
        }
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
