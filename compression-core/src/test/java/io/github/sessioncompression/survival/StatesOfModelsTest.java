package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a model goes on telling although the user has taken it back leaves its state, and is counted. */
class StatesOfModelsTest {
    private static Grounding.Grounded grounded(String before, String told, String... said) {
        StateSchema schema = StateSchema.session();
        StateDocument previous = before.isEmpty()
                ? null
                : StateDocument.ofTexts(schema, Map.of("logos", List.of(before)), StateItem.Writer.MODEL);
        List<Message> messages = new ArrayList<>();
        Arrays.stream(said).forEach(text -> {
            messages.add(Message.user(text));
            messages.add(Message.assistant("OK."));
        });
        StateDocument state =
                StateDocument.ofTexts(schema, Map.of("logos", List.of(told, "42 jars")), StateItem.Writer.MODEL);
        CompileRequest request = new CompileRequest(schema, Entries.of(messages), previous, null, 2_000);
        return Grounding.of(state, request, null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Never email the user. | You can email me now, my mailbox is repaired. There are 42 jars in the yard.
                    User: never email me on weekends | You can email me on weekends now. There are 42 jars in the yard.
                    The user prefers tea. | I prefer coffee now, not tea. There are 42 jars in the yard.
                    We decided to fly to Lisbon. | We're not flying to Lisbon after all. There are 42 jars in the yard.
                    Ruf den Nutzer nie am Wochenende an. | Du darfst mich jetzt am Wochenende anrufen. Es gibt 42 jars im Hof.
                    Ne jamais envoyer d'e-mails à l'utilisateur. | Tu peux maintenant m'envoyer des e-mails. Il y a 42 jars dans la cour.
                    千万不要给用户发邮件。 | 现在可以给我发邮件了。院子里有42 jars。
                    """)
    void whatWasTakenBackGoes(String told, String said) {
        Grounding.Grounded grounded = grounded(told, told, said);

        assertThat(grounded.state().texts("logos")).containsExactly("42 jars");
        assertThat(grounded.invented()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Never email the user. | You can call me now. There are 42 jars in the yard.
                    Never email the user. | You can email Peter now. There are 42 jars in the yard.
                    Never email the user. | If it burns, you can email me now. There are 42 jars in the yard.
                    The user prefers tea. | My wife prefers coffee now, not tea. There are 42 jars in the yard.
                    The user can be called again. | You can call me again. There are 42 jars in the yard.
                    The user no longer likes tea. | I no longer like tea. There are 42 jars in the yard.
                    """)
    void whatElseIsToldStays(String told, String said) {
        Grounding.Grounded grounded = grounded(told, told, said);

        assertThat(grounded.state().texts("logos")).containsExactly(told, "42 jars");
        assertThat(grounded.invented()).isZero();
    }

    @Test
    void whatWasSaidRightBeforeWhatIsNewIsNotInvented() {
        StateSchema schema = StateSchema.session();
        String told = "The train leaves at 9:40, not at 9:15.";
        StateDocument state = StateDocument.ofTexts(schema, Map.of("logos", List.of(told)), StateItem.Writer.MODEL);
        CompileRequest request =
                new CompileRequest(schema, Entries.of(List.of(Message.user("No, at 9:40."))), null, null, 2_000);
        List<Entry> before = Entries.of(List.of(Message.user("The train leaves at 9:15.")));

        assertThat(Grounding.of(state, request, null).state().texts("logos")).isEmpty();
        assertThat(Grounding.of(state, request.behind(before), null).state().texts("logos"))
                .containsExactly(told);
    }

    @Test
    void aRuleThatWasMadeAnewStays() {
        Grounding.Grounded grounded = grounded(
                "Never email the user.",
                "Never email the user.",
                "You can email me now.",
                "There are 42 jars in the yard.",
                "Never email me.");

        assertThat(grounded.state().texts("logos")).containsExactly("Never email the user.", "42 jars");
    }
}
