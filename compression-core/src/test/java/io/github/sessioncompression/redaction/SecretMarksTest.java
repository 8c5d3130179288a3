package io.github.sessioncompression.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** A long stretch is known from what its parts hold, and must be as if it was read. */
class SecretMarksTest {
    private static final String CHARACTERS = "aB1 .,;:=@/-_#&\"'`\\<|{\n\t“”«»「」，。、密éя\ud83d\udd11";

    @Test
    void knowsOfAnyStretchWhatReadingItTells() {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            String text = text(random, 1 + random.nextInt(1_200));
            SecretMarks marks = new SecretMarks(text);
            for (int asked = 0; asked < 40; asked++) {
                int from = random.nextInt(text.length());
                int to = from + random.nextInt(text.length() - from + 1);
                int kind = 1 << random.nextInt(Integer.SIZE);
                int all = 0;
                int first = to;
                for (int at = to - 1; at >= from; at--) {
                    int kinds = marks.kinds(at, at + 1);
                    all |= kinds;
                    first = (kinds & kind) == 0 ? first : at;
                }

                assertThat(marks.kinds(from, to)).isEqualTo(all);
                assertThat(marks.first(kind, from, to)).isEqualTo(first);
                assertThat(marks.has(kind, from, to)).isEqualTo((all & kind) != 0);
            }
        }
    }

    /** Mostly one character, so that the first of a kind may be far. */
    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder(length);
        char usual = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
        for (int i = 0; i < length; i++) {
            boolean other = random.nextInt(60) == 0;
            text.append(other ? CHARACTERS.charAt(random.nextInt(CHARACTERS.length())) : usual);
        }
        return text.toString();
    }

    @Test
    void tellsWhatStandsInAStretchOfAnyKind() {
        SecretMarks marks = new SecretMarks("bob@mail.example, it's https://a");

        assertThat(marks.first(SecretMarks.AT_SIGN, 0, 10)).isEqualTo(3);
        assertThat(marks.first(SecretMarks.STOP, 0, 32)).isEqualTo(16);
        assertThat(marks.has(SecretMarks.SINGLE, 0, 32)).isFalse();
        assertThat(marks.first(SecretMarks.SLASHES, 0, 32)).isEqualTo(30);
        assertThat(marks.has(SecretMarks.DIGIT, 0, 32)).isFalse();
    }
}
