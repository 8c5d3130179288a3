package io.github.sessioncompression.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A short rule about a value stays with it, and goes on with the one that takes its place. */
class RulesOnValuesTest {
    private static final int CAP = 1_000;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    The budget cap is 800 dollars.          | Never exceed it.                          | The budget cap is 500 dollars now.               | 800  | 500  | never exceed it
                    The budget cap is 800 dollars.          | Never exceed without explicit approval.   | The budget cap is 500 dollars now.               | 800  | 500  | never exceed without explicit approval
                    The room is for 20 people, never overbook it. | Thanks!                             | The room is for 30 people now.                   | 20   | 30   | never overbook it
                    Das Budget liegt bei 800 Euro.          | Überschreite es nie.                      | Das Budget liegt jetzt bei 500 Euro.             | 800  | 500  | Überschreite es nie
                    Le budget est de 800 euros.             | Ne le dépasse jamais.                     | Le budget est maintenant de 500 euros.           | 800  | 500  | ne le dépasse jamais
                    El presupuesto es de 800 euros.         | Nunca lo superes.                         | El presupuesto ahora es de 500 euros.            | 800  | 500  | nunca lo superes
                    Il budget è di 800 euro.                | Non superarlo mai senza approvazione.     | Il budget ora è di 500 euro.                     | 800  | 500  | non superarlo mai senza approvazione
                    Het budget is 800 euro.                 | Overschrijd het nooit.                    | Het budget is nu 500 euro.                       | 800  | 500  | overschrijd het nooit
                    O orçamento é de 800 euros.             | Nunca exceder sem aprovação.              | O orçamento agora é de 500 euros.                | 800  | 500  | nunca exceder sem aprovação
                    Бюджет 800 евро.                        | Никогда его не превышай.                  | Бюджет теперь 500 евро.                          | 800  | 500  | никогда его не превышай
                    预算是800欧元。                           | 绝对不要超过。                               | 预算现在是500欧元。                                 | 800  | 500  | 绝对不要超过
                    予算は800ユーロです。                       | 絶対に超えないでください。                     | 予算は今500ユーロです。                              | 800  | 500  | 絶対に超えないでください
                    """)
    void aRuleGoesOnWithTheValueThatTakesThePlaceOfItsOwn(
            String first, String rule, String later, String old, String now, String kept) {
        String both = first + (first.endsWith("。") ? "" : " ") + rule;
        List<Message> early = List.of(Message.user(both), Message.assistant("OK."));
        List<Message> since =
                List.of(Message.user("Oslo?"), Message.assistant("OK."), Message.user(later), Message.assistant("OK."));
        List<Message> chat = new ArrayList<>(early);
        chat.addAll(since);

        assertThat(told(Chats.compile(null, CAP, early))).contains(old).containsIgnoringCase(kept);
        for (StateDocument state :
                List.of(Chats.compile(null, CAP, chat), Chats.compile(Chats.compile(null, CAP, early), CAP, since))) {
            assertThat(told(state)).contains(now).doesNotContain(old).containsIgnoringCase(kept);
        }
    }

    @Test
    void aRuleThatIsSaidAnewWithItsValueIsToldOnce() {
        Message first = Message.user("The budget cap is 800 dollars, never exceed it.");
        Message later = Message.user("The budget cap is 500 dollars, never exceed it.");
        StateDocument before = Chats.compile(null, CAP, List.of(first, Message.assistant("OK.")));

        assertThat(told(Chats.compile(before, CAP, List.of(later, Message.assistant("OK.")))))
                .containsOnlyOnce("never exceed it")
                .contains("500 dollars, never exceed it")
                .doesNotContain("800");
    }

    @Test
    void whatChangesTwiceInOtherWordsIsReadBehindWhatItIsOf() {
        List<Message> chat = List.of(
                Message.user("The team meeting is on 5 May."),
                Message.assistant("Noted."),
                Message.user("They moved it to 11 May."),
                Message.assistant("Noted."),
                Message.user("They moved it to 14 May."),
                Message.assistant("OK."));

        assertThat(told(Chats.compile(null, CAP, chat)))
                .contains("team meeting is: they moved it to 14 May")
                .doesNotContain("11 May")
                .doesNotContain("5 May");
    }

    private static String told(StateDocument state) {
        return String.join("\n", state.texts("logos"));
    }
}
