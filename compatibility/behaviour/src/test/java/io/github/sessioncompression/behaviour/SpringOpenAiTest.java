package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.genai.Client;
import com.google.genai.types.HttpOptions;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.converter.BeanOutputConverter;
import org.springframework.ai.google.genai.GoogleGenAiChatModel;
import org.springframework.ai.google.genai.GoogleGenAiChatOptions;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

/** OpenAI's and Google's clients of Spring AI. */
class SpringOpenAiTest {
    static final String YES = Provider.openAi("{\"role\":\"assistant\",\"content\":\"Yes.\"}", "stop");

    static OpenAiChatModel client() {
        return client(ObservationRegistry.NOOP);
    }

    private static OpenAiChatModel client(ObservationRegistry observations) {
        return OpenAiChatModel.builder()
                .observationRegistry(observations)
                .options(OpenAiChatOptions.builder()
                        .baseUrl(Provider.url() + "/v1")
                        .apiKey("none")
                        .model("gpt-4.1")
                        .maxRetries(0)
                        .build())
                .build();
    }

    @Row(12)
    void takesLastUsageOfStream() {
        Provider.streams(
                Provider.openAiChunk(
                        "{\"role\":\"assistant\",\"content\":\"Y\"}",
                        "null",
                        "{\"prompt_tokens\":100,\"completion_tokens\":1,\"total_tokens\":101}"),
                Provider.openAiChunk(
                        "{\"content\":\"es\"}",
                        "\"stop\"",
                        "{\"prompt_tokens\":100,\"completion_tokens\":3,\"total_tokens\":103}"),
                "[DONE]");

        ChatResponse last =
                Objects.requireNonNull(client().stream(new Prompt("Hello")).blockLast());
        assertThat(last.getMetadata().getUsage().getPromptTokens()).isEqualTo(100);
        assertThat(last.getMetadata().getUsage().getCompletionTokens()).isEqualTo(3);
    }

    @Row(29)
    void keepsFinishReasonAsAnEnumOfTheStream() {
        Provider.answers(YES);
        assertThat(Objects.requireNonNull(client().call(new Prompt("Hello")).getResult())
                        .getOutput()
                        .getMetadata())
                .extractingByKey("finishReason")
                .isInstanceOf(String.class);

        Provider.streams(
                Provider.openAiChunk("{\"role\":\"assistant\",\"content\":\"Yes\"}", "null", "null"),
                Provider.openAiChunk("{}", "\"stop\"", "null"),
                "[DONE]");
        List<Object> reasons = Objects.requireNonNull(client().stream(new Prompt("Hello"))
                .map(response -> Objects.requireNonNull(Objects.requireNonNull(response.getResult())
                        .getOutput()
                        .getMetadata()
                        .get("finishReason")))
                .collectList()
                .block());
        assertThat(reasons).noneMatch(String.class::isInstance);
        assertThat(reasons.get(0)).hasToString("_UNKNOWN");
    }

    /** A value to read. */
    record Place(String name) {}

    @Row(35)
    void refusesTextBehindJson() {
        BeanOutputConverter<Place> converter = new BeanOutputConverter<>(Place.class);

        assertThat(converter.convert("{\"name\":\"Rome\"}")).isEqualTo(new Place("Rome"));
        assertThatThrownBy(() -> converter.convert("{\"name\":\"Rome\"} Anything else?"))
                .hasStackTraceContaining("StreamReadException");
    }

    @Row(36)
    void refusesTwoSystemMessages() {
        GoogleGenAiChatModel google = GoogleGenAiChatModel.builder()
                .genAiClient(Client.builder()
                        .apiKey("none")
                        .httpOptions(
                                HttpOptions.builder().baseUrl(Provider.url()).build())
                        .build())
                .options(GoogleGenAiChatOptions.builder()
                        .model("gemini-2.5-flash")
                        .build())
                .build();

        assertThatThrownBy(() -> google.call(new Prompt(
                        List.of(new SystemMessage("One."), new SystemMessage("Two."), new UserMessage("Hello")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("system message");
    }

    @Row(60)
    void namesTheProviderInOldTag() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
        Provider.answers(YES);

        ChatClient.create(client(observations)).prompt("Hello").call().content();

        List<Meter> meter = meters.getMeters().stream()
                .filter(each -> each.getId().getName().equals("gen_ai.client.operation"))
                .toList();
        assertThat(meter).isNotEmpty().allSatisfy(each -> {
            assertThat(each.getId().getTag("gen_ai.system")).isEqualTo("openai");
            assertThat(each.getId().getTag("gen_ai.provider.name")).isNull();
        });
    }
}
