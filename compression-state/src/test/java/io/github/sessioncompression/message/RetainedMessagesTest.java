package io.github.sessioncompression.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RetainedMessagesTest {
    private static final Message CALL =
            Message.assistant("", List.of(new ToolCall("c", "look", "{}"), new ToolCall("d", "time", "{}")));
    private static final Message RESULT = Message.toolResult("c", "look", "found");
    private static final Message SYSTEM = Message.system("be brief");
    private static final Message QUESTION = Message.user("why?");
    private static final Message ANSWER = Message.assistant("because");

    @Test
    void systemMessagesAndPinnedGroupsStay() {
        List<Message> chat = List.of(
                SYSTEM, QUESTION, CALL, RESULT, RESULT.withPinned(true), ANSWER, QUESTION.withPinned(true), ANSWER);
        assertThat(RetainedMessages.before(chat, 8)).containsExactly(0, 2, 3, 4, 6);
        assertThat(RetainedMessages.before(chat, 2)).containsExactly(0, 1);
        assertThat(RetainedMessages.before(chat, 0)).isEmpty();
    }

    @Test
    void aPinnedResultWithoutItsCallStandsForNothing() {
        assertThat(RetainedMessages.before(List.of(QUESTION, RESULT.withPinned(true), ANSWER, QUESTION), 3))
                .isEmpty();
    }

    @Test
    void theQuestionStaysAsLongAsItsTurnGoesOn() {
        List<Message> chat = List.of(QUESTION, ANSWER, QUESTION, CALL, RESULT, CALL, RESULT, ANSWER);
        assertThat(RetainedMessages.before(chat, 5)).as("more calls follow").containsExactly(2);
        assertThat(RetainedMessages.before(chat, 2)).as("the user speaks next").isEmpty();
        assertThat(RetainedMessages.before(chat, 8)).as("it is answered").isEmpty();
        assertThat(RetainedMessages.before(chat.subList(0, 7), 7))
                .as("it is not")
                .containsExactly(2);
        assertThat(RetainedMessages.before(chat.subList(0, 3), 3)).containsExactly(2);
    }

    @Test
    void systemMessagesNeitherBeginNorEndATurn() {
        assertThat(RetainedMessages.before(List.of(QUESTION, CALL, RESULT, SYSTEM, CALL), 3))
                .containsExactly(0);
        assertThat(RetainedMessages.before(List.of(QUESTION, ANSWER, SYSTEM), 3))
                .containsExactly(2);
        assertThat(RetainedMessages.before(List.of(SYSTEM, CALL, RESULT), 3)).containsExactly(0);
    }
}
