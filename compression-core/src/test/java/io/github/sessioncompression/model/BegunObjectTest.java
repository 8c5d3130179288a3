package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BegunObjectTest {
    private static final String WHOLE =
            "{\"logos\":[\"a \\\"b\\\" {c}\",\"d. e? f\"],\"n\":{\"x\":[1,true]},\"summary\":\"One. Two. Three\"}";

    @Test
    void isTheWholeObjectWhereItEnds() {
        assertThat(BegunObject.in("Here: " + WHOLE + " and more } ]"))
                .containsEntry("logos", List.of("a \"b\" {c}", "d. e? f"))
                .containsEntry("summary", "One. Two. Three");
    }

    @Test
    void isReadableWhereverItBreaksOff() {
        for (int end = 1; end < WHOLE.length(); end++) {
            assertThat(BegunObject.in(WHOLE.substring(0, end))).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":[\"one\",\"two\",\"thr | [one, two]",
                "{\"a\":[\"one\",\"two. Three. Fo | [one, two. Three.]",
                "{\"a\":[\"one\",\"two\\ | [one]",
                "{\"a\":[\"one\"],\"b | [one]",
                "{\"a\":[\"one\"],\"b\": | [one]",
                "{\"a\":\"One. Two. Thr | One. Two.",
                "{\"a\":\"一。二。三 | 一。二。"
            })
    void keepsWhatWasComplete(String begun, String expected) {
        assertThat(BegunObject.in(begun)).isNotNull().containsOnlyKeys("a").hasToString("{a=" + expected + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no object", "}", "{]", "{\"a\" \"b\"}"})
    void isNoneWhereNoneWasBegun(String text) {
        assertThat(BegunObject.in(text)).isNull();
    }

    @Test
    void isEmptyWhereNothingWasComplete() {
        assertThat(BegunObject.in("{\"summary\":\"It is")).isEqualTo(Map.of());
    }
}
