package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Request of a turn sent after another turn of the same chat got its answer. */
class ConcurrentTurnsTest {
    private static final Message ANSWER = Message.assistant("The seeds come on Friday.");

    private final Conversation chat = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .executor(Runnable::run)
            .build()
            .conversation("chat");

    private List<Message> sent(List<Message> request) {
        List<Message> sent = chat.framework()
                .call(new ModelCall.Request("m", request, ModelCall.Tools.NONE, 0))
                .messages();
        ValidSequence.check(sent);
        return sent;
    }

    private List<Message> view() {
        return chat.framework().steadyView().messages();
    }

    @Test
    void requestEndsWithItsToolResultNotOtherTurnsAnswer() {
        Message result = Message.toolResult("1", "lookup", "There is soil in the back.");
        chat.append(
                Message.user("Is there soil?"),
                Message.user("And when do the seeds come?"),
                Message.assistant("", List.of(new ToolCall("1", "lookup", "{}"))),
                result,
                ANSWER);

        assertThat(sent(view())).endsWith(result).doesNotContain(ANSWER);
        assertThat(chat.transcript()).endsWith(ANSWER);
    }

    @Test
    void severalAnswersInARowAreAllOfOtherTurns() {
        Message question = Message.user("Is there soil?");
        chat.append(Message.user("When do the seeds come?"), question, ANSWER, Message.assistant("Yes, there is."));

        List<Message> sent = sent(view());

        assertThat(sent.get(sent.size() - 1).text()).isEqualTo(question.text());
    }

    @Test
    void keepsMessagesAppendedByApplication() {
        chat.append(Message.user("When do the seeds come?"), ANSWER);
        Message beginning = Message.assistant("{\"arrival\":");
        List<Message> request = new ArrayList<>(view());
        request.add(Message.user("As JSON, please."));
        request.add(beginning);

        assertThat(sent(request)).endsWith(beginning);
    }
}
