package io.github.sessioncompression.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.sessioncompression.cost.CostOptions;
import io.github.sessioncompression.cost.PriceProfile;
import io.github.sessioncompression.cost.PriceProfiles;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.recall.ExpansionOptions.Trigger;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.RecallOptions.SecondSearch;
import io.github.sessioncompression.session.SessionOptions;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.ModelRegistry;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import io.github.sessioncompression.token.TokenOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds all options to one grammar: a final class with {@code defaults()}, {@code withX()} for each value, and values that compare. */
class OptionsGrammarTest {
    private static final List<Class<?>> OPTIONS = List.of(
            TokenOptions.class,
            StateOptions.class,
            PruneOptions.class,
            ModelOptions.class,
            RecallOptions.class,
            ExpansionOptions.class,
            SessionOptions.class,
            CostOptions.class,
            CompressionPolicy.class);

    /** Values derived from others. */
    private static final Set<String> DERIVED = Set.of(
            "PruneOptions.summarizedTools",
            "ModelOptions.deadline",
            "ExpansionOptions.isOn",
            "CompressionPolicy.requireContextWindow",
            "CompressionPolicy.baseTokens",
            "CompressionPolicy.triggerTokens",
            "CompressionPolicy.targetTokens",
            "CompressionPolicy.hardLimitTokens",
            "CompressionPolicy.stateMaxTokens",
            "CompressionPolicy.toProperties");

    /** Values that follow from another one until they are set. */
    private static final Set<String> FOLLOWING = Set.of(
            "minSavingsTokens", "minContextTokens", "protectTokens", "targetRatio", "triggerRatio", "hardLimitRatio");

    /** Values that {@code null} has a meaning for. */
    private static final Set<String> NULLABLE = Set.of("awarenessText", "initialPrompt", "mergePrompt");

    private static final SecondSearch.Factory NO_SEARCH = (transcripts, executor, waiting, nanos) -> {
        throw new AssertionError("not opened");
    };

    /** Values of each type; the first that is allowed and not the default is set. */
    private static final Map<Class<?>, List<Object>> SAMPLES = Map.ofEntries(
            Map.entry(int.class, List.of(7, 300, 5_000)),
            Map.entry(SessionOptions.class, List.of(SessionOptions.defaults().withParents(7))),
            Map.entry(CostOptions.class, List.of(CostOptions.defaults().withPlanner(false))),
            Map.entry(PriceProfile.class, List.of(PriceProfiles.of("local"))),
            Map.entry(double.class, List.of(0.5, 0.75, 0.9, 0.95, 1.5, 3.0)),
            Map.entry(boolean.class, List.of(true, false)),
            Map.entry(Duration.class, List.of(Duration.ofSeconds(7))),
            Map.entry(String.class, List.of("a text")),
            Map.entry(Set.class, List.of(Set.of("grep"), Set.of(TriggerPoint.MID_TURN))),
            Map.entry(StateSchema.class, List.of(StateSchema.research())),
            Map.entry(ModelRegistry.class, List.of(ModelRegistry.bundled().with("acme", new ModelLimits(4_000, 0)))),
            Map.entry(KeepRecent.class, List.of(KeepRecent.turns(7))),
            Map.entry(StateOptions.class, List.of(StateOptions.defaults().withMaxTokens(300))),
            Map.entry(PruneOptions.class, List.of(PruneOptions.defaults().withProtectTokens(7))),
            Map.entry(TokenOptions.class, List.of(TokenOptions.defaults().withSource(TokenOptions.Source.ESTIMATE))),
            Map.entry(SecondSearch.Factory.class, List.of(NO_SEARCH)),
            Map.entry(
                    ExpansionOptions.class, List.of(ExpansionOptions.defaults().withTrigger(Trigger.MARKERS))),
            Map.entry(ModelOptions.class, List.of(ModelOptions.defaults().withRetries(7))));

    /** Values that are out of every range. */
    private static final Map<Class<?>, Object> BAD = Map.of(
            int.class,
            Integer.MIN_VALUE,
            double.class,
            Double.NaN,
            Duration.class,
            Duration.ofNanos(-1),
            String.class,
            " ");

    @Test
    void theseAreAllOptions() {
        Set<Class<?>> found = new HashSet<>();
        for (JavaClass type : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.github.sessioncompression")) {
            if (type.getModifiers().contains(JavaModifier.PUBLIC)
                    && type.tryGetMethod("defaults").isPresent()) {
                found.add(type.reflect());
            }
        }

        assertThat(found).containsExactlyInAnyOrderElementsOf(OPTIONS);
    }

    @ParameterizedTest
    @MethodSource("options")
    void isAFinalClassWithoutPublicConstructorsAndChangesByWithAlone(Class<?> type) {
        assertThat(type.getModifiers()).matches(Modifier::isFinal);
        assertThat(type.getConstructors()).isEmpty();
        assertThat(type.isRecord()).isFalse();
        assertThat(type.getMethods())
                .filteredOn(method -> method.getReturnType() == type && !Modifier.isStatic(method.getModifiers()))
                .isNotEmpty()
                .allSatisfy(method -> assertThat(method.getName()).startsWith("with"));
    }

    @ParameterizedTest
    @MethodSource("options")
    void everyValueHasItsWith(Class<?> type) {
        List<String> changeable = withs(type).map(OptionsGrammarTest::name).toList();

        assertThat(changeable).doesNotHaveDuplicates().isNotEmpty();
        assertThat(read(defaults(type)).keySet())
                .filteredOn(name -> !(type == PruneOptions.class && name.equals("tools"))) // withTool
                .filteredOn(name -> !(type == StateOptions.class && name.equals("tools"))) // withTool
                .containsExactlyInAnyOrderElementsOf(changeable);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void changesOneValueAlone(Class<?> type, Method with) {
        Object defaults = defaults(type);
        Map<String, Object> before = read(defaults);
        Object changed = changed(with);

        Map<String, Object> expected = new TreeMap<>(before);
        Object value = sample(with);
        expected.computeIfPresent(name(with), (name, old) -> old instanceof Optional ? Optional.of(value) : value);

        Map<String, Object> after = read(changed);
        assertThat(after).isNotEqualTo(before);
        FOLLOWING.stream().filter(name -> !name.equals(name(with))).forEach(name -> {
            expected.remove(name);
            after.remove(name);
        });
        assertThat(after).isEqualTo(expected);
        assertThat(read(defaults)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void isComparedByItsValues(Class<?> type, Method with) {
        Object defaults = defaults(type);
        Object changed = changed(with);

        assertThat(changed).isNotEqualTo(defaults).isNotEqualTo(null).isNotEqualTo("a text");
        assertThat(defaults).isNotEqualTo(changed);
        assertThat(changed).isEqualTo(changed(with)).hasSameHashCodeAs(changed(with));
        assertThat(changed.hashCode()).isNotEqualTo(defaults.hashCode());
        Object old = read(defaults).get(name(with));
        boolean derived = type == CompressionPolicy.class
                && Set.of("contextWindow", "reservedOutputTokens").contains(name(with));
        if (!(old instanceof Optional) && !derived) {
            assertThat(invoke(with, changed, old)).isEqualTo(defaults).hasSameHashCodeAs(defaults);
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void saysItsValuesByName(Class<?> type, Method with) {
        String text = changed(with).toString();

        assertThat(text).startsWith(type.getSimpleName() + "{").endsWith("}");
        if (type == CompressionPolicy.class) {
            // What has no text can't be told from the defaults.
            boolean hasText = !Set.of("modelLimits", "idleAfter", "sessions").contains(name(with));
            assertThat(text).matches(hasText ? ".*\\{session-compression\\.[a-z.-]+=.+}" : ".*\\{}");
        } else {
            assertThat(text)
                    .contains(name(with) + "=")
                    .isNotEqualTo(defaults(type).toString());
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void refusesABadValueByNameAndValue(Class<?> type, Method with) {
        Object bad = BAD.get(with.getParameterTypes()[0]);
        if (bad != null) {
            assertThat(catchThrowable(() -> invoke(with, defaults(type), bad)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(name(with) + " must be ")
                    .hasMessageEndingWith(bad instanceof String ? "but is blank" : "but was " + bad);
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void namesNullArgument(Class<?> type, Method with) {
        if (!with.getParameterTypes()[0].isPrimitive() && !NULLABLE.contains(name(with))) {
            assertThat(catchThrowable(() -> invoke(with, defaults(type), new Object[] {null})))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage(name(with));
        }
    }

    static Stream<Class<?>> options() {
        return OPTIONS.stream();
    }

    static Stream<Arguments> changes() {
        return OPTIONS.stream().flatMap(type -> withs(type)
                .map(with -> Arguments.of(Named.of(type.getSimpleName(), type), Named.of(with.getName(), with))));
    }

    /** The methods that change one value. */
    private static Stream<Method> withs(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().startsWith("with") && method.getParameterCount() == 1);
    }

    private static String name(Method with) {
        String name = with.getName().substring(4);
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private static Object defaults(Class<?> type) {
        try {
            return type.getMethod("defaults").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no defaults()", e);
        }
    }

    /** All values of options by name, but for what follows from others. */
    private static Map<String, Object> read(Object options) {
        Map<String, Object> values = new TreeMap<>();
        for (Method accessor : options.getClass().getDeclaredMethods()) {
            String name = accessor.getName();
            boolean isAccessor = accessor.getParameterCount() == 0
                    && Modifier.isPublic(accessor.getModifiers())
                    && !Modifier.isStatic(accessor.getModifiers())
                    && !Set.of("hashCode", "toString").contains(name);
            if (isAccessor && !DERIVED.contains(options.getClass().getSimpleName() + "." + name)) {
                values.put(name, invoke(accessor, options));
            }
        }
        return values;
    }

    private static Object changed(Method with) {
        return invoke(with, defaults(with.getDeclaringClass()), sample(with));
    }

    /** The first sample that is allowed and changes anything. */
    private static Object sample(Method with) {
        Class<?> type = with.getParameterTypes()[0];
        List<Object> samples = type.isEnum() ? List.of(type.getEnumConstants()) : SAMPLES.getOrDefault(type, List.of());
        Object defaults = defaults(with.getDeclaringClass());
        Object old = read(defaults).get(name(with));
        for (Object sample : samples) {
            boolean elementsFit = !(sample instanceof Set<?> set)
                    || set.iterator().next() instanceof TriggerPoint
                            == name(with).equals("triggerPoints");
            if (elementsFit && !sample.equals(old) && catchThrowable(() -> invoke(with, defaults, sample)) == null) {
                return sample;
            }
        }
        throw new AssertionError("no sample for " + with);
    }

    private static Object invoke(Method method, Object target, @Nullable Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw new AssertionError(thrown);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
