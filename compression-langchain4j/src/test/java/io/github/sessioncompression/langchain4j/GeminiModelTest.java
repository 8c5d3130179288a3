package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import io.github.sessioncompression.stub.GeminiStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

@Tag("once")
class GeminiModelTest extends StructuredChatModelContract {
    @Override
    ProviderStub startStub() {
        return GeminiStub.start();
    }

    @Override
    ChatModel model(String baseUrl, Duration timeout, boolean declaresSchema) {
        return GoogleAiGeminiChatModel.builder()
                .baseUrl(baseUrl)
                .apiKey("none")
                .modelName("gemini-2.5-flash")
                .timeout(timeout)
                .maxRetries(0)
                .supportedCapabilities(declaresSchema ? Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA) : Set.of())
                .build();
    }

    /** Gemini does not report cache writes separately; older versions of LangChain4j omit cache and thinking. */
    @Override
    Usage reported(Usage usage) {
        return reportsDetails()
                ? new Usage(
                        usage.inputTokens() + usage.cacheCreationTokens(),
                        usage.cacheReadTokens(),
                        0,
                        usage.outputTokens(),
                        usage.reasoningTokens())
                : Usage.of(usage.requestTokens(), usage.outputTokens());
    }

    private static boolean reportsDetails() {
        try {
            Class.forName("dev.langchain4j.model.googleai.GoogleAiGeminiTokenUsage");
            return true;
        } catch (ClassNotFoundException older) {
            return false;
        }
    }

    @Override
    void checkSchema(Map<String, @Nullable Object> schema) {
        assertThat(schema).containsEntry("type", "OBJECT");
        assertThat(schema.get("required")).isEqualTo(List.of("logos", "pathos", "abstract", "conversation_summary"));
        assertThat(stub.lastSent().raw()).contains("\"responseMimeType\"").contains("application/json");
    }
}
