package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.calls;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static io.github.sessioncompression.langchain4j.Chats.memory;
import static io.github.sessioncompression.langchain4j.Chats.result;
import static io.github.sessioncompression.langchain4j.Chats.talk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.http.client.jdk.JdkHttpClient;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.stub.AnthropicStub;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheBreakpointsTest {
    private final SessionCompressor compressor = immediate(CompressionPolicy.forWindow(8_000)
            .withPrune(PruneOptions.defaults()
                    .withMinContextTokens(0)
                    .withProtectTokens(0)
                    .withMinSavingsTokens(0)));
    private final CompressingChatMemory marked = CompressingChatMemory.builder()
            .compressor(compressor)
            .cacheBreakpoints(true)
            .build();

    @Test
    void standBehindTheStateAndTheLastPrunedResult() {
        chat();
        List<ChatMessage> messages = marked.messages();
        assertThat(((UserMessage) messages.get(1)).attributes())
                .containsEntry("cache_control", "ephemeral")
                .containsEntry("session-compression.kind", "state");
        List<ToolExecutionResultMessage> placeholders = messages.stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .map(ToolExecutionResultMessage.class::cast)
                .filter(result -> !result.text().startsWith("row"))
                .toList();
        assertThat(placeholders).hasSizeGreaterThan(1);
        assertThat(placeholders.get(placeholders.size() - 1).attributes()).containsEntry("cache_control", "ephemeral");
        assertThat(messages.stream().map(Object::toString))
                .filteredOn(text -> text.contains("cache_control"))
                .hasSize(2);
    }

    @Test
    void reachAnthropic() {
        chat();
        List<ChatMessage> request = marked.messages();
        request.add(UserMessage.from("And now?"));
        try (AnthropicStub server = AnthropicStub.start()) {
            AnthropicChatModel.builder()
                    .baseUrl(server.baseUrl())
                    .apiKey("none")
                    .modelName("claude-sonnet-4-5")
                    .httpClientBuilder(JdkHttpClient.builder())
                    .build()
                    .chat(request);
            String sent = server.lastSent().raw().replaceAll("\\s", "");
            assertThat(sent)
                    .containsPattern(
                            "\\{\"type\":\"text\",\"cache_control\":\\{\"type\":\"ephemeral\"},\"text\":\"<session_state"
                                    + "|</session_state>\",\"cache_control\":\\{\"type\":\"ephemeral\"}");
            // The placeholder's too where the client reads it there.
            assertThat(sent.split("cache_control", -1)).hasSizeBetween(1 + 1, 1 + 2);
            assertThat(sent).doesNotContain("session-compression");
        }
    }

    @Test
    void areOffByDefault() {
        chat();
        assertThat(memory(compressor).messages().toString()).doesNotContain("cache_control");
    }

    @Test
    void changeNothingWhenTheirListIsSet() {
        chat();
        List<ChatMessage> messages = marked.messages();
        long before = marked.conversation().status().messages();
        marked.set(messages);
        assertThat(marked.messages()).isEqualTo(messages);
        assertThat(marked.conversation().status().messages()).isEqualTo(before);
        assertThat(marked.conversation().transcript().toString()).doesNotContain("cache_control");
    }

    private void chat() {
        talk(marked, 0, 40);
        marked.conversation().compress();
        talk(marked, 40, 1);
        for (int i = 0; i < 6; i++) {
            marked.add(UserMessage.from("Show me table " + i));
            marked.add(calls("t" + i));
            marked.add(result("t" + i, "row of numbers; ".repeat(100)));
            marked.add(AiMessage.from("Here it is."));
        }
        marked.conversation().prune();
        talk(marked, 41, 1);
    }
}
