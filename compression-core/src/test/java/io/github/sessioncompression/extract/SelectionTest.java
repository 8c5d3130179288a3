package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTest {
    @Test
    void prefersNewWordsToRepeatedOnes() {
        UnitChats chat = new UnitChats(
                Message.user("The harbour opens at 7. The harbour opens at 7 again. The museum shows 40 violins."));

        assertThat(chat.chosen(15)).containsExactly("The harbour opens at 7.", "The museum shows 40 violins.");
    }

    @Test
    void choosesARepeatedSentenceOnce() {
        UnitChats chat = new UnitChats(Message.user("Gate 14 is shut."), Message.user("Gate 14 is shut."));

        assertThat(chat.chosen(100)).containsExactly("Gate 14 is shut.");
    }

    @Test
    void countsKnownWordsInANewConnection() {
        UnitChats chat = new UnitChats(
                Message.user("Mason repaired lanterns. Michael painted canoes."),
                Message.user("Mason painted canoes."),
                Message.user("Michael painted canoes yes."));

        assertThat(chat.chosen(40)).contains("Mason painted canoes.");
    }

    @Test
    void bringsTheAnswerWithItsQuestion() {
        UnitChats chat = new UnitChats(
                Message.user("Which resin is better for glass fibre, IN2 or 1050?"),
                Message.assistant("There is much to weigh. IN2 is the better resin for glass fibre."));

        Unit question = chat.of("Which resin");
        Unit verdict = chat.of("IN2 is the better");

        assertThat(question.chain(8, true)).containsExactly(question, verdict);
        assertThat(chat.chosen(27)).contains(question.text, verdict.text);
    }

    @Test
    void leavesOutAQuestionWhoseAnswerDoesNotFit() {
        UnitChats chat = new UnitChats(
                Message.user("Which resin is best?"),
                Message.assistant(
                        "The best resin is " + "the thin clear slow one of the northern works, ".repeat(6) + "IN2."));

        assertThat(chat.chosen(25)).isEmpty();
    }

    @Test
    void staysWithinItsTokens() {
        UnitChats chat = new UnitChats(Chats.random(7, 60));
        List<List<Unit>> choices = Selection.choose(chat.all, chat.vocabulary, List.of(), 200);
        double last = choices.get(choices.size() - 1).stream()
                .mapToDouble(unit -> unit.tokens + 4)
                .sum();

        double spent = choices.stream()
                .flatMap(List::stream)
                .mapToDouble(unit -> unit.tokens)
                .sum();
        assertThat(spent - last).isLessThan(200);
    }
}
