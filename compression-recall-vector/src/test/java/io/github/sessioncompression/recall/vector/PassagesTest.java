package io.github.sessioncompression.recall.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pieces of messages that are embedded. */
class PassagesTest {
    private static List<String> of(String text) {
        return Passages.of(Message.user(text));
    }

    @Test
    void leavesShortTextsWholeAndBlankOnesOut() {
        assertThat(of("The heron nested behind the mill. It rained."))
                .containsExactly("The heron nested behind the mill. It rained.");
        assertThat(of(" \n ")).isEmpty();
        assertThat(of("")).isEmpty();
    }

    @Test
    void namesTheSpeakerOfEachPiece() {
        assertThat(Passages.of(Message.user("It rained.").withName("Tove"))).containsExactly("Tove: It rained.");
    }

    @Test
    void endsBehindSentences() {
        String text = "The heron nested behind the mill. ".repeat(30);

        List<String> passages = of(text);

        assertThat(passages).hasSizeGreaterThan(2).allMatch(passage -> passage.endsWith("mill."));
        assertThat(passages).allMatch(passage -> passage.length() <= Passages.MAX_CHARS);
        assertThat(String.join(" ", passages)).isEqualTo(text.strip());
    }

    @Test
    void endsBehindAWordInALongSentence() {
        assertThat(of("heron ".repeat(200))).allMatch(passage -> passage.endsWith("heron"));
    }

    @Test
    void neverCutsACharacterInTwo() {
        for (String before : List.of("", "x")) {
            assertThat(String.join("", of(before + "\uD83E\uDDA2".repeat(1_000))))
                    .isEqualTo(before + "\uD83E\uDDA2".repeat(1_000));
        }
        assertThat(of("x" + "\uD83E\uDDA2".repeat(1_000)))
                .noneMatch(passage -> Character.isLowSurrogate(passage.charAt(0)));
    }

    @Test
    void limitsThePiecesOfALongMessage() {
        assertThat(of("heron. ".repeat(150_000))).hasSize(Passages.MAX_PASSAGES);
        assertThat(of("x".repeat(1_000_000))).hasSize(Passages.MAX_PASSAGES);
    }
}
