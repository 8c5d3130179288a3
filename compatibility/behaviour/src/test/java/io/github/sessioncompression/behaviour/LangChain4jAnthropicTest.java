package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.output.FinishReason;
import java.util.List;

/** Anthropic's client of LangChain4j. */
class LangChain4jAnthropicTest {
    private static final UserMessage HELLO = UserMessage.from("Hello");

    private static AnthropicChatModel.AnthropicChatModelBuilder client() {
        return AnthropicChatModel.builder()
                .baseUrl(Provider.url())
                .apiKey("none")
                .modelName("claude-sonnet-4-5")
                .returnThinking(true)
                .sendThinking(true)
                .maxRetries(0);
    }

    private static JsonNode sentAnswer(AiMessage answer) {
        Provider.answers(Provider.anthropic("end_turn", Provider.text("Yes.")));
        client().build().chat(HELLO, answer, UserMessage.from("And?"));
        return Provider.lastSent().at("/messages/1");
    }

    @Row(1)
    void sendsEmptyContentForEmptyAnswer() {
        assertThat(sentAnswer(AiMessage.from("")).toString()).contains("\"content\":[]");
    }

    @Row(2)
    void joinsThinkingBlocksAndSignatures() {
        Provider.answers(Provider.anthropic(
                "tool_use",
                Provider.thinking("A", "s1"),
                Provider.text("Wait."),
                Provider.thinking("B", "s2"),
                Provider.toolUse("t1", "look")));

        AiMessage answer = client().build().chat(HELLO).aiMessage();

        assertThat(answer.thinking()).isEqualTo("A\nB");
        assertThat(answer.attributes().values()).contains("s1\ns2");
        JsonNode blocks = sentAnswer(answer).get("content");
        assertThat(blocks.findValuesAsText("thinking")).containsExactly("A\nB");
    }

    @Row(3)
    void readsUnknownStopReasonsAsOther() {
        for (String stop : List.of("model_context_window_exceeded", "pause_turn", "refusal")) {
            Provider.answers(Provider.anthropic(stop, Provider.text("So")));
            assertThat(client().build().chat(HELLO).finishReason()).as(stop).isEqualTo(FinishReason.OTHER);
        }
    }

    @Row(4)
    void makesNestedOptionalFieldsRequired() {
        Provider.answers(Provider.anthropic("end_turn", Provider.text("Yes.")));
        JsonObjectSchema nested = JsonObjectSchema.builder()
                .addStringProperty("must")
                .addStringProperty("may")
                .required("must")
                .build();
        JsonObjectSchema root = JsonObjectSchema.builder()
                .addProperty("inner", nested)
                .addStringProperty("other")
                .required("inner")
                .build();
        ToolSpecification tool = ToolSpecification.builder()
                .name("look")
                .description("Looks.")
                .parameters(root)
                .build();

        client().strictTools(true)
                .build()
                .chat(ChatRequest.builder()
                        .messages(HELLO)
                        .toolSpecifications(tool)
                        .build());

        JsonNode schema = Provider.lastSent().at("/tools/0/input_schema");
        assertThat(schema.at("/required").toString()).isEqualTo("[\"inner\"]");
        assertThat(schema.at("/properties/inner/required").toString()).isEqualTo("[\"must\",\"may\"]");
        assertThat(schema.at("/properties/inner/properties/may/type").toString())
                .contains("null");
    }

    @Row(14)
    void joinsTextBlocksByLineBreaks() {
        Provider.answers(Provider.anthropic("end_turn", Provider.text("Hello"), Provider.text(" world")));

        assertThat(client().build().chat(HELLO).aiMessage().text()).isEqualTo("Hello\n world");
    }
}
