package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

@Tag("once")
class AnthropicModelTest extends StructuredChatModelContract {
    @Override
    ProviderStub startStub() {
        return AnthropicStub.start();
    }

    @Override
    ChatModel model(String baseUrl, Duration timeout, boolean declaresSchema) {
        return AnthropicChatModel.builder()
                .baseUrl(baseUrl)
                .apiKey("none")
                .modelName("claude-sonnet-4-5")
                .timeout(timeout)
                .maxRetries(0)
                .supportedCapabilities(declaresSchema ? Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA) : Set.of())
                .build();
    }

    /** Thinking is counted into the output. */
    @Override
    Usage reported(Usage usage) {
        return new Usage(
                usage.inputTokens(),
                usage.cacheReadTokens(),
                usage.cacheCreationTokens(),
                usage.outputTokens() + usage.reasoningTokens(),
                0);
    }

    @Override
    void checkSchema(Map<String, @Nullable Object> schema) {
        assertThat(schema).containsEntry("type", "object").containsEntry("additionalProperties", false);
        assertThat(schema.get("required")).isEqualTo(List.of("logos", "pathos", "abstract", "conversation_summary"));
    }
}
