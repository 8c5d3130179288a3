package io.github.sessioncompression.recall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How a message is cut for an embedding model. */
class PassagesTest {
    @Test
    void aShortMessageIsOnePassage() {
        assertThat(Passages.of("The heron nested behind the mill. It rained."))
                .containsExactly("The heron nested behind the mill. It rained.");
        assertThat(Passages.of(" \n ")).isEmpty();
        assertThat(Passages.of("")).isEmpty();
    }

    @Test
    void endsBehindSentences() {
        String text = "The heron nested behind the mill. ".repeat(30);

        List<String> passages = Passages.of(text);

        assertThat(passages).hasSizeGreaterThan(2).allMatch(passage -> passage.endsWith("mill."));
        assertThat(passages).allMatch(passage -> passage.length() <= Passages.MAX_CHARS);
        assertThat(String.join(" ", passages)).isEqualTo(text.strip());
    }

    @Test
    void endsBehindAWordWhereASentenceIsTooLong() {
        assertThat(Passages.of("heron ".repeat(200))).allMatch(passage -> passage.endsWith("heron"));
    }

    @Test
    void neverCutsACharacterInTwo() {
        for (String before : List.of("", "x")) {
            assertThat(String.join("", Passages.of(before + "\uD83E\uDDA2".repeat(1_000))))
                    .isEqualTo(before + "\uD83E\uDDA2".repeat(1_000));
        }
        assertThat(Passages.of("x" + "\uD83E\uDDA2".repeat(1_000)))
                .noneMatch(passage -> Character.isLowSurrogate(passage.charAt(0)));
    }

    @Test
    void aVeryLongMessageHasNoMoreThanItsLimit() {
        assertThat(Passages.of("heron. ".repeat(150_000))).hasSize(Passages.MAX);
        assertThat(Passages.of("x".repeat(1_000_000))).hasSize(Passages.MAX);
        assertThat(Passages.estimate(1_000_000)).isEqualTo(Passages.MAX);
        assertThat(Passages.estimate(0)).isOne();
    }
}
