package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;

class OpenAiModelTest extends StructuredChatModelContract {
    @Override
    ProviderStub startStub() {
        return StrictOpenAiServer.start();
    }

    @Override
    ChatModel model(String baseUrl, Duration timeout, boolean declaresSchema) {
        return OpenAiChatModel.builder()
                .baseUrl(baseUrl)
                .apiKey("none")
                .modelName("gpt-5-mini")
                .timeout(timeout)
                .maxRetries(0)
                .supportedCapabilities(declaresSchema ? Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA) : Set.of())
                .build();
    }

    /** OpenAI does not report cache writes separately. */
    @Override
    Usage reported(Usage usage) {
        return new Usage(
                usage.inputTokens() + usage.cacheCreationTokens(),
                usage.cacheReadTokens(),
                0,
                usage.outputTokens(),
                usage.reasoningTokens());
    }

    @Override
    void checkSchema(Map<String, @Nullable Object> schema) {
        assertThat(schema).containsEntry("type", "object").containsEntry("additionalProperties", false);
        assertThat(schema.get("required")).isEqualTo(List.of("logos", "pathos", "abstract", "conversation_summary"));
        assertThat(stub.lastSent().body().get("response_format"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("type", "json_schema")
                .extractingByKey("json_schema", InstanceOfAssertFactories.MAP)
                .containsEntry("strict", true);
        assertThat(stub.lastSent().raw().split("response_format", -1)).hasSize(2);
    }
}
