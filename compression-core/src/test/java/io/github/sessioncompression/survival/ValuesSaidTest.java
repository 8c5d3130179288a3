package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A correction that gives nothing but a value is of the one value of its kind in what the same person said last. */
class ValuesSaidTest {
    private static List<String> values(String... said) {
        Message[] messages = new Message[said.length];
        for (int i = 0; i < said.length; i++) {
            messages[i] = i % 2 == 0 ? Message.user(said[i]) : Message.assistant(said[i]);
        }
        return Anchors.in(Entries.of(List.of(messages))).all().stream()
                .filter(anchor -> anchor.type().isAtom())
                .map(Anchor::text)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    We need 12 chairs for the party. | Noted. | Sorry, 14. | 12
                    I booked a table for 12 people at the harbour. | Nice. | Make that 15. | 12 people
                    The ticket costs 75 € for each of us. | I see. | Actually 80. | 75 €
                    Der Tisch ist für 14 Personen bestellt. | Gut. | Nein, eigentlich 15. | 14 Personen
                    J'ai réservé une table pour 12 personnes. | Bien. | Non, finalement 15. | 12 personnes
                    航班是3号。 | 好的。 | 不对，4号。 | 3号
                    会議は3日です。 | はい。 | いえ、4日です。 | 3日
                    """)
    void theOldValueGoes(String first, String reply, String correction, String old) {
        assertThat(values(first, reply)).contains(old);

        assertThat(values(first, reply, correction)).doesNotContain(old);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    We need 12 chairs and 16 glasses for the party. | Noted. | Sorry, 14. | 12
                    We need 12 chairs for the party. | There are 25 in the cellar. | Sorry, 14. | 12
                    The ticket costs 75 € for each of us. | I see. | Actually 80 kg. | 75 €
                    We need 12 chairs for the party. | Noted. | Actually, my aunt owns 14 ducks. | 12
                    航班是3号。 | 好的。 | 不对，他一共要买4本书和笔记本。 | 3号
                    """)
    void aValueOfAnotherKindOrOneOfSeveralStays(String first, String reply, String correction, String old) {
        assertThat(values(first, reply, correction)).anyMatch(value -> value.startsWith(old));
    }

    @Test
    void whatWasSaidLongAgoStays() {
        assertThat(values(
                        "We need 12 chairs for the party.",
                        "Noted.",
                        "The yard is green.",
                        "Nice.",
                        "The fence is red.",
                        "I see.",
                        "Sorry, 14."))
                .anyMatch(value -> value.startsWith("12"));
    }
}
