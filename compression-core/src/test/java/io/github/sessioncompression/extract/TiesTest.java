package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TiesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    The backup server listens on port 5432. | The backup server listens on port 5433.
                    The deploy window opens at 14:00. | The deploy window now opens at 09:30.
                    The harbour ticket costs 12.50 euros. | The harbour ticket costs 17.50 euros.
                    The release freeze starts on 21 March. | The release freeze starts on 24 March.
                    The rate limit is 60 calls per minute. | The rate limit is 90 calls per minute now.
                    The test coverage reached 70%. | The test coverage reached 78%.
                    Snack budget for the marathon is $65. | Snack budget for the marathon is $75.
                    The parcel weighs 24 kg. | The parcel weighs 31 kg.
                    The flight to Oslo leaves on 3 May. | The flight to Oslo leaves on 5 May.
                    Die Miete der Werkstatt beträgt 900 Euro. | Die Miete der Werkstatt beträgt 950 Euro.
                    Le train pour Lyon part à 8:15. | Le train pour Lyon part à 9:45.
                    El alquiler del taller cuesta 400 euros. | El alquiler del taller cuesta 450 euros.
                    Il corso di ceramica dura 6 settimane. | Il corso di ceramica dura 8 settimane.
                    O aluguel da oficina custa 300 euros. | O aluguel da oficina custa 350 euros.
                    De huur van de werkplaats kost 700 euro. | De huur van de werkplaats kost 750 euro.
                    Аренда мастерской стоит 500 евро. | Аренда мастерской стоит 550 евро.
                    Pool size for each pod is 16 connections. | Pool size for each pod is 14 connections.
                    The kayak measures 4.85 m. | The kayak measures 4.95 m.
                    """)
    void tiesAnOldValueToTheNewOne(String old, String corrected) {
        UnitChats chat = new UnitChats(Message.user(old), Message.assistant("Noted."), Message.user(corrected));

        assertThat(chat.of(old).newer).isEqualTo(chat.of(corrected));
    }

    @Test
    void leavesValuesOfOtherMattersApart() {
        UnitChats chat = new UnitChats(
                Message.user("The backup server listens on port 5432."),
                Message.user("The harbour ticket costs 12.50 euros."));

        assertThat(chat.of("5432").newer).isNull();
    }

    @Test
    void leavesValuesOfOneListApart() {
        UnitChats chat =
                new UnitChats(Message.user("Large boat ticket costs 12 euros.\nSmall boat ticket costs 9 euros."));

        assertThat(chat.of("12 euros").newer).isNull();
    }

    @Test
    void tiesAShortAnswerToItsQuestion() {
        UnitChats chat = new UnitChats(Message.assistant("Swapped digits?"), Message.user("Yes, BW-48213."));

        assertThat(chat.of("BW-48213").needs).isEqualTo(chat.of("Swapped"));
    }

    @Test
    void tiesALoneWordToTheSentenceBefore() {
        UnitChats chat = new UnitChats(Message.user("The gate was painted green last week. Really."));

        assertThat(chat.of("Really").needs).isEqualTo(chat.of("painted green"));
    }
}
