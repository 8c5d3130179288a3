package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectsTest {
    @Test
    void findsTopLevelObjects() {
        assertThat(JsonObjects.in("a {\"x\": {\"y\": \"z\"}} b {} c"))
                .containsExactly(Map.of("x", Map.of("y", "z")), Map.of());
    }

    @Test
    void respectsBracesAndQuotesInStrings() {
        assertThat(JsonObjects.in("{\"x\": \"} \\\" { \\\\\"} {")).containsExactly(Map.of("x", "} \" { \\"));
    }

    @Test
    void searchesInsideNonJson() {
        assertThat(JsonObjects.in("{see {\"x\": \"y\"} there}")).containsExactly(Map.of("x", "y"));
    }

    @Test
    void isNotConfusedByAnUnclosedBraceOrQuoteBefore() {
        assertThat(JsonObjects.in("{ it's \"so: {\"x\": \"y\"}")).containsExactly(Map.of("x", "y"));
    }

    @Test
    void findsObjectBehindManyNonObjects() {
        assertThat(JsonObjects.in("{x} ".repeat(100) + "{\"x\": \"y\"}")).containsExactly(Map.of("x", "y"));
    }

    @Test
    void looksTheLongerTheLongerTheTextIs() {
        String text = "{x} ".repeat(1_000) + "prose ".repeat(30_000) + "{\"x\": \"y\"}";

        assertThat(JsonObjects.in(text)).containsExactly(Map.of("x", "y"));
    }

    @Test
    void givesUpOnDeeplyNestedNonJson() {
        String few = "{".repeat(100) + "{\"x\": \"y\"}" + "}".repeat(100);
        String many = "{".repeat(5_000) + "{\"x\": \"y\"}" + "}".repeat(5_000);

        assertThat(JsonObjects.in(few)).containsExactly(Map.of("x", "y"));
        assertThat(JsonObjects.in(many)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{}", "{\"", "{\"a\":", "}{", "{[", "\\\"{", "{\"a\":{}"})
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
    void takesLinearTimeForAnyRepetition(String part) {
        String text = part.repeat(2_000_000 / part.length());

        assertThat(JsonObjects.in(text)).hasSizeLessThan(text.length());
    }
}
