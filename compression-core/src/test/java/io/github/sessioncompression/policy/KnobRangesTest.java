package io.github.sessioncompression.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.option.Knob;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the table of knobs to what the options enforce: every written range, length and choice is the one that is checked. */
class KnobRangesTest {
    private static final Pattern RANGE = Pattern.compile("from ([0-9.]+)(ms|s|m|h)? to ([0-9.]+)(ms|s|m|h)?\\b");
    private static final List<Knob> KNOBS = CompressionPolicy.knobs();

    @ParameterizedTest
    @MethodSource("bounds")
    void acceptsTheWrittenBounds(String key, String min, String max, String below, String above) {
        assertThat(accepts(key, min)).as(min).isTrue();
        assertThat(accepts(key, max)).as(max).isTrue();
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void rejectsValuesJustOutside(String key, String min, String max, String below, String above) {
        for (String outside : List.of(below, above)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> set(key, outside))
                    .withMessageStartingWith(key + " must be ")
                    .withMessageEndingWith(", but was '" + outside + "'");
        }
    }

    @Test
    void everyNumberAndDurationHasAWrittenRange() {
        assertThat(KNOBS)
                .filteredOn(knob -> Number.class.isAssignableFrom(knob.type()) || knob.type() == Duration.class)
                .allSatisfy(knob -> assertThat(RANGE.matcher(knob.allowed()).find()
                                || knob.allowed().startsWith("a ratio above 0 and up to 1,"))
                        .isTrue());
        assertThat(bounds()).hasSizeGreaterThan(8);
    }

    @ParameterizedTest
    @MethodSource("zeros")
    void acceptsZeroIfDocumented(String key) {
        assertThat(accepts(key, "0")).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> set(key, "1"));
    }

    @ParameterizedTest
    @MethodSource("ratios")
    void acceptsOneAndRejectsNonRatios(String key) {
        assertThat(accepts(key, "1")).isTrue();
        assertThat(accepts(key, "0.0001")).isTrue();
        for (String outside : List.of("0", "0.00", "1.0001", "-0.5")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> set(key, outside))
                    .withMessageStartingWith(key + " must be a ratio above 0 and up to 1");
        }
    }

    @ParameterizedTest
    @MethodSource("choices")
    void acceptsEveryWrittenChoice(String key, String choice) {
        set(key.replace("<name>", "some_tool"), choice);
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void textsMayBeAsLongAsIsWrittenAndNoLonger(String key, int length) {
        set(key, "x".repeat(length));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> set(key, "x".repeat(length + 1)))
                .withMessageStartingWith(key + " must be ");
    }

    @Test
    void everyTextHasAWrittenLengthUnlessItIsALocation() {
        assertThat(KNOBS)
                .filteredOn(knob -> knob.type() == String.class
                        && knob.values().isEmpty()
                        && !knob.allowed().startsWith("the path of"))
                .hasSize(1)
                .allSatisfy(knob -> assertThat(knob.allowed()).containsPattern("up to [0-9]+ characters"));
    }

    static Stream<Arguments> bounds() {
        return KNOBS.stream().flatMap(knob -> {
            Matcher range = RANGE.matcher(knob.allowed());
            if (!range.find()) {
                return Stream.empty();
            }
            String min = range.group(1);
            String max = range.group(3);
            if (knob.type() == Duration.class) {
                long millis = millis(max, range.group(4));
                return Stream.of(Arguments.of(
                        knob.key(), min + range.group(2), max + range.group(4), "0ms", (millis + 1) + "ms"));
            }
            BigDecimal step = knob.type() == Integer.class ? BigDecimal.ONE : new BigDecimal("0.0001");
            return Stream.of(Arguments.of(
                    knob.key(),
                    min,
                    max,
                    new BigDecimal(min).subtract(step).toPlainString(),
                    new BigDecimal(max).add(step).toPlainString()));
        });
    }

    static Stream<Arguments> lengths() {
        return KNOBS.stream().flatMap(knob -> {
            Matcher length = Pattern.compile("up to ([0-9]+) characters").matcher(knob.allowed());
            return length.find()
                    ? Stream.of(Arguments.of(knob.key(), Integer.valueOf(length.group(1))))
                    : Stream.empty();
        });
    }

    static Stream<String> zeros() {
        return KNOBS.stream().filter(knob -> knob.allowed().startsWith("0 (")).map(Knob::key);
    }

    static Stream<String> ratios() {
        return KNOBS.stream()
                .filter(knob -> knob.allowed().startsWith("a ratio"))
                .map(Knob::key);
    }

    static Stream<Arguments> choices() {
        return KNOBS.stream().flatMap(knob -> {
            Matcher list = Pattern.compile("(?:one|none, or any) of ([a-z0-9, -]+?)(?:, separated by commas)?")
                    .matcher(knob.allowed());
            return list.matches()
                    ? Arrays.stream(list.group(1).split(", ")).map(choice -> Arguments.of(knob.key(), choice))
                    : Stream.empty();
        });
    }

    /** Sets one knob as a properties file would, apart from what it might contradict. */
    private static void set(String key, String value) {
        Properties properties = new Properties();
        properties.setProperty("session-compression.context-window", "1000000000");
        properties.setProperty(key, value);
        CompressionPolicy.of(properties);
    }

    /** True if a value is within its range, even if it contradicts other defaults. */
    private static boolean accepts(String key, String value) {
        try {
            set(key, value);
            return true;
        } catch (IllegalArgumentException refused) {
            return !String.valueOf(refused.getMessage()).startsWith(key + " must be ");
        }
    }

    private static long millis(String amount, String unit) {
        return Long.parseLong(amount) * ("h".equals(unit) ? 3_600_000 : 60_000);
    }
}
