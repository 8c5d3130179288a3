package io.github.sessioncompression.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @Test
    void readsEveryKindOfValueAsAPlainJavaValue() {
        assertThat(Json.parse("[null,true,false,\"a\\u00e9\",7,-2.5,{\"k\":[]}]"))
                .isEqualTo(Arrays.asList(null, true, false, "aé", 7L, -2.5, Map.of("k", List.of())));
    }

    @Test
    void keepsTheOrderOfKeys() {
        assertThat(Json.parseObject("{\"z\":1,\"a\":2,\"m\":3}").keySet()).containsExactly("z", "a", "m");
    }

    @Test
    void takesTheLastOfTwoEqualKeys() {
        assertThat(Json.parseObject("{\"a\":1,\"a\":2}")).containsExactly(Map.entry("a", 2L));
    }

    @Test
    void parsesNumbersIntoSmallestFittingType() {
        assertThat(Json.parse("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(Json.parse("9223372036854775808")).isEqualTo(new BigInteger("9223372036854775808"));
        assertThat(Json.parse("1e2")).isEqualTo(100.0);
        assertThat(Json.parse("1e400")).isEqualTo(new BigDecimal("1e400"));
    }

    @Test
    void writesNumbersBackAsTheyWere() {
        for (String number : List.of("0", "-7", "9223372036854775808", "0.1", "1E+400", "-2.5")) {
            assertThat(Json.write(Json.parse(number))).isEqualTo(number);
        }
    }

    @Test
    void writesDoublesTheShortestWayOnEveryJava() {
        // Before Java 19, Double.toString gives 1.5307000000000001E21.
        assertThat(Json.write(Json.parse("1.5307E21"))).isEqualTo("1.5307E21");
    }

    @Test
    void writesCompactWithKeysInMapOrder() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("b", List.of(1, 2L, 0.5));
        value.put("a", "line\n\"quoted\" \\");
        assertThat(Json.write(value)).isEqualTo("{\"b\":[1,2,0.5],\"a\":\"line\\n\\\"quoted\\\" \\\\\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1,",
                "{\"a\":}",
                "hello",
                "'a'",
                "[1] 2",
                "{} {}",
                "1e99999999999999",
                "\"\n\"",
                "[NaN]",
                "01"
            })
    void refusesMoreOrLessThanOneValue(String text) {
        assertThatExceptionOfType(JsonSyntaxException.class).isThrownBy(() -> Json.parse(text));
    }

    @Test
    void namesThePlaceOfAFaultButNotTheText() {
        assertThatExceptionOfType(JsonSyntaxException.class)
                .isThrownBy(() -> Json.parse("{\n \"secret\": password }"))
                .satisfies(e -> {
                    assertThat(e).hasNoCause().hasMessageMatching("not JSON at line 2, column (1[2-9]|20): .*");
                    assertThat(e.getMessage()).doesNotContain("password", "secret");
                });
    }

    @Test
    void parseObjectRejectsOtherValues() {
        assertThatExceptionOfType(JsonSyntaxException.class)
                .isThrownBy(() -> Json.parseObject("[1]"))
                .withMessageContaining("object");
    }

    @Test
    void readsToTheDepthLimitAndNoDeeper() {
        assertThatNoException().isThrownBy(() -> Json.parse("[".repeat(200) + "]".repeat(200)));
        assertThatExceptionOfType(JsonSyntaxException.class)
                .isThrownBy(() -> Json.parse("[".repeat(201) + "]".repeat(201)))
                .withMessageContaining("nested");
        assertThatExceptionOfType(JsonSyntaxException.class).isThrownBy(() -> Json.parse("{\"a\":".repeat(1_000_000)));
    }

    @Test
    void readsNumbersToTheLimitOfDigitsAndNoLonger() {
        assertThat(Json.parse("9".repeat(1_000))).isEqualTo(new BigInteger("9".repeat(1_000)));
        assertThatExceptionOfType(JsonSyntaxException.class).isThrownBy(() -> Json.parse("9".repeat(1_001)));
        assertThatExceptionOfType(JsonSyntaxException.class).isThrownBy(() -> Json.parse("0." + "9".repeat(1_001)));
    }

    @Test
    void writeRejectsCyclicValue() {
        List<Object> loop = new ArrayList<>();
        loop.add(loop);
        assertThatIllegalArgumentException().isThrownBy(() -> Json.write(loop)).withMessageContaining("200");
    }

    @Test
    void writeRejectsUnsupportedValue() {
        assertThatIllegalArgumentException().isThrownBy(() -> Json.write(new Object()));
        assertThatIllegalArgumentException().isThrownBy(() -> Json.write(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Json.write(Float.POSITIVE_INFINITY));
        assertThatIllegalArgumentException().isThrownBy(() -> Json.write(Map.of(1, "a")));
    }

    @Test
    void keepsAnyCharacterOfAText() {
        String text = "\u0000\u001f<\u2028>\uD83D\uDE00\uD83D 漢 \uFEFF";
        assertThat(Json.parse(Json.write(text))).isEqualTo(text);
    }

    @Test
    void survivesKeysMadeToCollide() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < 1 << 15; i++) {
            // "Aa" and "BB" have the same hash.
            StringBuilder key = new StringBuilder();
            for (int bit = 0; bit < 15; bit++) {
                key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            text.append(i == 0 ? "\"" : ",\"").append(key).append("\":0");
        }
        assertThat(Json.parseObject(text.append('}').toString())).hasSize(1 << 15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "}", "}]", ", {\"ci", ", 'x'}", "} done"})
    void readsMembersUpToWhereTheTextBreaks(String end) {
        assertThat(Json.objects("[{\"city\":\"Oslo\",\"days\":[3,4.5],\"at\":{\"open\":true}" + end))
                .hasSizeBetween(2, 3)
                .startsWith(
                        List.of(
                                new JsonMember("city", "Oslo"),
                                new JsonMember("days", "3"),
                                new JsonMember("days", "4.5")),
                        List.of(new JsonMember("open", "true")));
        assertThat(Json.objects("Oslo, 3 days")).isEmpty();
    }
}
