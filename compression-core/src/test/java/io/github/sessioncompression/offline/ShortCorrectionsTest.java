package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.compile;
import static io.github.sessioncompression.offline.Chats.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.survival.Anchors;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A time or a day that is put right by its number alone is the one that was given with its hour or month. */
class ShortCorrectionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            The registrar comes at 2 pm, bring the rings. | The registrar just called: 3 pm instead of 2. So half two for you. | 2 pm | 3 pm
            We are back at 5 pm at the school gate. | We're back at 5:30 pm, not 5. | 5 pm | 5:30 pm
            He accepted, he'll transfer the money by 15 July. | It was 31 July in the mail, not 15. | 15 July | 31 July
            They load on 3 August, at 7 in the morning. | Fjordline just wrote: they load on the 5th now, not the 3rd. | 3 August | 5th
            Der Notar kommt um 16 Uhr in die Kanzlei. | Der Notar hat angerufen: 17 Uhr statt 16. | 16 Uhr | 17 Uhr
            Er überweist das Geld bis zum 15. Juli. | Im Brief stand der 31. Juli, nicht der 15. | 15. Juli | 31. Juli
            Le notaire arrive à 16 h au bureau. | Le notaire a appelé : 17 h au lieu de 16. | 16 h | 17 h
            Il versera l'argent le 15 juillet. | Dans la lettre c'était le 31 juillet et non le 15. | 15 juillet | 31 juillet
            El notario llega a las 16:00 a la oficina. | El notario ha llamado: a las 17:00 en vez de a las 16. | 16:00 | 17:00
            Pagará el dinero el 15 de julio. | En la carta ponía el 31 de julio, no el 15. | 15 de julio | 31 de julio
            Il notaio arriva alle 16:00 in ufficio. | Il notaio ha chiamato: alle 17:00 invece delle 16. | 16:00 | 17:00
            Verserà i soldi il 15 luglio. | Nella lettera c'era il 31 luglio, non il 15. | 15 luglio | 31 luglio
            De notaris komt om 16 uur op kantoor. | De notaris heeft gebeld: 17 uur in plaats van 16. | 16 uur | 17 uur
            Hij betaalt het geld op 15 juli. | In de brief stond 31 juli, niet de 15e. | 15 juli | 31 juli
            O notário chega às 16h ao escritório. | O notário ligou: às 17h em vez das 16. | 16h | 17h
            Ele paga o dinheiro no dia 15 de julho. | Na carta estava 31 de julho, não 15. | 15 de julho | 31 de julho
            Нотариус придёт в 16:00 в офис. | Нотариус звонил: в 17:00 вместо 16. | 16:00 | 17:00
            Он переведёт деньги 15 июля. | В письме было 31 июля, а не 15. | 15 июля | 31 июля
            他会在7月15日转账。 | 信里写的是7月31日，不是15日。 | 7月15日 | 7月31日
            彼は7月15日に振り込みます。 | 手紙では15日ではなく7月31日でした。 | 7月15日 | 7月31日
            I take 15 mg of ramipril each morning with water. | I looked at the box: it's 50 mg, not 15. | 15 mg | 50 mg
            The tank of the boiler holds 120 litres. | The plumber measured: 150 litres instead of 120. | 120 litres | 150 litres
            The ticket for the opera was 40 euros for each of us. | On the bill it is 45 euros, not 40. | 40 euros | 45 euros
            Ich nehme morgens 15 mg Ramipril mit Wasser. | Auf der Packung steht: 50 mg, nicht 15. | 15 mg | 50 mg
            Je prends 15 mg de ramipril chaque matin. | Sur la boîte c'est 50 mg, pas 15. | 15 mg | 50 mg
            Tomo 15 mg de ramipril cada mañana. | En la caja pone 50 mg, no 15. | 15 mg | 50 mg
            Prendo 15 mg di ramipril ogni mattina. | Sulla scatola c'è scritto 50 mg, non 15. | 15 mg | 50 mg
            Ik neem elke ochtend 15 mg ramipril. | Op de doos staat 50 mg, niet 15. | 15 mg | 50 mg
            Tomo 15 mg de ramipril todas as manhãs. | Na caixa está 50 mg, não 15. | 15 mg | 50 mg
            Я принимаю 15 мг рамиприла каждое утро. | На коробке 50 мг, а не 15. | 15 мг | 50 мг
            """)
    void theOldValueGoes(String first, String later, String old, String now) {
        List<Message> chat =
                List.of(Message.user(first), Message.assistant("OK."), Message.user(later), Message.assistant("OK."));

        assertThat(text(compile(null, 400, chat))).contains(now).doesNotContain(old);
        assertThat(values(chat)).doesNotContain(old);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            I take 15 mg of ramipril each morning with water. | I looked at the box: it's 50 mg, not 15. | 15 mg | 50 mg
            Ich nehme morgens 15 mg Ramipril mit Wasser. | Auf der Packung steht: 50 mg, nicht 15. | 15 mg | 50 mg
            Le notaire arrive à 16 h au bureau. | Le notaire a appelé : 17 h au lieu de 16. | 16 h | 17 h
            """)
    void alsoLongAfter(String first, String later, String old, String now) {
        List<Message> chat = new ArrayList<>(List.of(Message.user(first), Message.assistant("OK.")));
        for (String said : List.of("garden", "kitchen", "cellar", "balcony")) {
            chat.add(Message.user("The " + said + " needs a new lamp and a second chair."));
            chat.add(Message.assistant("OK."));
        }
        chat.addAll(List.of(Message.user(later), Message.assistant("OK.")));

        assertThat(text(compile(null, 400, chat))).contains(now).doesNotContain(old);
        assertThat(values(chat)).doesNotContain(old);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            The registrar comes at 2 pm, bring the rings. | We saw 3 of 5 houses today, 2 rooms, not the 5 we saw before. | 2 pm
            The class is back at 5 pm at the gate. | We meet at 6 pm in room 4, not 5. | 5 pm
            He pays the rent on 15 July by transfer. | The concert is on 31 May, not the 15th. | 15 July
            The flight leaves at 2 am on Sunday. | The dentist moved me: 3 pm instead of 2. | 2 am
            The party is on 3 August at the lake. | My desk is on the 5th floor, not the 3rd floor. | 3 August
            The choir sings at 2 pm in the church. The bakery opens at 2 pm on Sundays. | The plumber comes at 3 pm instead of 2. | 2 pm
            Der Chor singt um 16 Uhr in der Kirche. | Wir treffen uns um 17 Uhr in Raum 15, nicht 16. | 16 Uhr
            Der Chor singt am 15. Juli in der Kirche. | Die Rechnung vom 31. Mai hat 12 Posten, nicht 15. | 15. Juli
            La chorale chante le 15 juillet à l'église. | La facture du 31 mai a 12 lignes, pas 15. | 15 juillet
            El coro canta el 15 de julio en la iglesia. | La factura del 31 de mayo tiene 12 líneas, no 15. | 15 de julio
            Il coro canta il 15 luglio in chiesa. | La fattura del 31 maggio ha 12 righe, non 15. | 15 luglio
            Het koor zingt op 15 juli in de kerk. | De rekening van 31 mei heeft 12 regels, niet 15. | 15 juli
            O coro canta no dia 15 de julho na igreja. | A fatura de 31 de maio tem 12 linhas, não 15. | 15 de julho
            Хор поёт 15 июля в церкви. | В счёте от 31 мая 12 строк, а не 15. | 15 июля
            合唱团在7月15日演出。 | 聚会是5月31日，不是15日。 | 7月15日
            The oven takes 40 minutes for the bread. | The cheque is for 50 mg of gold, not 40. | 40 minutes
            The cat weighs 4 kg. The parcel weighs 4 kg. | The scale at the vet says 5 kg, not 4. | 4 kg
            合唱団は7月15日に歌います。 | 会議は15日ではなく5月31日です。 | 7月15日
            """)
    void whatIsNotMeantStays(String first, String later, String stays) {
        List<Message> chat =
                List.of(Message.user(first), Message.assistant("OK."), Message.user(later), Message.assistant("OK."));

        assertThat(text(compile(null, 400, chat))).contains(stays);
        assertThat(values(chat)).contains(stays);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            We're back at 5 pm. | We're back at 5:30 pm, not 5. | back
            Wir sind um 16 Uhr am Bahnhof. | Wir sind um 17 Uhr am Bahnhof statt 16. | Bahnhof
            My budget is 2,000 euros. | The budget is now 2,300 euros, I don't believe it. | budget
            """)
    void whatACorrectionSaysItselfIsSaidOnce(String first, String later, String once) {
        String state = text(compile(
                null,
                400,
                List.of(Message.user(first), Message.assistant("OK."), Message.user(later), Message.assistant("OK."))));

        assertThat(state).containsOnlyOnce(once);
    }

    private static List<String> values(List<Message> chat) {
        return Anchors.in(Entries.of(chat)).all().stream()
                .filter(anchor -> anchor.type().isAtom())
                .map(anchor -> anchor.text())
                .toList();
    }
}
