package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.anthropic.AnthropicCacheOptions;
import org.springframework.ai.anthropic.AnthropicCacheStrategy;
import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.memory.repository.jdbc.JdbcChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.Media;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;

/** Anthropic's client of Spring AI. */
class SpringAnthropicTest {
    private static AnthropicChatOptions.Builder options() {
        return AnthropicChatOptions.builder()
                .baseUrl(Provider.url())
                .apiKey("none")
                .model("claude-sonnet-4-5")
                .maxTokens(500)
                .maxRetries(0);
    }

    private static AnthropicChatModel client() {
        return AnthropicChatModel.builder().options(options().build()).build();
    }

    private static ChatResponse answered(String... blocks) {
        Provider.answers(Provider.anthropic("end_turn", blocks));
        return client().call(new Prompt("Hello"));
    }

    @Row(24)
    void answersWithThinkingAsAGenerationOfItsOwn() {
        ChatResponse response = answered(Provider.thinking("Hm.", "s1"), Provider.text("Yes."));

        assertThat(response.getResults())
                .extracting(generation -> generation.getOutput().getText())
                .containsExactly("Hm.", "Yes.");
        assertThat(ChatClient.create(client()).prompt("Hello").call().content()).isEqualTo("Hm.");
    }

    @Row(25)
    void sendsThinkingBehindTheText() {
        List<Message> answers = answered(Provider.thinking("Hm.", "s1"), Provider.text("Yes.")).getResults().stream()
                .map(Generation::getOutput)
                .map(Message.class::cast)
                .toList();
        Provider.answers(Provider.anthropic("end_turn", Provider.text("Yes.")));

        client().call(new Prompt(
                List.of(new UserMessage("Hello"), answers.get(0), answers.get(1), new UserMessage("And?"))));

        JsonNode sent = Provider.lastSent().get("messages");
        assertThat(sent).hasSize(4);
        assertThat(sent.at("/1/content").asText()).isEqualTo("Hm.");
        assertThat(sent.at("/2/content").findValuesAsText("type")).containsExactly("text", "thinking");
    }

    @Row(26)
    void cannotStoreRedactedThinking() {
        ChatMemory memory = MessageWindowChatMemory.builder()
                .chatMemoryRepository(JdbcChatMemoryRepository.builder()
                        .dataSource(Databases.withCurrentTable("redacted"))
                        .build())
                .build();
        Provider.answers(Provider.anthropic(
                "end_turn", "{\"type\":\"redacted_thinking\",\"data\":\"eA==\"}", Provider.text("Yes.")));
        ChatClient client = ChatClient.builder(client())
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
                .build();

        assertThatThrownBy(() -> client.prompt("Hello")
                        .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, "c"))
                        .call()
                        .content())
                .hasStackTraceContaining("NULL not allowed");
    }

    private record Tool(String schema) implements ToolCallback {
        @Override
        public ToolDefinition getToolDefinition() {
            return ToolDefinition.builder()
                    .name("look")
                    .description("Looks.")
                    .inputSchema(schema)
                    .build();
        }

        @Override
        public String call(String input) {
            return "found";
        }
    }

    @Row(27)
    void dropsDefinitionsOfToolSchemas() {
        Provider.answers(Provider.anthropic("end_turn", Provider.text("Yes.")));
        String schema =
                "{\"type\":\"object\",\"properties\":{\"at\":{\"$ref\":\"#/$defs/place\"}},\"additionalProperties\":false,"
                        + "\"$defs\":{\"place\":{\"type\":\"string\"}}}";

        ChatClient.create(client())
                .prompt("Hello")
                .tools(new Tool(schema))
                .call()
                .content();

        JsonNode sent = Provider.lastSent().at("/tools/0/input_schema");
        assertThat(sent.at("/properties/at/$ref").asText()).isEqualTo("#/$defs/place");
        assertThat(sent.has("$defs")).isFalse();
        assertThat(sent.has("additionalProperties")).isFalse();
    }

    private static JsonNode lastMessage(UserMessage question) {
        Provider.answers(Provider.anthropic("end_turn", Provider.text("Yes.")));
        AnthropicChatOptions cached = options()
                .cacheOptions(AnthropicCacheOptions.builder()
                        .strategy(AnthropicCacheStrategy.CONVERSATION_HISTORY)
                        .build())
                .build();
        AnthropicChatModel.builder()
                .options(cached)
                .build()
                .call(new Prompt(List.of(new UserMessage("Hello"), new AssistantMessage("Yes."), question)));
        return Provider.lastSent().at("/messages/2");
    }

    private static UserMessage shown(String text) {
        return UserMessage.builder()
                .text(text)
                .media(new Media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(new byte[] {1})))
                .build();
    }

    @Row(28)
    void marksNoImageForTheCache() {
        assertThat(lastMessage(shown("What is this?")).findParents("cache_control"))
                .singleElement()
                .satisfies(block -> assertThat(block.get("type").asText()).isEqualTo("text"));
        assertThat(lastMessage(shown("")).findParents("cache_control")).isEmpty();
        assertThat(Objects.requireNonNull(Provider.lastSent()).toString()).doesNotContain("cache_control");
    }
}
