package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.compile;
import static io.github.sessioncompression.offline.Chats.says;
import static io.github.sessioncompression.offline.Chats.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small words and marks without which a note would say something else. */
class MeaningKeptTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            Did you sign a protocol? | Yes, on 31 March, it lists no damage to the floor. | yes, on 31 March
            Is the new phone working? | Yes and no: it rings, but the speaker is silent. | yes and no
            Haben Sie ein Protokoll unterschrieben? | Ja, am 31. März, darin steht kein Schaden am Boden. | ja, am 31
            Avez-vous signé un état des lieux ? | Oui, le 31 mars, il ne mentionne aucun dégât au sol. | oui, le 31
            ¿Firmó usted un acta? | Sí, el 31 de marzo, no menciona ningún daño en el suelo. | sí, el 31
            Ha firmato un verbale? | Sì, il 31 marzo, non riporta alcun danno al pavimento. | sì, il 31
            Heeft u een verslag getekend? | Ja, op 31 maart, daar staat geen schade aan de vloer in. | ja, op 31
            O senhor já assinou o protocolo de entrega da casa? | Sim, no dia 31 de março, não menciona danos no chão. | sim, no dia 31
            Вы подписали протокол? | Да, 31 марта, в нём нет повреждений пола. | да, 31 марта
            """)
    void aYesIsAPartOfTheAnswer(String question, String answer, String shown) {
        String state = text(compile(300, Message.assistant(question), Message.user(answer)));

        assertThat(state.toLowerCase(Locale.ROOT)).contains(shown.toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            Take at most four a day with water. | at most four a day
            I have a few friends in Riga and a little money left. | a few friends in Riga and a little money
            "I never said yes", my landlord claims. | I never said yes
            By the way I'm stressed about the move. | I'm stressed
            For parties of this kind the more the better. | the more the better
            Two of my bakers quit in May. | Two of my bakers
            I pay a third of the rent for the flat in Riga. | a third
            The room in Riga is just for storing tools. | just for
            I eat just fish and rice when I travel. | just fish
            I kinda trust the plumber from Riga. | kinda trust
            The super user signs the release on Friday. | super user
            Há muito tempo que moro em Riga com os meus pais. | muito tempo
            Ho molto lavoro in ufficio con i miei colleghi. | molto lavoro
            Ik eet een heel brood per dag met mijn broer. | heel brood
            Deregister in Leipzig at most a week before the move. | at most a week before
            There are two teachers on the coach: Ms Okafor and me. | Ms Okafor and me
            Es fahren zwei Lehrer mit: Frau Okafor und ich. | Okafor und ich
            Il y a deux professeurs dans le car : Madame Okafor et moi. | Okafor et moi
            Hay dos profesores en el autocar: la señora Okafor y yo. | Okafor y yo
            Ci sono due insegnanti sul pullman: la signora Okafor e io. | Okafor e io
            Er gaan twee leraren mee: mevrouw Okafor en ik. | Okafor en ik
            Há dois professores no autocarro: a senhora Okafor e eu. | Okafor e eu
            The query needs a Stream<Order> in the repository of the shop. | Stream<Order> in
            The method needs @Transactional(readOnly = true) and a closed stream. | (readOnly = true) and
            Please bake a separate small loaf with rye and seeds for him. | seeds for him
            De sleutels lever ik op 30 oktober in bij de buren. O nee, op 29 oktober. | in bij de buren: O nee, op 29 oktober
            The cabinet in Riga is 2.1 by 1.7 m. Hm, 2.4 by 1.7. | 2.1 by 1.7 m, Hm, 2.4 by 1.7
            予算は全部で12万円。あ、15万円でした。 | 予算は全部で12万円：あ, 15万円でした
            I paid 412 for both nights in Riga, the door code comes on the day. | code comes on day
            Faça uma porção separada de arroz para ele. | separada de arroz para ele
            The nightly job runs at "0 3 * * *" on the server in Riga. | 0 3 * * *
            Change the job in Riga to 30 0 * * *. And leave the pump alone. | 30 0 * * *
            Dann läuft der Job in Riga mit `0 3 * * *`. Ich schreibe ihn jetzt. | 0 3 * * *
            lol no. A pub by the harbour. | no, A pub
            No. A las 8 en el puerto. | no, A las 8
            Nein. Die Halle am Hafen. | nein, die Halle
            Non. La salle au port. | non, la salle
            Nee. De zaal bij de haven. | nee, de zaal
            Three children have allergies: Amir – nuts, Sophie – eggs, Liam – bee stings. | Amir: nuts, Sophie: eggs, Liam: bee
            Drei Kinder haben Allergien: Amir – Nüsse, Sophie – Eier, Liam – Bienenstiche. | Amir: Nüsse, Sophie: Eier, Liam: Bien
            """)
    void smallWordsAndMarksStay(String said, String shown) {
        assertThat(text(compile(300, Message.user(said)))).contains(shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            What's the budget? | 6,000. Mum and dad give 2,000 of that. | I thought they gave 3,000? | No, 2,000. The other thousand is for the trip. | 6,000
            Wie hoch ist das Budget? | 6.000. Mama und Papa geben 2.000 davon. | Ich dachte, sie geben 3.000? | Nein, 2.000. Der Rest ist für die Reise. | 6.000
            """)
    void aNoToAnothersValueTakesNothingOfOnesOwnAway(
            String asked, String told, String doubted, String answered, String shown) {
        String state = text(
                compile(400, says("Tom", asked), says("Lena", told), says("Tom", doubted), says("Lena", answered)));

        assertThat(state).contains(shown);
    }

    @Test
    void howSomebodyKnowsIsNotWhatAValueIsOf() {
        String state = text(compile(
                300,
                Message.assistant("Are you taking any medication?"),
                Message.user("Ibuprofen 400, up to three times a day. And ramipril 5 mg for my blood pressure."),
                Message.assistant("How long have you been on ramipril?"),
                Message.user("Two years. Wait, no, it's 2.5 mg, I just looked at the box.")));

        assertThat(state).contains("ramipril").contains("2.5 mg").doesNotContain("ramipril 5 mg");
    }

    @Test
    void aValueAloneTakesThePlaceOfNoOtherThing() {
        String state = text(compile(
                300,
                Message.user("What has the carrier changed?"),
                Message.assistant(
                        "The surcharge on the card is 17.50 EUR, not 12.50. Also, nothing sends goods longer than 300 cm"
                                + " to freight, only the weight counts."),
                Message.user("17.50, I read the wrong line. And ouch again.")));

        assertThat(state).contains("longer than 300 cm to freight").doesNotContain("counts: 17.50");
    }
}
