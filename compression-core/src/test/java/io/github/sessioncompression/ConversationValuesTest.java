package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a value is shown where a chat is compressed again and again. */
class ConversationValuesTest {
    private static final String SHELF = "Shelf %d in the yard holds %d jars of plum jam.";

    private final CompressedAgain chat = new CompressedAgain();

    @AfterEach
    void close() {
        chat.close();
    }

    private void rest(String filler, int from) {
        for (int i = from; i < from + 6; i++) {
            chat.say(filler.formatted(i, 20 + i), "OK.");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Shelf %d in the yard holds %d jars of plum jam. | The ceiling for the kitchen is $4200 in all. | 4200 | The ceiling for the kitchen is $3900 in all. | 3900
                    Shelf %d in the yard holds %d jars of plum jam. | NOTE: The boat is the Marie and the locker code is B-4417. | 4417 | NOTE: The boat is the Marie and the locker code is C-9032. | 9032
                    Auf Regal %d im Hof stehen %d Gläser Pflaumenmus. | Der Abgabetermin ist der 3. März. | 3. März | Der Abgabetermin ist der 9. März. | 9. März
                    Sur l'étagère %d de la cour il y a %d pots de confiture. | Mon code de casier est B-4417. | 4417 | Mon code de casier est C-9032. | 9032
                    En el estante %d del patio hay %d frascos de mermelada. | La entrega de la tesis es el 3 de marzo. | 3 de marzo | La entrega de la tesis es el 9 de marzo. | 9 de marzo
                    Sullo scaffale %d del cortile ci sono %d vasetti di marmellata. | Il budget della cucina è di 8000 euro. | 8000 | Il budget della cucina è di 7500 euro. | 7500
                    Op plank %d in de tuin staan %d potten pruimenjam. | Mijn kluiscode is B-4417. | 4417 | Mijn kluiscode is C-9032. | 9032
                    Na prateleira %d do quintal há %d potes de geleia. | Meu peso é de 82 kg. | 82 kg | Meu peso é de 79 kg. | 79 kg
                    На полке %d во дворе стоит %d банок варенья. | Бюджет на кухню — 80000 рублей. | 80000 | Бюджет на кухню — 75000 рублей. | 75000
                    院子里%d号架子上有%d瓶李子酱。 | 厨房预算是8000元。 | 8000 | 厨房预算是7500元。 | 7500
                    庭の棚%d番には梅の瓶が%d本あります。 | 論文の締め切りは3月3日です。 | 3月3日 | 論文の締め切りは3月9日です。 | 3月9日
                    """)
    void aValueIsShownUntilItIsGivenAnew(String filler, String first, String old, String later, String now) {
        chat.say(first, "OK.");
        rest(filler, 1);
        assertThat(chat.compressed()).contains(old);
        rest(filler, 11);
        assertThat(chat.compressed()).as("over another compression").contains(old);

        chat.say(later, "OK.");
        rest(filler, 21);
        assertThat(chat.compressed()).doesNotContain(old).contains(now);
        rest(filler, 31);
        assertThat(chat.compressed()).doesNotContain(old).contains(now);
    }

    @Test
    void aValueThatIsSaidToBeNewTakesThePlaceOfTheOldOneInOtherWords() {
        chat.say("The orchard deadline is 2 June 2027.", "OK.");
        chat.say("The kitchen ceiling is $4200.", "OK.");
        rest(SHELF, 1);
        assertThat(chat.compressed()).contains("2 June").contains("4200");

        chat.say("The orchard date moved to 19 June.", "OK.");
        chat.say("Update: keep the kitchen budget under three thousand dollars from now on.", "OK.");
        rest(SHELF, 11);
        assertThat(chat.compressed()).doesNotContain("2 June", "4200").contains("19 June", "three thousand");

        chat.say("The orchard date has been moved to 26 June.", "OK.");
        rest(SHELF, 21);
        assertThat(chat.compressed()).doesNotContain("2 June", "19 June").contains("26 June");
    }

    @Test
    void whatMayBeAboutTwoThingsTakesThePlaceOfNeither() {
        chat.say("The kitchen rent is 900 euros.", "OK.");
        chat.say("The kitchen fee is 350 euros.", "OK.");
        chat.say("The orchard deadline is 2 June 2027.", "OK.");
        chat.say("The thesis deadline is 5 July 2027.", "OK.");
        rest(SHELF, 1);
        chat.say("From now on the kitchen cost is 950 euros.", "OK.");
        chat.say("The deadline was rescheduled to 9 August.", "OK.");
        rest(SHELF, 11);

        assertThat(chat.compressed()).contains("900 euros", "350 euros", "2 June", "5 July");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Shelf %d in the yard holds %d jars of plum jam. | The number of the meeting room is KL-%d, and be there early.
                    Auf Regal %d im Hof stehen %d Gläser Pflaumenmus. | Die Nummer des Raums ist KL-%d.
                    На полке %d во дворе стоит %d банок варенья. | Номер договора — KL-%d.
                    院子里%d号架子上有%d瓶李子酱。 | 会议室的编号是KL-%d，不要迟到。
                    """)
    void whatIsARowOfThingsAndNoChangeOfMindIsShownWhole(String filler, String thing) {
        for (int i = 0; i < 6; i++) {
            chat.say(thing.formatted(1407 + 37 * i), "OK.");
        }
        rest(filler, 1);
        assertThat(chat.compressed()).contains("1407", "1444", "1481", "1518", "1555", "1592");
        chat.say(thing.formatted(1629), "OK.");
        rest(filler, 11);
        assertThat(chat.compressed()).contains("1407", "1444", "1481", "1518", "1555", "1592", "1629");
    }

    @Test
    void theOtherSidesRepetitionGoesWithIt() {
        chat.say("The ceiling for the kitchen is $4200 in all.", "Noted, for the kitchen the ceiling is $4200.");
        rest(SHELF, 1);
        chat.say("The ceiling for the kitchen is $3900 in all.", "Noted.");
        rest(SHELF, 11);

        assertThat(chat.compressed()).doesNotContain("4200").contains("3900");
    }

    @Test
    void onlyItsSpeakerGivesAValueAnew() {
        chat.say("The ceiling for the kitchen is $4200 in all.", "OK.");
        rest(SHELF, 1);
        chat.say(
                "Look at this:\n> The ceiling for the kitchen is $3900 in all.",
                "The ceiling for the kitchen is $3800 in all.");
        chat.add(Message.user("Ask the shop."));
        chat.add(
                Message.assistant("", List.of(new ToolCall("c1", "shop", "{}"))),
                Message.toolResult("c1", "shop", "The ceiling for the kitchen is $3700 in all."));
        chat.add(Message.assistant("Done."));
        rest(SHELF, 11);

        assertThat(chat.compressed()).contains("4200");
    }

    @Test
    void betweenPeopleEachHasTheirOwn() {
        chat.add(
                Message.user("My weight is 82 kg.").withName("Anna"),
                Message.assistant("OK."),
                Message.user("My weight is 94 kg.").withName("Boris"),
                Message.assistant("OK."));
        rest(SHELF, 1);
        assertThat(chat.compressed()).contains("82 kg").contains("94 kg");

        chat.add(Message.user("My weight is 91 kg.").withName("Boris"), Message.assistant("OK."));
        rest(SHELF, 11);

        assertThat(chat.compressed()).contains("82 kg").contains("91 kg");
    }

    @Test
    void aSeriesOfEventsIsNoSeriesOfValues() {
        for (int i = 1; i < 6; i++) {
            chat.say("Order " + (500 + i) + " shipped on day " + (70 + i) + ".", "OK.");
            chat.say("I paid " + (40 + i) + " euros at the kiosk.", "OK.");
        }
        rest(SHELF, 1);

        assertThat(chat.compressed()).contains("501", "502", "503", "day 71", "41 euros", "44 euros");
    }
}
