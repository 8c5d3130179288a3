package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Message.Thinking;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.thinking.AnswerPrefixes;
import io.github.sessioncompression.thinking.RequestPrefix;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Prefixes of answers in a chat whose views are taken by many callers before any of them gets an answer. */
class AnswerPrefixesTest {
    private static final Message QUESTION = Message.user("When do the seeds come?");
    private static final Message ANSWER = Message.assistant("On Friday.").withSource(new Thinking("hm", "plain"));

    private final AnswerPrefixes answers = new AnswerPrefixes();

    private void takeViews(int views) {
        IntStream.range(0, views)
                .forEach(each -> answers.handedOut(
                        new Object(), 1, size -> RequestPrefix.of(List.of(Message.user("View " + each)))));
    }

    @Test
    void takesListsInsteadOfMoreViewsThanAreKept() {
        takeViews(6);

        for (int list = 0; list < 8; list++) {
            answers.handedOut(List.of(Message.user("List " + list)));
        }

        assertThat(answers.bound(List.of(ANSWER), false).get(0).thinkingPrefix())
                .as("prefix is one of several")
                .isEmpty();
    }

    @Test
    void knowsPrefixOfTheNextQuestionAgain() {
        takeViews(6);
        answers.handedOut(List.of(QUESTION));

        answers.bound(List.of(Message.assistant("Yes.")), false);
        answers.handedOut(List.of(QUESTION));

        assertThat(answers.bound(List.of(ANSWER), false).get(0).thinkingPrefix())
                .isEqualTo(RequestPrefix.of(List.of(QUESTION)).text());
    }

    private RequestPrefix passed(List<Message> request) {
        answers.requests().begin();
        request.forEach(answers.requests()::pass);
        return answers.requests().here();
    }

    @Test
    void hashesLikeAWholeRequestWhateverCameBefore() {
        Random random = new Random(43);
        List<Message> request = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            request.subList(random.nextInt(request.size() + 1), request.size()).clear();
            for (int more = random.nextInt(6); more >= 0; more--) {
                String text = "text " + random.nextInt(4);
                request.add(
                        switch (random.nextInt(4)) {
                            case 0 -> Message.system(text);
                            case 1 -> Message.user(text);
                            case 2 -> Message.assistant("", List.of(new ToolCall("1", "look", text)));
                            default -> Message.toolResult("1", "look", text);
                        });
            }
            assertThat(passed(request)).isEqualTo(RequestPrefix.of(request));
        }
    }

    @Test
    void hashesNoMessageAgainThatAnEarlierRequestHad() {
        RequestPrefix before = passed(List.of(QUESTION, ANSWER));

        answers.requests().begin();
        answers.requests().pass(Message.user(QUESTION.text()));
        answers.requests().pass(ANSWER);

        assertThat(answers.requests().here()).isSameAs(before);
    }
}
