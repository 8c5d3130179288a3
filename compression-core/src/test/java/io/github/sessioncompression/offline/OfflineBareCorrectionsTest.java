package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A correction that gives nothing but a value stands behind what it corrects, whose old value is gone. */
class OfflineBareCorrectionsTest {
    private static String state(String first, String reply, String correction) {
        return Chats.text(Chats.compile(
                1_000,
                Message.user(first),
                Message.assistant(reply),
                Message.user(correction),
                Message.assistant("OK.")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    I booked a table for 4 people at Ramiro. | Nice. | Make that 5. | table for people at Ramiro: make that 5 | 4
                    The new lamp is 45 euros. | Nice. | Actually 40 euros. | new lamp is: actually 40 euros | 45
                    Wir haben einen Tisch für 14 Personen bestellt. | Gut. | Nein, eigentlich 15. | Tisch für Personen bestellt: nein, eigentlich 15 | 14
                    航班是3号。 | 好的。 | 不对，4号。 | 航班是：不对, 4号 | 3号
                    我订了4个人的位子。 | 好的。 | 说错了，是5个人。 | 我订了人的位子：说错了，是5个人 | 4个
                    会議は3日です。 | はい。 | いえ、4日です。 | 会議は：いえ, 4日です | 3日
                    席を4人で予約しました。 | はい。 | 間違えました、5人です。 | 予約しました：間違えました, 5人です | 4人
                    """)
    void theOldValueGoes(String first, String reply, String correction, String note, String old) {
        assertThat(state(first, reply, correction)).contains(note).doesNotContain(old);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    航班是3号，回程是9号。 | 好的。 | 不对，4号。 | 3号
                    航班是3号。 | 我8号有空。 | 不对，4号。 | 3号
                    航班是3号。 | 好的。 | 不对，4点。 | 3号
                    航班是3号。 | 好的。 | 不对，老王要4号。 | 3号
                    航班是3号。 | 好的。 | 不对，他一共要买4号电池和笔记本。 | 3号
                    会議は3日です。 | はい。 | いえ、4人です。 | 3日
                    """)
    void whatItMayNotBeAboutStays(String first, String reply, String correction, String old) {
        assertThat(state(first, reply, correction)).contains(old);
    }
}
