package io.github.sessioncompression.recall;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written into a meaning store to know things again. */
class StoreMarkTest {
    private static final String LIFE = PassageNames.life("chat", "life");

    private static StoreMark ofMessages(long count) {
        StoreMark mark = StoreMark.begin(LIFE);
        for (long sequence = 1; sequence <= count; sequence++) {
            mark = mark.with(new PassageLabel(sequence, 31 * sequence));
        }
        return mark;
    }

    @Test
    void namesTheLatestMessagesAndEarlierOnesFartherAndFartherApart() {
        StoreMark mark = ofMessages(100_000);

        assertThat(mark.through()).isEqualTo(100_000);
        assertThat(mark.messages()).hasSizeLessThan(45);
        for (long back = 1; back < 50_000; back *= 2) {
            long from = 100_000 - 2 * back;
            long to = 100_000 - back;
            assertThat(mark.messages())
                    .as("between %s and %s back", back, 2 * back)
                    .anyMatch(message -> message.sequence() >= from && message.sequence() <= to);
        }
        assertThat(mark.messages()).extracting(PassageLabel::sequence).isSorted();
        assertThat(mark.written()).hasSizeLessThan(2_000).matches("[0-9a-f: ]+");
        assertThat(StoreMark.of(mark.written())).isEqualTo(mark);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a b c",
                "12:0000000000000001",
                "0123456789abcdef0123456789abcdef 0123456789abcdef0123456789abcdef",
                "0123456789abcdef0123456789abcdef 0123456789abcdef0123456789abcdef -1",
                "0123456789abcdef0123456789abcdef 0123456789abcdef0123456789abcdef x",
                "0123456789abcdef0123456789abcdef 0123456789abcdef0123456789abcdef 99999999999999999999",
                "0123456789abcdef0123456789abcdef 0123456789abcdef0123456789abcdef 1 1:2",
                "٠123456789abcdef0123456789abcdef 0123456789abcdef0123456789abcdef 1"
            })
    void isNotReadFromAnythingElse(String text) {
        assertThat(StoreMark.of(text)).isNull();
        assertThat(StoreMark.of(text + " ".repeat(1_000_000))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "1:",
                "1:0",
                "0:0000000000000001",
                "-1:0000000000000001",
                "1:000000000000000g",
                "1 0000000000000001"
            })
    void isNoLabelOfAPassage(String text) {
        assertThat(PassageLabel.of(text)).isNull();
        assertThat(PassageLabel.of("9".repeat(1_000_000) + text)).isNull();
    }

    @Test
    void idsAreUuidsThatAllComeTo() {
        String id = PassageNames.id(LIFE, 7, 3);

        assertThat(UUID.fromString(id)).hasToString(id).matches(uuid -> uuid.version() == 8 && uuid.variant() == 2);
        assertThat(id).isEqualTo(PassageNames.id(PassageNames.life("chat", "life"), 7, 3));
        assertThat(id).isNotIn(PassageNames.id(LIFE, 73, 0), PassageNames.id(LIFE, 7, 2));
        assertThat(PassageNames.life("a", "bc")).isNotEqualTo(PassageNames.life("ab", "c"));
        assertThat(PassageNames.marks("'; --")).matches("[0-9a-f]{32}");
    }
}
