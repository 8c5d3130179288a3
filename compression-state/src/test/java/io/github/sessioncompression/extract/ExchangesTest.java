package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.sessioncompression.message.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExchangesTest {
    private static @Nullable String answer(String question, Message... reply) {
        List<Message> chat = new ArrayList<>(List.of(Message.user(question)));
        chat.addAll(List.of(reply));
        Unit answer = new UnitChats(chat).all.get(0).answer;
        return answer == null ? null : answer.text;
    }

    @Test
    void answersWithTheSentenceThatSharesMostWords() {
        String answer = answer(
                "Which resin is better for glass fibre?",
                Message.assistant(
                        "Both have their uses. For glass fibre the thin resin is better. It costs 20 euros."));

        assertThat(answer).startsWith("For glass fibre");
    }

    @Test
    void answersWithTheClosingVerdictOfSeveral() {
        String answer = answer(
                "Which resin is better, IN2 or 1050?",
                Message.assistant(
                        "Resin IN2 hardens slowly.\nResin 1050 is thick.\n\nTake resin IN2, it is the better one."));

        assertThat(answer).startsWith("Take resin IN2");
    }

    @Test
    void answersWithTheFirstSentenceWhenNoneSharesWords() {
        String answer = answer(
                "Can I reach it by ssh, by the way?",
                Message.assistant("No, port 22 is closed on that model. The web page works."));

        assertThat(answer).startsWith("No, port 22");
    }

    @Test
    void skipsAnnouncementsAndQuestionsInTheReply() {
        String answer = answer(
                "Which resin is better?",
                Message.assistant("Which resin do you have? On which resin is better:\nResin IN2 wins."));

        assertThat(answer).isEqualTo("Resin IN2 wins.");
    }

    @Test
    void readsAllMessagesUntilTheAskerSpeaks() {
        String answer = answer(
                "Which port is open?",
                Message.assistant("Let me look."),
                Message.assistant("Port 443 is open."),
                Message.user("Fine, that open port is good."));

        assertThat(answer).isEqualTo("Port 443 is open.");
    }

    @Test
    void leavesUnansweredQuestionsAlone() {
        assertThat(answer("Which port is open?")).isNull();
        assertThat(answer("Which port is open?", Message.user("Port 443 is it.")))
                .isNull();
    }

    @Test
    void takesLinearTimeForManyQuestions() {
        Message questions = Message.user("Is it red or blue? ".repeat(20_000));
        Message reply = Message.assistant("It is red on one side. ".repeat(20_000));

        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> new UnitChats(questions, reply));
    }

    @Test
    void answerWithoutWordsIsTaken() {
        assertThat(answer("Which port is open?", Message.assistant("???? !"), Message.assistant("Port 443 is open.")))
                .isEqualTo("Port 443 is open.");
    }
}
