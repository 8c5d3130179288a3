package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.model.StructuredModel.StructuredOutput;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A compression model built as the documentation builds it, over HTTP in each provider's wire format. */
@Tag("once")
class CompressionModelWireTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static CompressingChatMemory memory(ChatModel compressionModel, @Nullable StructuredOutput output) {
        CompressingChatMemory.Builder builder =
                CompressingChatMemory.builder().policy(CompressionPolicy.forWindow(4_000));
        CompressingChatMemory memory = (output == null
                        ? builder.compressionModel(compressionModel)
                        : builder.compressionModel(compressionModel, output))
                .build();
        for (int i = 0; i < 8; i++) {
            memory.add(UserMessage.from("Order 1001 is for the allotment. " + "It rains a lot. ".repeat(9)));
            memory.add(AiMessage.from("Noted. " + "We will see to it. ".repeat(9)));
        }
        return memory;
    }

    @ParameterizedTest
    @EnumSource(Clients.class)
    void sendsEnforcedSchema(Clients client) {
        try (ProviderStub stub = client.start();
                Warnings warnings = new Warnings()) {
            stub.answers(Reply.text(StructuredChatModelFaultContract.STATE));

            Outcome outcome = memory(client.model(stub.baseUrl(), TIMEOUT), null)
                    .conversation()
                    .compress();

            assertThat(outcome).isInstanceOfSatisfying(Outcome.Compressed.class, done -> assertThat(done.by())
                    .isEqualTo(Outcome.Compressed.By.MODEL));
            Map<String, @Nullable Object> body = stub.sent().get(0).body();
            Object schema =
                    switch (client) {
                        case OPENAI -> {
                            assertThat(at(body, "response_format", "type")).isEqualTo("json_schema");
                            assertThat(at(body, "response_format", "json_schema", "strict"))
                                    .isEqualTo(true);
                            yield at(body, "response_format", "json_schema", "schema");
                        }
                        case ANTHROPIC -> {
                            assertThat(at(body, "output_config", "format", "type"))
                                    .isEqualTo("json_schema");
                            yield at(body, "output_config", "format", "schema");
                        }
                        case GEMINI -> {
                            assertThat(at(body, "generationConfig", "responseMimeType"))
                                    .isEqualTo("application/json");
                            yield at(body, "generationConfig", "responseSchema");
                        }
                        case OLLAMA -> at(body, "format");
                    };
            assertThat(at(schema, "required"))
                    .isEqualTo(List.of("logos", "pathos", "abstract", "conversation_summary"));
            assertThat(stub.sent().get(0).question()).doesNotContain("JSON Schema");
            assertThat(warnings.lines()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Clients.class)
    void sendsNoSchemaIfAskedForPrompt(Clients client) {
        try (ProviderStub stub = client.start()) {
            stub.answers(Reply.text(StructuredChatModelFaultContract.STATE));

            memory(client.model(stub.baseUrl(), TIMEOUT), StructuredOutput.PROMPT)
                    .conversation()
                    .compress();

            assertThat(stub.sent().get(0).schema()).isNull();
            assertThat(stub.sent().get(0).question()).contains("JSON Schema");
        }
    }

    private static Object at(@Nullable Object body, String... path) {
        Object value = body;
        for (String name : path) {
            assertThat(value).as(name).isInstanceOf(Map.class);
            value = ((Map<?, ?>) Objects.requireNonNull(value)).get(name);
        }
        return Objects.requireNonNull(value);
    }
}
