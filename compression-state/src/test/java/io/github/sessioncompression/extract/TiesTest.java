package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sentences that are not shown without one another. */
class TiesTest {
    private static @Nullable String text(@Nullable Unit unit) {
        return unit == null ? null : unit.text;
    }

    /** Corrected values; the sentence with the old one is never shown without the new one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The rent of the hall is 400 euros.|The rent of the hall is 450 euros.",
                "The hall rent is 400 euros a month.|By the way, the hall rent rose to 450 euros.",
                "The train to Bremen leaves at 14:30.|The train to Bremen leaves at 15:10.",
                "The boat inspection is on 9 March.|The boat inspection is on 12 March now.",
                "The boat inspection is on 2025-03-09.|The boat inspection was moved to 2025-03-12.",
                "Our order number is BW-48231.|Our order number is BW-48213.",
                "Mail for the harbour office goes to ann@example.com.|Mail for the harbour office goes to bo@example.com.",
                "The rate card is at https://a.example.com/1.|The rate card is at https://a.example.com/2.",
                "The gateway runs version 1.2.3 in staging.|The gateway runs version 1.2.4 in staging.",
                "The config file is /etc/mill1/a.yaml today.|The config file is /etc/mill2/a.yaml today.",
                "The config file is /etc/mill/a.yaml today.|The config file is /etc/anvil/a.yaml today.",
                "The harbour plan is in plan.md at the moment.|The harbour plan is in harbour.md now.",
                "Die Miete der Halle beträgt 400 Euro.|Die Miete der Halle beträgt 450 Euro.",
                "Le loyer de la salle est de 400 euros.|Le loyer de la salle est de 450 euros.",
                "El alquiler de la sala cuesta 400 euros.|El alquiler de la sala cuesta 450 euros.",
                "L'affitto della sala costa 400 euro.|L'affitto della sala costa 450 euro.",
                "O aluguel da sala custa 400 euros.|O aluguel da sala custa 450 euros.",
                "De huur van de zaal is 400 euro.|De huur van de zaal is 450 euro.",
                "Аренда зала стоит 400 евро.|Аренда зала стоит 450 евро.",
                "会场的租金是400欧元。|会场的租金是450欧元。"
            })
    void oldValueNeedsTheNewOne(String old, String corrected) {
        UnitChats chat =
                new UnitChats(Message.user(old), Message.assistant("I have noted it."), Message.user(corrected));

        assertThat(text(chat.all.get(0).newer)).isEqualTo(corrected);
    }

    @Test
    void otherMatterIsNoCorrection() {
        UnitChats chat = new UnitChats(
                Message.user("The rent of the hall is 400 euros."),
                Message.user("The engine of the old boat has 450 hours."));

        assertThat(chat.all).allMatch(unit -> unit.newer == null);
    }

    @Test
    void valuesOfOneListCorrectNothing() {
        UnitChats chat = new UnitChats(Message.user("- Rent of the hall: 400 euros\n- Rent of the hall: 450 euros"));

        assertThat(chat.all).allMatch(unit -> unit.newer == null);
    }

    @Test
    void repeatedValueCorrectsNothing() {
        UnitChats chat = new UnitChats(
                Message.user("The rent of the hall is 400 euros."),
                Message.user("Yes, the rent of the hall is 400 euros."));

        assertThat(chat.all).allMatch(unit -> unit.newer == null);
    }

    @Test
    void shortAnswerNeedsItsQuestion() {
        UnitChats chat = new UnitChats(
                Message.assistant("It can be done. Shall I book the hall?"),
                Message.user("Yes. And order some flowers."));

        assertThat(text(chat.of("Yes.").needs)).isEqualTo("Shall I book the hall?");
        assertThat(chat.of("flowers").needs).isNull();
    }

    @Test
    void loneValueNeedsTheSentenceThatNamedIt() {
        UnitChats chat = new UnitChats(
                Message.assistant("Batches of 500 block the table. I suggest 200. That takes a second longer."),
                Message.user("200. Tobias builds the index tonight."));

        assertThat(text(chat.all.get(3).needs)).isEqualTo("I suggest 200.");
    }

    @Test
    void longAnswerStandsAlone() {
        UnitChats chat = new UnitChats(
                Message.assistant("Shall I book the hall?"),
                Message.user("The hall is already booked by the rowing club for that weekend."));

        assertThat(chat.all.get(1).needs).isNull();
    }

    @Test
    void laterSentenceOfAnItemNeedsItsFirst() {
        UnitChats chat = new UnitChats(
                Message.assistant(
                        "There are two ways:\n- Raise the pool to thirty connections. Five minutes of work.\n- Move the capture."));

        assertThat(text(chat.of("Five minutes").needs)).startsWith("Raise the pool");
        assertThat(chat.of("Raise the pool").needs).isNotNull();
    }
}
