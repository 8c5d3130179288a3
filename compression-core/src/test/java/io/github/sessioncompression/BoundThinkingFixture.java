package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Message.Thinking;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A chat with a provider that refuses thinking behind another prefix than the one that it was made behind. */
abstract class BoundThinkingFixture {
    static final String REFUSAL = "HTTP 400 messages.1.content.0: Invalid `signature` in `thinking` block.";
    static final String MISSING =
            "HTTP 400 messages.3.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.";

    final SessionStore store = SessionStore.inMemory();
    private final List<SessionCompressor> compressors = new ArrayList<>();
    SessionCompressor compressor = compressor(3_000);
    Conversation chat = compressor.conversation("chat");
    int number;

    @AfterEach
    void close() {
        compressors.forEach(SessionCompressor::close);
    }

    SessionCompressor compressor(int window) {
        SessionCompressor made = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(window))
                .store(store)
                .executor(Runnable::run)
                .build();
        compressors.add(made);
        return made;
    }

    static String prefix(List<Message> before) {
        StringBuilder prefix = new StringBuilder();
        for (Message message : before) {
            prefix.append(message.role()).append(message.text()).append(message.toolCalls());
            prefix.append(message.source() instanceof Thinking thinking ? thinking.own() : "")
                    .append('\n');
        }
        return Integer.toHexString(prefix.toString().hashCode());
    }

    static Message thought(Message answer, List<Message> sent) {
        return answer.withSource(new Thinking(prefix(sent), "plain"));
    }

    /** The first message whose thinking the provider refuses; -1 for none. */
    static int refused(List<Message> sent) {
        for (int i = 0; i < sent.size(); i++) {
            if (sent.get(i).source() instanceof Thinking thinking
                    && !thinking.own().equals(prefix(sent.subList(0, i)))) {
                return i;
            }
        }
        return -1;
    }

    List<Message> sent() {
        return chat.framework().steadyView().messages();
    }

    void ask(int words) {
        chat.append(Chats.question(number++, words));
    }

    void answer() {
        List<Message> sent = sent();
        assertThat(refused(sent)).as("refused of %s", sent).isEqualTo(-1);
        chat.append(thought(Chats.answer(number, 30), sent));
    }

    void call(int words) {
        List<Message> sent = sent();
        assertThat(refused(sent)).as("refused of %s", sent).isEqualTo(-1);
        String id = "call" + number++;
        chat.append(thought(Message.assistant("", List.of(new ToolCall(id, "stock", "{}"))), sent));
        chat.append(Message.toolResult(id, "stock", "soil ".repeat(words) + id));
    }

    void turns(int count) {
        for (int i = 0; i < count; i++) {
            ask(30);
            answer();
        }
    }

    long thinking(List<Message> messages) {
        return messages.stream().filter(Message::hasThinking).count();
    }
}
