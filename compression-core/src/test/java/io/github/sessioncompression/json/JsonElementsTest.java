package io.github.sessioncompression.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonElementsTest {
    @Test
    void readsAnArrayWithTheLineOfEachElement() throws IOException {
        assertThat(all("[\n{\"a\":\n1},\n\n{\"a\":2}]"))
                .containsExactly(element(2, Map.of("a", 1L)), element(5, Map.of("a", 2L)));
    }

    @Test
    void readsTheArrayInAWrapperAndSkipsTheRest() throws IOException {
        assertThat(all("{\"model\":\"m\",\n\"list\":[\n1,2],\"usage\":{\"list\":[3]}}"))
                .containsExactly(element(3, 1L), element(3, 2L));
    }

    @Test
    void readsJsonLinesWithBlankLinesBetween() throws IOException {
        assertThat(all("{\"a\":1}\n\n  {\"a\":2}\r\n{\"a\":3}"))
                .containsExactly(element(1, Map.of("a", 1L)), element(3, Map.of("a", 2L)), element(4, Map.of("a", 3L)));
    }

    @Test
    void takesAnObjectWithoutTheArrayForALine() throws IOException {
        assertThat(all("{\"list\":\"none\"}")).containsExactly(element(1, Map.of("list", "none")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n ", "[]", "{\"list\":[]}", "\uFEFF[]"})
    void returnsNothingForEmptyInput(String text) throws IOException {
        assertThat(all(text)).isEmpty();
    }

    @Test
    void skipsAByteOrderMark() throws IOException {
        assertThat(all("\uFEFF[1]")).containsExactly(element(1, 1L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1",
                "[1] 2",
                "{\"list\":[1]} {}",
                "{\"list\":[1],\"list\":[2]}",
                "{\"list\":[1]",
                "[1}",
                "{\"a\":1}\n}"
            })
    void refusesOtherForms(String text) {
        assertThatExceptionOfType(JsonSyntaxException.class).isThrownBy(() -> all(text));
    }

    @Test
    void returnsElementsBeforeSyntaxError() throws IOException {
        try (JsonElements elements = JsonElements.of(new StringReader("[1,\n2,\noops]"), "list")) {
            assertThat(elements.next()).isEqualTo(element(1, 1L));
            assertThat(elements.next()).isEqualTo(element(2, 2L));
            assertThatExceptionOfType(JsonSyntaxException.class)
                    .isThrownBy(elements::next)
                    .satisfies(e -> assertThat(e.line()).isEqualTo(3));
        }
    }

    @Test
    void readsEndlessTextElementByElement() throws IOException {
        try (JsonElements elements = JsonElements.of(new EndlessArray(), "list")) {
            for (int i = 0; i < 200_000; i++) {
                assertThat(elements.next()).isNotNull();
            }
        }
    }

    private static JsonElements.Element element(int line, Object value) {
        return new JsonElements.Element(line, value);
    }

    private static List<JsonElements.Element> all(String text) throws IOException {
        List<JsonElements.Element> all = new ArrayList<>();
        try (JsonElements elements = JsonElements.of(new StringReader(text), "list")) {
            for (var e = elements.next(); e != null; e = elements.next()) {
                all.add(e);
            }
            assertThat(elements.next()).isNull();
        }
        return all;
    }

    private static final class EndlessArray extends Reader {
        private long position;

        @Override
        public int read(char[] target, int offset, int length) {
            for (int i = 0; i < length; i++, position++) {
                target[offset + i] = position == 0 ? '[' : position % 2 == 1 ? '1' : ',';
            }
            return length;
        }

        @Override
        public void close() {}
    }
}
