package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.ResourceLines;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.Readings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However little room there is, what somebody said is never shown without what the same person said against it. */
class ObjectionsTest {
    private static final int ROOM_FOR_ALL = 2_000;
    private static final int LEAST = 60;
    private static final int MOST = 500;
    private static final int STEP = FuzzCases.times(80, 20);

    /** Of the same messages under caps that differ. */
    private final Readings readings = new Readings();

    private static List<String> lines(String file) throws IOException {
        return ResourceLines.of(ObjectionsTest.class, file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void nothingIsShownWithoutWhatWasSaidAgainstIt(String code) throws IOException {
        List<String> other = lines("said-anew/" + code + ".txt");
        List<String> wrong = new ArrayList<>();
        for (String line : lines("turned-down/" + code + ".txt")) {
            String[] parts = line.split(" \\| ", -1);
            List<Message> chat = chat(other, parts[0], parts[1]);
            String all = shown(chat, ROOM_FOR_ALL);
            if (!all.contains(parts[3])) {
                wrong.add("not told: " + line + "\n" + all);
            }
            StateDocument before = compile(null, ROOM_FOR_ALL, chat);
            List<Message> since = List.of(Message.user(other.get(1)), Message.assistant(other.get(2)));
            for (int cap = LEAST; cap <= MOST; cap += STEP) {
                for (String shown : List.of(shown(chat, cap), Chats.text(compile(before, cap, since)))) {
                    if (shown.contains(parts[2]) && !shown.contains(parts[3])) {
                        wrong.add("at " + cap + ": " + line + "\n" + shown);
                    }
                }
            }
        }

        assertThat(wrong).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | Somebody asked whether we fire pots made in Bergen. We don't, clay might explode there. | Bergen | don't
                    de | Jemand fragte, ob wir Töpfe aus Bergen brennen. Nicht bei uns, Ton könnte dort platzen. | Bergen | nicht bei uns
                    fr | On m'a demandé si nous cuisons des pots de Bergen. Pas chez nous, l'argile pourrait éclater là. | Bergen | pas chez
                    es | Me preguntaron si cocemos piezas de Bergen. No, la arcilla podría reventar ahí. | Bergen | no
                    """)
    void aNoWithItsReasonStaysWithWhatItIsSaidTo(String code, String text, String said, String no) throws IOException {
        List<String> other = lines("said-anew/" + code + ".txt");
        List<Message> chat = chat(other, text, other.get(1));
        assertThat(shown(chat, ROOM_FOR_ALL)).containsIgnoringCase(no);
        for (int cap = LEAST; cap <= MOST; cap += STEP) {
            String shown = shown(chat, cap);
            if (shown.contains(said)) {
                assertThat(shown).as("at " + cap).containsIgnoringCase(no);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | The cat gets 2 units of insulin morning and evening, never fasting. | The vet says we go up to 3 units in the evening now, mornings do not change. | 2 units | 3 units
                    de | Die Katze bekommt 2 Einheiten Insulin morgens und abends, nie nüchtern. | Wir haben die Einheiten abends auf 3 Einheiten erhöht, morgens ändert sich nichts. | 2 Einheiten | 3 Einheiten
                    fr | Pacha est diabétique : insuline 2 unités matin et soir, jamais à jeun. | Il faut passer à 3 unités le soir, le matin ça ne change pas. | 2 unités | 3 unités
                    ru | Мастер Андрей может начать 3 марта, но по субботам не работает. | Андрей перенёс начало на 10 марта, заболел. | 3 марта | 10 марта
                    """)
    void aValueThatMayBeAnotherNowIsNotShownWithoutThat(String code, String first, String later, String old, String now)
            throws IOException {
        isNotShownWithout(chat(lines("said-anew/" + code + ".txt"), first, later), old, now);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | The oversize surcharge is 12.50 EUR now. | The surcharge on the card is 17.50 EUR, not 12.50 EUR. | 12.50 | 17.50
                    de | Der Zuschlag beträgt jetzt 12,50 Euro. | Der Zuschlag auf der Karte ist 17,50 Euro, nicht 12,50 Euro. | 12,50 | 17,50
                    fr | Le supplément est maintenant de 12,50 euros. | Le supplément sur la carte est de 17,50 euros, pas 12,50 euros. | 12,50 | 17,50
                    es | El recargo es ahora de 12,50 euros. | El recargo de la tarjeta es de 17,50 euros, no 12,50 euros. | 12,50 | 17,50
                    it | Il supplemento adesso è di 12,50 euro. | Il supplemento sulla carta è di 17,50 euro, non 12,50 euro. | 12,50 | 17,50
                    nl | De toeslag is nu 12,50 euro. | De toeslag op de kaart is 17,50 euro, niet 12,50 euro. | 12,50 | 17,50
                    pt | A sobretaxa é agora de 12,50 euros. | A sobretaxa no cartão é de 17,50 euros, não 12,50 euros. | 12,50 | 17,50
                    ru | Доплата теперь 12,50 евро. | Доплата на карте 17,50 евро, не 12,50 евро. | 12,50 | 17,50
                    """)
    void aValueThatTheOtherSidePutsRightIsNotShownWithoutThat(
            String code, String first, String later, String old, String now) throws IOException {
        isNotShownWithout(code, first, later, old, now);
    }

    /** The one of the user, the other of the assistant right behind it. */
    private void isNotShownWithout(String code, String first, String later, String old, String now) throws IOException {
        List<String> other = lines("said-anew/" + code + ".txt");
        List<Message> chat = new ArrayList<>();
        for (int i = 3; i < other.size(); i++) {
            chat.add(Message.user(i == 6 ? first : other.get(i).split(" \\| ", -1)[1]));
            chat.add(Message.assistant(i == 6 ? later : other.get(2)));
        }
        isNotShownWithout(chat, old, now);
    }

    private void isNotShownWithout(List<Message> chat, String old, String now) {
        for (int cap = LEAST; cap <= ROOM_FOR_ALL; cap += cap < MOST ? STEP : MOST) {
            String shown = shown(chat, cap);
            if (shown.contains(old)) {
                assertThat(shown).as("at " + cap).contains(now);
            }
        }
        assertThat(shown(chat, ROOM_FOR_ALL)).contains(now);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | I'll pick up the cat on Sunday. | She isn't there on Sunday, take Saturday before noon. | pick up | isn't there
                    de | Ich hole die Katze am Sonntag ab. | Am Sonntag ist sie nicht da, nimm Samstag vor zwölf. | hole die | nicht da
                    fr | Je prends le chat dimanche. | Dimanche elle n'est pas là, plutôt samedi avant midi. | le chat | pas là
                    es | Recojo al gato el domingo. | El domingo no está, mejor el sábado antes de las doce. | gato | no está
                    it | Prendo il gatto domenica. | Domenica non c'è, meglio sabato prima di mezzogiorno. | gatto | non c'è
                    nl | Ik haal de kat zondag op. | Zondag is ze niet thuis, neem zaterdag voor twaalf uur. | haal de | niet thuis
                    pt | Busco o gato no domingo. | No domingo ela não está, melhor sábado antes do meio-dia. | gato | não está
                    ru | Кота заберу в воскресенье. | В воскресенье её не будет, давай в субботу до обеда. | Кота | не будет
                    """)
    void aDayToWhichTheOtherSideSaysNoIsNotShownWithoutThat(
            String code, String first, String later, String said, String no) throws IOException {
        isNotShownWithout(code, first, later, said, no);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    en | I bought the dishwasher in March 2023. | Oh wait, I looked at the receipt, it was May 2023. | March 2023 | May 2023
                    en | The cabin costs 320 euros. | Wait, I looked at the receipt, it is 350 euros. | 320 | 350
                    de | Die Hütte kostet 320 Euro. | Sorry, ich habe auf die Rechnung gesehen, es sind 350 Euro. | 320 | 350
                    fr | Le chalet coûte 320 euros. | Pardon, j'ai regardé la facture, c'est 350 euros. | 320 | 350
                    """)
    void aValueIsNotShownWithoutWhatTheSpeakerPutsRightForAReason(
            String code, String first, String later, String old, String now) throws IOException {
        List<String> other = lines("said-anew/" + code + ".txt");
        List<Message> chat = new ArrayList<>();
        for (int i = 3; i < other.size(); i++) {
            chat.add(Message.user(i == 6 ? first : i == 7 ? later : other.get(i).split(" \\| ", -1)[1]));
            chat.add(Message.assistant(other.get(2)));
        }
        isNotShownWithout(chat, old, now);
    }

    /** The two, and values before, between and behind them that compete for the room. */
    private static List<Message> chat(List<String> other, String first, String later) {
        List<Message> chat = new ArrayList<>();
        for (int i = 3; i < other.size(); i++) {
            if (i == 6) {
                chat.add(Message.user(first));
                chat.add(Message.assistant(other.get(0)));
            }
            chat.add(Message.user(other.get(i).split(" \\| ", -1)[1]));
            chat.add(Message.assistant(other.get(2)));
            if (i == 9) {
                chat.add(Message.user(later));
                chat.add(Message.assistant(other.get(0)));
            }
        }
        return chat;
    }

    private String shown(List<Message> chat, int cap) {
        return Chats.text(compile(null, cap, chat));
    }

    private StateDocument compile(@Nullable StateDocument previous, int cap, List<Message> span) {
        return Chats.COMPILER.compile(
                new CompileRequest(StateSchema.session(), Entries.of(span), previous, null, cap),
                0,
                state -> 0,
                readings);
    }
}
