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

    private List<Message> sent(List<Message> request, TurnHandle turn) {
        List<Message> sent = chat.framework()
                .call(new ModelCall.Request("m", request, ModelCall.Tools.NONE, 0), turn)
                .messages();
        ValidSequence.check(sent);
        return sent;
    }

    private TurnHandle asked(Message question) {
        FrameworkChat framework = chat.framework();
        return framework.append(framework.begin(), List.of(question));
    }

    @Test
    void requestEndsWithItsToolResultNotOtherTurnsAnswer() {
        TurnHandle turn = asked(Message.user("Is there soil?"));
        chat.append(Message.user("And when do the seeds come?"));
        Message result = Message.toolResult("1", "lookup", "There is soil in the back.");
        turn = chat.framework()
                .append(turn, List.of(Message.assistant("", List.of(new ToolCall("1", "lookup", "{}"))), result));
        chat.append(ANSWER);

        List<Message> request = chat.framework().view(turn).messages();

        assertThat(sent(request, turn)).endsWith(result).doesNotContain(ANSWER);
        assertThat(chat.transcript()).endsWith(ANSWER);
    }

    @Test
    void requestEndsWithItsQuestionAfterOtherTurnsWereCompressed() {
        TurnHandle turn = asked(Message.user("Is there soil?"));
        List<Message> request = new ArrayList<>(chat.framework().view(turn).messages());
        for (int other = 0; other < 40; other++) {
            chat.append(Chats.turn(other, 60));
        }

        List<Message> sent = sent(request, turn);

        assertThat(sent.get(sent.size() - 1).text()).isEqualTo("Is there soil?");
    }

    @Test
    void keepsMessagesAppendedByApplication() {
        chat.append(Message.user("When do the seeds come?"), ANSWER);
        Message beginning = Message.assistant("{\"arrival\":");
        Message question = Message.user("As JSON, please.");
        TurnHandle turn = asked(question);
        List<Message> request = new ArrayList<>(chat.framework().view(turn).messages());
        request.add(beginning);

        assertThat(sent(request, turn)).endsWith(question, beginning);
    }
}
