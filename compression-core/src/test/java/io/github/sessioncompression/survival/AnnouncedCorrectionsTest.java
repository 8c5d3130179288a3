package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A value that is put right in a sentence that first says so is gone, with the assistant's echo of it, from what must be shown and from what a model tells. */
class AnnouncedCorrectionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Our train arrives in Oberstdorf at 9 am. | So 9 am. | Wait, I looked at the wrong line, the train arrives at 11 am. | 9 am | 11 am | The train arrives at 9 am.",
                "Unser Zug kommt um 9 Uhr in Oberstdorf an. | Also Ankunft um 9 Uhr. | Moment, ich habe falsch geschaut, der Zug kommt erst um 11 Uhr an. | 9 Uhr | 11 Uhr | Der Zug ist um 9 Uhr in Oberstdorf.",
                "Tomo ibuprofeno de 400 mg por la noche. | De acuerdo, 400 mg por la noche. | Perdona, me equivoqué: son 600 mg. | 400 mg | 600 mg | Toma ibuprofeno de 400 mg cada noche.",
                "Il timeout adesso è di 30 secondi. | Ok, 30 secondi. | No scusa, ho guardato la riga sbagliata, il timeout è di 90 secondi. | 30 secondi | 90 secondi | Il timeout vale 30 secondi.",
                "O nosso orçamento é de 4000 euros. | Muito bem, 4000 euros. | Desculpe, enganei-me, o orçamento é de 3500 euros. | 4000 euros | 3500 euros | O orçamento da viagem é 4000 euros.",
                "Какой у нас бюджет? До 40 тысяч в месяц. | Записала: до 40 тысяч. | Ой, ошиблась, мы можем платить до 45 тысяч. | 40 тысяч | 45 тысяч | Бюджет до 40 тысяч в месяц."
            })
    void holdNeitherTheOldValueNorItsEcho(
            String said, String echoed, String corrected, String old, String now, String told) {
        List<Message> chat = List.of(Message.user(said), Message.assistant(echoed), Message.user(corrected));

        assertThat(values(chat)).contains(now).doesNotContain(old);
        assertThat(left(chat, told)).isEmpty();
    }

    @Test
    void sayThatTheOldValueIsWrong() {
        List<Message> chat = List.of(
                Message.user("Les travaux commencent le 3 mai."),
                Message.assistant("Très bien, début le 3 mai."),
                Message.user("Pardon, je me suis trompée, les travaux commencent le 10 mai."));
        String told = "Les travaux commencent le 10 mai et non le 3 mai.";

        assertThat(left(chat, told)).containsExactly(told);
    }

    @Test
    void leaveTheValueOfAnotherThing() {
        assertThat(values(List.of(
                        Message.user("The roof costs 300 euros."),
                        Message.assistant("Noted."),
                        Message.user("No, the cellar is cheaper, it costs 200 euros."))))
                .contains("300 euros", "200 euros");
        assertThat(values(List.of(
                        Message.user("The flight costs 300 euros."),
                        Message.assistant("Noted."),
                        Message.user("Sorry, I forgot, the hotel costs 200 euros."))))
                .contains("300 euros", "200 euros");
    }

    private static List<String> values(List<Message> chat) {
        return AnchorReading.of(Entries.of(chat), new Readings()).anchors().stream()
                .filter(anchor -> anchor.type().isAtom())
                .map(Anchor::text)
                .toList();
    }

    private static List<String> left(List<Message> chat, String told) {
        StateSchema schema = StateSchema.session();
        StateDocument state = StateDocument.ofTexts(schema, Map.of("logos", List.of(told)), StateItem.Writer.MODEL);
        return Grounding.of(state, new CompileRequest(schema, Entries.of(chat), null, null, 2_000), null)
                .state()
                .texts("logos");
    }
}
