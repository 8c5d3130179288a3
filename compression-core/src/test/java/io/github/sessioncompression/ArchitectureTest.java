package io.github.sessioncompression;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the shape of {@code compression-state} and core: packages depend one way only, no framework enters, and Jackson stays behind one package. */
class ArchitectureTest {

    private static final String ROOT = "io.github.sessioncompression";

    /** The packages of {@code compression-state}, which are pure; each may use those before it. */
    private static final List<String> PURE = List.of(
            "option", "json", "message", "token", "text", "state", "redaction", "anchor", "survival", "extract");

    /** The feature packages of core; each may use the pure ones and those before it. The root package may use all. */
    private static final List<String> LIVING = List.of(
            "run",
            "snapshot",
            "cost",
            "log",
            "prune",
            "model",
            "store",
            "recall",
            "search",
            "session",
            "policy",
            "event",
            "cut",
            "thinking",
            "request",
            "edit",
            "transcript",
            "context",
            "writer");

    private static final List<String> ORDER =
            Stream.concat(PURE.stream(), LIVING.stream()).toList();

    /** Packages whose classes depend on each other one way only: all but the stores, whose port has static factories. */
    static Stream<String> withoutCycles() {
        return Stream.concat(ORDER.stream().filter(name -> !name.equals("store")), Stream.of(""));
    }

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(ROOT);

    @Test
    void packagesUseOnlyThoseBeforeThem() {
        classes().should(useOnlyEarlierPackages()).allowEmptyShould(true).check(CORE);
    }

    @Test
    void coreKnowsNoFramework() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "dev.langchain4j..", "io.micrometer..", "reactor..")
                .allowEmptyShould(true)
                .check(CORE);
    }

    /** Except that the tokenizer reads its vocabulary in the background. */
    @Test
    void pureCodeHasNoThreadsFilesOrSockets() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        PURE.stream().map(name -> ROOT + "." + name + "..").toArray(String[]::new))
                .and()
                .haveNameNotMatching(".*\\.JTokkitTokenCounter\\$Loading")
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "java\\.(lang\\.Thread|util\\.concurrent\\.(locks|\\w*(Execut|Future|Queue))|nio\\.file|net|sql).*")
                .check(CORE);
    }

    @Test
    void onlyJsonUsesJackson() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".json..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml.jackson..")
                .allowEmptyShould(true)
                .check(CORE);
    }

    /** A nested class counts as the one around it. */
    @ParameterizedTest
    @MethodSource("withoutCycles")
    void noClassesOfAPackageDependOnEachOtherBothWays(String below) {
        slices().assignedFrom(topLevelClassesOf(below.isEmpty() ? ROOT : ROOT + "." + below))
                .should()
                .beFreeOfCycles()
                .check(CORE);
    }

    private static SliceAssignment topLevelClassesOf(String packageName) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return type.getPackageName().equals(packageName)
                        ? SliceIdentifier.of(topLevel(type).getSimpleName())
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "top-level classes of " + packageName;
            }
        };
    }

    private static JavaClass topLevel(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::topLevel).orElse(type);
    }

    private static ArchCondition<JavaClass> useOnlyEarlierPackages() {
        return new ArchCondition<>("use only packages before their own in " + ORDER + ", then the root package") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (rank(type) < 0) {
                    events.add(SimpleConditionEvent.violated(
                            type, type.getName() + " is in a package that has no place in the order"));
                    return;
                }
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    if (isOurs(target) && rank(target) > rank(type)) {
                        events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
                    }
                }
            }
        };
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(ROOT) || type.getPackageName().startsWith(ROOT + ".");
    }

    private static int rank(JavaClass type) {
        if (type.getPackageName().equals(ROOT)) {
            return ORDER.size();
        }
        String below = type.getPackageName().substring(ROOT.length() + 1);
        return ORDER.contains(below) ? ORDER.indexOf(below) : ORDER.indexOf(below.split("\\.", 2)[0]);
    }
}
