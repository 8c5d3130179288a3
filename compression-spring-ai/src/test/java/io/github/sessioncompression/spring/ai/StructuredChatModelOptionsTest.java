package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredModel.StructuredOutput;
import io.github.sessioncompression.spring.ai.provider.Provider;
import io.github.sessioncompression.spring.ai.provider.ProviderStub;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;

class StructuredChatModelOptionsTest {
    private static final String STATE =
            "{\"logos\":[\"order 4711\"],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"An order.\"}";
    private static final ModelRequest REQUEST = new ModelRequest(
            "Write the state.", "user: hello", "session", StateJson.jsonSchema(StateSchema.session()), 4_321);

    private final ProviderStub openAi = new ProviderStub(Provider.OPENAI);

    @AfterEach
    void stop() {
        openAi.close();
    }

    private Map<String, @Nullable Object> sent(int index) {
        return openAi.sent().get(index);
    }

    @Test
    void keepsTheModelsOwnOptionsAndLeavesThemAsTheyAre() {
        openAi.answers(STATE);
        ChatModel chat =
                openAi.client(options -> options.set("temperature", 0.3).set("seed", 42));

        StructuredChatModel.of(chat).answer(REQUEST);

        assertThat(sent(0)).containsEntry("temperature", 0.3).containsEntry("seed", 42L);
        chat.call("hello");
        assertThat(sent(1)).containsEntry("temperature", 0.3).doesNotContainKeys("max_tokens", "response_format");
    }

    @Test
    void runsNoToolOfTheModelsOwn() {
        List<String> runs = new ArrayList<>();
        ToolCallback tool = FunctionToolCallback.<Map<String, Object>, String>builder("look_up", input -> {
                    runs.add("run");
                    return "found";
                })
                .description("Looks up.")
                .inputType(Map.class)
                .build();
        Map<String, @Nullable Object> body = Provider.OPENAI.body("", "tool_calls", 10, 0, 5);
        openAi.replies(
                200,
                Json.write(body)
                        .replace(
                                "\"refusal\":null",
                                "\"refusal\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\","
                                        + "\"function\":{\"name\":\"look_up\",\"arguments\":\"{}\"}}]"));
        ChatModel chat = openAi.client(options -> options.set("toolCallbacks", List.of(tool)));

        ModelAnswer answer = StructuredChatModel.of(chat).answer(REQUEST);

        assertThat(answer.finishReason()).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(runs).isEmpty();
        assertThat(openAi.sent()).hasSize(1);
    }

    @Test
    void tellsAReasoningModelItsLimitUnderTheNameItTakes() {
        openAi.answers(STATE);

        StructuredChatModel.of(openAi.client(options -> options.set("model", "gpt-5-mini")))
                .answer(REQUEST);

        assertThat(sent(0)).containsEntry("max_completion_tokens", 4_321L).doesNotContainKey("max_tokens");
    }

    @Test
    void usesConfiguredOutputLimitName() {
        openAi.answers(STATE);

        StructuredChatModel.of(openAi.client(options -> options.set("maxCompletionTokens", 100)))
                .answer(REQUEST);

        assertThat(sent(0)).containsEntry("max_completion_tokens", 4_321L).doesNotContainKey("max_tokens");
    }

    @Test
    void renamesOutputLimitAfterRefusal() {
        openAi.fails(
                        400,
                        "Unsupported parameter: 'max_tokens' is not supported with this model. Use"
                                + " 'max_completion_tokens' instead.")
                .answers(STATE);
        StructuredChatModel model = StructuredChatModel.of(openAi.client());

        assertThat(model.answer(REQUEST).text()).isEqualTo(STATE);
        model.answer(REQUEST);

        assertThat(openAi.sent()).hasSize(3);
        assertThat(sent(1)).containsEntry("max_completion_tokens", 4_321L).containsKey("response_format");
        assertThat(sent(2)).containsEntry("max_completion_tokens", 4_321L).doesNotContainKey("max_tokens");
    }

    @Test
    void omitsLimitTooLowForThinking() {
        openAi.fails(400, "max_tokens must be greater than thinking.budget_tokens")
                .answers(STATE);

        StructuredChatModel.of(openAi.client()).answer(REQUEST);

        assertThat(sent(1)).doesNotContainKeys("max_tokens", "max_completion_tokens");
    }

    @Test
    void givesUpWhenEveryFormIsRefused() {
        openAi.fails(400, "no");
        StructuredChatModel model = StructuredChatModel.of(openAi.client());

        assertThatThrownBy(() -> model.answer(REQUEST)).isInstanceOf(RuntimeException.class);
        assertThat(openAi.sent()).hasSize(3);
        assertThat(sent(2)).doesNotContainKeys("response_format", "max_tokens", "max_completion_tokens");
    }

    @Test
    void doesNotTakeARefusalOfTheContentForOneOfTheForm() {
        openAi.fails(400, "This model's maximum context length is 8192 tokens.");
        StructuredChatModel model = StructuredChatModel.of(openAi.client());

        assertThatThrownBy(() -> model.answer(REQUEST)).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> model.answer(REQUEST)).isInstanceOf(RuntimeException.class);
        assertThat(openAi.sent()).hasSize(2);
        assertThat(sent(1)).containsKey("response_format");
    }

    @Test
    void sendsNoSchemaInPromptMode() {
        openAi.answers(STATE);

        StructuredChatModel.of(openAi.client(), StructuredOutput.PROMPT).answer(REQUEST);

        assertThat(sent(0)).doesNotContainKey("response_format").containsEntry("max_tokens", 4_321L);
        assertThat(Json.write(sent(0))).contains("valid under this JSON Schema");
    }

    @Test
    void renamesOutputLimitForOlderServer() {
        openAi.fails(400, "Unrecognized request argument supplied: max_completion_tokens")
                .answers(STATE);

        StructuredChatModel.of(openAi.client(options -> options.set("model", "gpt-5-mini")))
                .answer(REQUEST);

        assertThat(sent(1)).containsEntry("max_tokens", 4_321L).doesNotContainKey("max_completion_tokens");
    }

    @Test
    void reportsRefusalOfModel() {
        openAi.replies(
                200,
                Json.write(Provider.OPENAI.body("", "stop", 10, 0, 5))
                        .replace("\"refusal\":null", "\"refusal\":\"I can't help with that.\""));

        assertThat(StructuredChatModel.of(openAi.client()).answer(REQUEST).finishReason())
                .isEqualTo(FinishReason.CONTENT_FILTER);
    }

    @Test
    void leavesTheModelsThinkingOut() {
        try (ProviderStub anthropic = new ProviderStub(Provider.ANTHROPIC)) {
            anthropic.replies(
                    200,
                    Json.write(Provider.ANTHROPIC.body(STATE, "end_turn", 10, 0, 5))
                            .replace(
                                    "\"content\":[",
                                    "\"content\":[{\"type\":\"thinking\",\"thinking\":\"Hm. {}\",\"signature\":\"s\"},"));

            ModelAnswer answer = StructuredChatModel.of(anthropic.client()).answer(REQUEST);

            assertThat(answer.text()).isEqualTo(STATE);
        }
    }

    @Test
    void acceptsAnswerWithThinking() {
        AssistantMessage message = AssistantMessage.builder()
                .content(STATE)
                .properties(Map.of("thinking", "Hm."))
                .build();
        ChatModel chat = prompt -> new ChatResponse(List.of(new Generation(message)));

        assertThat(StructuredChatModel.of(chat).answer(REQUEST).text()).isEqualTo(STATE);
    }

    @Test
    void acceptsModelWithoutOptions() {
        ChatModel chat = prompt -> new ChatResponse(List.of(new Generation(new AssistantMessage(STATE))));

        ModelAnswer answer = StructuredChatModel.of(chat).answer(REQUEST);

        assertThat(answer).isEqualTo(new ModelAnswer(STATE, FinishReason.STOP, null));
    }

    @Test
    void takesAResponseWithoutAResultAsEmpty() {
        ChatModel chat = prompt -> new ChatResponse(List.of());

        assertThat(StructuredChatModel.of(chat).answer(REQUEST)).isEqualTo(ModelAnswer.of(""));
    }
}
