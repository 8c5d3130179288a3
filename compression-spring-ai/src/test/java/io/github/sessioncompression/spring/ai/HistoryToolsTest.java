package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.ToolCallback;

/** A model that looks into its own conversation's past, and into no other. */
@Tag("once")
class HistoryToolsTest {
    private static final String OLD = "The spare key hangs behind the blue barometer.";

    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .executor(Runnable::run)
            .build();
    private final StrictOpenAiServer server = StrictOpenAiServer.start().withWindow(4_000);

    @AfterEach
    void stop() {
        server.close();
        compressor.close();
    }

    private Conversation longChat(String id) {
        Conversation chat = compressor.conversation(id);
        chat.append(Message.user(OLD), Message.assistant("I see."));
        for (int turn = 0; turn < 30; turn++) {
            chat.append(Message.user(GardenChat.question(turn + 1)), Message.assistant("Fine. ".repeat(20)));
        }
        chat.compress();
        return chat;
    }

    @Test
    void returnsForgottenMessagesToModel() {
        Conversation chat = longChat(SpringChat.ID);
        CompressingChatMemory memory =
                CompressingChatMemory.builder().compressor(compressor).build();
        ChatClient client =
                SpringChat.client(server, memory, List.of(HistoryTools.of(chat).getToolCallbacks()));
        server.answers(sent -> sent.last().role().equals("tool")
                ? Reply.text("Behind the barometer.")
                : Reply.call("search_history", Map.of("query", "Where is the spare key?")));

        assertThat(SpringChat.call(client, SpringChat.ID, "Where is the key?")).isEqualTo("Behind the barometer.");

        assertThat(server.refusals()).isEmpty();
        assertThat(server.lastSent().last().text()).contains(OLD);
    }

    @Test
    void neverAnswersWithAnotherConversation() {
        longChat("other");
        ToolCallback[] tools = HistoryTools.of(compressor.conversation("mine")).getToolCallbacks();

        for (ToolCallback tool : tools) {
            assertThat(tool.call("{\"query\":\"spare key\",\"segment_id\":\"s1\",\"conversation\":\"other\"}"))
                    .doesNotContain("barometer");
        }
        assertThat(tools)
                .extracting(tool -> tool.getToolDefinition().name())
                .containsExactly("search_history", "expand_segment");
    }
}
