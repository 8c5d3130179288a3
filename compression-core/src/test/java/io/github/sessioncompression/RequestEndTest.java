package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever else went on in the chat, a request ends with what it asks. */
class RequestEndTest {
    private static Conversation chat() {
        Conversation chat = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4_000))
                .executor(Runnable::run)
                .build()
                .conversation("chat");
        for (int i = 0; i < 3; i++) {
            chat.append(Chats.turn(i, 30));
        }
        return chat;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aResultComesLastThoughOtherTurnsCameBetweenItAndItsCall(int others) {
        Conversation chat = chat();
        chat.append(
                Message.user("Is there soil?"),
                Message.assistant("", List.of(new ToolCall("a", "stock", "{}"), new ToolCall("b", "stock", "{}"))));
        for (int other = 0; other < others; other++) {
            chat.append(
                    Message.user("And seeds, number " + other + "?"), Message.assistant("Plenty of " + other + "."));
        }
        List<Message> request = new ArrayList<>(chat.framework().steadyView().messages());
        request.add(Message.toolResult("a", "stock", "Crates left: 77"));
        request.add(Message.toolResult("b", "stock", "Crates left: 88"));

        List<Message> sent = chat.framework()
                .call(new ModelCall.Request("", request, ModelCall.Tools.NONE, 0))
                .messages();

        String text = sent.stream().map(Message::text).collect(Collectors.joining("\n"));
        ValidSequence.check(sent);
        assertThat(sent.get(sent.size() - 1).role()).isEqualTo(Role.TOOL);
        assertThat(text)
                .containsOnlyOnce("Crates left: 77")
                .containsOnlyOnce("Crates left: 88")
                .contains("Is there soil?");
        for (int other = 0; other < others; other++) {
            assertThat(text).containsOnlyOnce("Plenty of " + other);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "", "call_again1"})
    void aResultComesLastThoughItsCallIsCovered(String id) {
        Conversation chat = chat();
        List<Message> request = new ArrayList<>(chat.framework().steadyView().messages());
        request.add(Message.toolResult(id, "stock", "Crates left: 77"));
        request.add(Message.toolResult("b", "", "Crates left: 88"));

        List<Message> sent = chat.framework()
                .call(new ModelCall.Request("", request, ModelCall.Tools.NONE, 0))
                .messages();

        ValidSequence.check(sent);
        assertThat(sent.subList(0, request.size() - 2)).isEqualTo(request.subList(0, request.size() - 2));
        assertThat(sent.subList(sent.size() - 2, sent.size()))
                .extracting(Message::text)
                .containsExactly("Crates left: 77", "Crates left: 88");
        assertThat(sent.get(sent.size() - 3).toolCalls()).hasSize(2);
    }
}
