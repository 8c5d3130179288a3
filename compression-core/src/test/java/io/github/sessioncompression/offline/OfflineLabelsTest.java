package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said under a label stands behind it in the state, however often it is compressed; and the label once, for nothing else. */
class OfflineLabelsTest {
    private static final int ROOM = 1_000;

    @Test
    void aLabelIsSaidOnceAndForNothingElse() {
        StateDocument state = compiled(
                null,
                "Hard constraint: the budget cap is 956 dollars in total.",
                "Only Python 3.11 on the build servers in Oslo.",
                "Hard constraint: all times are reported in the zone of Bergen.");

        assertThat(state.texts("logos"))
                .containsExactly(
                        "User: only Python 3.11 on the build servers in Oslo;"
                                + " Hard constraint: budget cap is 956 dollars in total; all times are reported in zone of Bergen");
    }

    @Test
    void whatFollowsOnTheLineStaysUnderTheLabel() {
        String[] chat = {
            "Hard constraint: the budget cap is 956 dollars in total. Approval comes from Ingrid Dahl.",
            "The build servers are in Oslo."
        };
        StateDocument state = compiled(null, chat);

        for (int round = 0; round < 3; round++) {
            assertThat(Chats.text(state))
                    .contains(
                            "User: Hard constraint: budget cap is 956 dollars in total; Approval comes from Ingrid Dahl\n");
            state = compiled(state, "The printer of room " + (round + 4) + " is broken again.");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Wichtig: Die Anzahlung ist 300 Euro. | Wichtig: Der Saal ist im Erdgeschoss. | Wichtig
                    Important : l'acompte est de 300 euros. | Important : la salle est au rez-de-chaussée. | Important
                    Importante: la señal es de 300 euros. | Importante: la sala está en la planta baja. | Importante
                    Важно: аванс 300 евро. | Важно: зал на первом этаже. | Важно
                    """)
    void soItIsInOtherLanguages(String one, String other, String label) {
        StateDocument state = compiled(null, one, other);

        assertThat(state.texts("logos").get(0).split(label, -1)).hasSize(2);
        assertThat(compiled(state, one).texts("logos").get(0))
                .isEqualTo(state.texts("logos").get(0));
    }

    @Test
    void aRuleAboutWhatWasJustNamedStaysWithIt() {
        assertThat(compiled(null, "The budget cap is 956 dollars in total. Never exceed it.")
                        .texts("logos"))
                .containsExactly("User: budget cap is 956 dollars in total, never exceed it");
    }

    @Test
    void whatIsRepeatedFollowsTheValueThatHolds() {
        StateDocument before =
                compiled(null, "The budget cap is 201 dollars in total. Never exceed it without approval from Oslo.");
        StateDocument state = compiled(
                before,
                "The printer is broken again.",
                "Correction: the budget cap is 956 dollars in total. Never exceed it without approval from Oslo.");

        assertThat(Chats.text(state))
                .contains("956 dollars in total, never exceed it without approval from Oslo")
                .doesNotContain("201")
                .doesNotContain("Oslo; never");
    }

    private static StateDocument compiled(@Nullable StateDocument before, String... said) {
        List<Message> chat = new ArrayList<>();
        for (String each : said) {
            chat.add(Message.user(each));
            chat.add(Message.assistant("OK."));
        }
        return Chats.compile(before, ROOM, chat);
    }
}
