package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes next is what a speaker has to do, not what other people promised. */
class OfflineNextStepTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Er hat versprochen, den Zaun am Freitag zu streichen. | Als Nächstes
                    Elle a promis de repeindre la clôture vendredi. | Ensuite
                    """)
    void aPromiseOfSomebodyElseIsNotTheSpeakersNextStep(String said, String opening) {
        var state = Chats.compile(
                1_000, Message.user(said), Message.assistant("OK."), Message.user("42"), Message.assistant("OK."));

        assertThat(state.texts("logos").toString()).containsIgnoringCase(said.substring(4, said.length() - 1));
        assertThat(state.texts("conversation_summary").toString()).doesNotContain(opening);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    What are you working on? | A birdhouse for my aunt. | Goal of User: what are you working on?: birdhouse
                    Woran arbeitest du? | Ein Vogelhaus für meine Tante. | Ziel von User: Woran arbeitest du?: ein Vogelhaus
                    Sur quoi travaillez-vous ? | Un nichoir pour ma tante. | But de User: sur quoi travaillez-vous?: un nichoir
                    ¿En qué estás trabajando? | Una casita para pájaros. | Objetivo de User: en qué estás trabajando?: una casita
                    A cosa stai lavorando? | Una casetta per uccelli. | Obiettivo di User: a cosa stai lavorando?: una casetta
                    Waar werk je aan? | Een vogelhuis voor mijn tante. | Doel van User: waar werk je aan?: een vogelhuis
                    Em que está a trabalhar? | Uma casa para pássaros. | Objetivo de User: em que está a trabalhar?: uma casa
                    Над чем вы работаете? | Скворечник для тёти. | Цель, User: над чем вы работаете?: скворечник
                    您在做什么？ | 给阿姨做一个鸟屋。 | 目标 User: 您在做什么?: 给阿姨做一个鸟屋
                    何を作っていますか？ | おばの鳥小屋です。 | 目標 User: 何を作っていますか?: おばの鳥小屋です
                    """)
    void whatAUserWantsWhomTheAssistantAsksForItIsTheGoal(String asked, String answered, String goal) {
        var state = Chats.compile(1_000, Message.assistant(asked), Message.user(answered), Message.assistant("OK."));

        assertThat(state.texts("conversation_summary").toString()).containsIgnoringCase(goal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    it | la macchina la prendiamo la tua | sì va bene | Ultima decisione
                    en | i owe you 3500 | 3000. you gave me 500 | Next, Ann
                    """)
    void whatStandsWithItsAnswerIsNotToldAsSettled(String code, String asked, String answered, String opening) {
        var state = Chats.compile(
                1_000,
                Chats.says(
                        "Ann",
                        code.equals("it") ? "Buongiorno, ci sono molti alberi qui." : "There are many trees here."),
                Chats.says("Ann", asked),
                Chats.says("Bob", answered));

        assertThat(state.texts("logos").toString()).contains(asked + "?: ");
        assertThat(state.texts("conversation_summary").toString()).doesNotContain(opening);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Could you tell me the model? | RK-055 | Goal of User
                    Können Sie mir das Modell nennen? | RK-055 | Ziel von User
                    型番を教えていただけますか？ | RK-055です | 目標 User
                    """)
    void whatTheAssistantAsksForIsNoGoalOfTheUser(String asked, String answered, String opening) {
        var state = Chats.compile(1_000, Message.assistant(asked), Message.user(answered), Message.assistant("OK."));

        assertThat(state.texts("logos").toString()).contains("RK-055");
        assertThat(state.texts("conversation_summary").toString()).doesNotContain(opening);
    }
}
