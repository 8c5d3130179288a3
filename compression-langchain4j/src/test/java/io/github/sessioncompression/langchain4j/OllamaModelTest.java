package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import io.github.sessioncompression.stub.OllamaStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

@Tag("once")
class OllamaModelTest extends StructuredChatModelContract {
    @Override
    ProviderStub startStub() {
        return OllamaStub.start();
    }

    @Override
    ChatModel model(String baseUrl, Duration timeout, boolean declaresSchema) {
        return OllamaChatModel.builder()
                .baseUrl(baseUrl)
                .modelName("qwen3:8b")
                .timeout(timeout)
                .maxRetries(0)
                .supportedCapabilities(declaresSchema ? Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA) : Set.of())
                .build();
    }

    /** Ollama reports only input and output tokens. */
    @Override
    Usage reported(Usage usage) {
        return Usage.of(usage.requestTokens(), usage.outputTokens() + usage.reasoningTokens());
    }

    @Override
    void checkSchema(Map<String, @Nullable Object> schema) {
        assertThat(schema).containsEntry("type", "object");
        assertThat(schema.get("required")).isEqualTo(List.of("logos", "pathos", "abstract", "conversation_summary"));
    }
}
