package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Message.Thinking;
import io.github.sessioncompression.model.ProviderFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Requests to a provider that refuses thinking behind another prefix than the one that it was made behind. */
class SentThinkingTest extends BoundThinkingFixture {
    private ModelCall request(List<Message> messages) {
        return chat.framework().call(new ModelCall.Request("m", messages, ModelCall.Tools.NONE, 0));
    }

    @Test
    void sendsRequiredThinkingOfRunningTurnOnceMissed() {
        turns(2);
        ask(30);
        call(20);
        chat.compress();
        ModelCall call = request(withThinking(sent(), "stock"));
        assertThat(thinking(call.messages())).isZero();

        assertThat(call.refused(new ProviderFailure(400, MISSING))).isTrue();
        assertThat(thinking(call.messages())).isEqualTo(1);
        assertThat(thinking(chat.view().messages())).as("next request").isEqualTo(1);
        assertThat(call.refused(new ProviderFailure(400, MISSING))).isFalse();

        chat.append(Chats.answer(number, 30));
        ask(10);
        assertThat(thinking(chat.view().messages())).as("next turn").isZero();
    }

    private static List<Message> withThinking(List<Message> messages, String tool) {
        return messages.stream()
                .map(message -> message.toolCalls().stream()
                                .anyMatch(call -> call.name().equals(tool))
                        ? message.withSource(new Thinking("own", "plain"))
                        : message)
                .toList();
    }

    @Test
    void dropsThinkingThatIsRefusedAllTheSame() {
        turns(3);
        ask(10);
        ModelCall call = request(sent());
        assertThat(thinking(call.messages())).isEqualTo(3);

        assertThat(call.refused(new ProviderFailure(400, REFUSAL))).isTrue();
        assertThat(thinking(call.messages())).isZero();
        assertThat(call.refused(new ProviderFailure(400, REFUSAL))).isFalse();
        assertThat(thinking(sent())).isZero();
        answer();
        ask(10);
        assertThat(thinking(sent())).isEqualTo(1);
    }

    @Test
    void bindsAnswerToRequestThatWasSent() {
        turns(1);
        ask(10);
        List<Message> request = new ArrayList<>(sent());
        request.set(request.size() - 1, Message.user("With a document that the memory does not know."));
        ModelCall call = request(request);
        Message answer = thought(Message.assistant("Yes."), call.messages());
        call.answered(answer);
        chat.append(answer);
        ask(10);
        assertThat(thinking(sent())).isEqualTo(1);

        call = request(sent());
        answer = thought(Message.assistant("Yes."), call.messages());
        call.answered(answer);
        chat.append(answer);
        ask(10);
        assertThat(refused(sent())).isEqualTo(-1);
        assertThat(thinking(sent())).isEqualTo(2);
    }

    @Test
    void otherToolsTakeThinkingOutOfRequest() {
        ask(10);
        ModelCall.Tools tools = new ModelCall.Tools(Set.of("stock"), 10, "monday");
        ModelCall call = chat.framework().call(new ModelCall.Request("m", sent(), tools, 0));
        Message answer = thought(Message.assistant("Yes."), call.messages());
        call.answered(answer);
        chat.append(answer);
        ask(10);

        assertThat(thinking(chat.framework()
                        .call(new ModelCall.Request("m", sent(), tools, 0))
                        .messages()))
                .isEqualTo(1);
        ModelCall.Tools others = new ModelCall.Tools(Set.of("stock"), 10, "tuesday");
        assertThat(thinking(chat.framework()
                        .call(new ModelCall.Request("m", sent(), others, 0))
                        .messages()))
                .isZero();
    }

    @Test
    void unsendableThinkingNeverLeaves() {
        ask(10);
        List<Message> sent = sent();
        chat.append(Chats.answer(number, 30).withSource(new Thinking(prefix(sent), "plain", Thinking.UNSENDABLE)));
        ask(10);

        assertThat(thinking(sent())).isZero();
        assertThat(thinking(request(sent()).messages())).isZero();
    }

    @Test
    void otherFailuresChangeNothing() {
        turns(1);
        ask(10);
        ModelCall call = chat.framework().call(new ModelCall.Request("m", sent(), ModelCall.Tools.NONE, 0));

        assertThat(call.refused(new ProviderFailure(400, "temperature must be 1 with thinking")))
                .isFalse();
        assertThat(thinking(call.messages())).isEqualTo(1);
    }
}
