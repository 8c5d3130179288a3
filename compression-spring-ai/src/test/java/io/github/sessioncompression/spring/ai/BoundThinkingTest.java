package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.ToolCallback;

/** Chats with a model of Anthropic whose thinking is signed for everything before it, and refused behind anything else. */
class BoundThinkingTest {
    private static final int TURNS = 50;

    private final AnthropicStub server = AnthropicStub.start().bindingThinking();
    private final Map<String, Integer> rounds = new HashMap<>();

    @AfterEach
    void stop() {
        server.close();
    }

    /** Each tenth turn calls a tool six times, one after the other; such a turn outgrows the window. */
    private Reply reply(Sent request) {
        String question = request.question();
        synchronized (rounds) {
            return question.contains("5:") && !request.tools().isEmpty() && rounds.merge(question, 1, Integer::sum) <= 6
                    ? Reply.call(Lookup.NAME, Map.of("topic", "roses"))
                    : Reply.text("Here is what I would do about it, one step after the other. ".repeat(6));
        }
    }

    @Test
    void sendsNoThinkingForItsProviderToDrop() {
        server.droppingThinking().answers(this::reply);
        talk(List.of());
        assertThat(server.dropped()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void answersEachTurn(boolean tools) {
        server.answers(this::reply);
        talk(tools ? List.of(new Lookup(topic -> "rows of " + "roses, ".repeat(200))) : List.of());
        assertThat(server.refusals()).isEmpty();
    }

    private void talk(List<ToolCallback> own) {
        CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(5_000));
        ChatClient client = SpringChat.client(
                server, memory, own, SessionStateAdvisor.builder(memory).build());

        for (int turn = 0; turn < TURNS; turn++) {
            String question = "Question " + turn + ": how do I keep the roses on my balcony alive through winter?";
            assertThat(SpringChat.call(client, SpringChat.ID, question))
                    .as("turn %s", turn)
                    .isNotNull();
        }

        assertThat(memory.compressor()
                        .conversation(SpringChat.ID)
                        .status()
                        .stats()
                        .compressions())
                .isPositive();
    }
}
