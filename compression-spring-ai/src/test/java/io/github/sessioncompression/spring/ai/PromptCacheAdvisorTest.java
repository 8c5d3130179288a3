package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.spring.ai.provider.Fluent;
import io.github.sessioncompression.spring.ai.provider.Provider;
import io.github.sessioncompression.spring.ai.provider.ProviderStub;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;

class PromptCacheAdvisorTest {
    private static final List<Message> CHAT = List.of(
            new SystemMessage("You sell things."),
            new UserMessage("Where is my order?"),
            new AssistantMessage("On its way."),
            new UserMessage("When does it come?"));

    private static void ask(ChatModel model, PromptCacheAdvisor advisor, @Nullable String conversation) {
        ask(model, CHAT, advisor, conversation);
    }

    private static void ask(
            ChatModel model, List<Message> chat, PromptCacheAdvisor advisor, @Nullable String conversation) {
        ChatClient.builder(model)
                .defaultAdvisors(advisor)
                .build()
                .prompt(new Prompt(chat))
                .advisors(request -> {
                    if (conversation != null) {
                        request.param(ChatMemory.CONVERSATION_ID, conversation);
                    }
                })
                .call()
                .content();
    }

    private static String key(ProviderStub stub, int index) {
        return (String) Objects.requireNonNull(stub.sent().get(index).get("prompt_cache_key"));
    }

    @Test
    void setsAnonymousOpenAiCacheKeyPerConversation() {
        try (ProviderStub stub = new ProviderStub(Provider.OPENAI).answers("Tomorrow.")) {
            ChatModel model = stub.client();
            ask(model, PromptCacheAdvisor.create(), "anna@example.org");
            ask(model, PromptCacheAdvisor.create(), "anna@example.org");
            ask(model, PromptCacheAdvisor.create(), "ben@example.org");
            ask(model, PromptCacheAdvisor.create().withSalt("secret"), "anna@example.org");

            assertThat(key(stub, 0))
                    .matches("sc-[0-9a-f]{32}")
                    .isEqualTo(key(stub, 1))
                    .isNotEqualTo(key(stub, 2))
                    .isNotEqualTo(key(stub, 3));
            assertThat(Json.write(stub.sent().get(0))).doesNotContain("anna");
        }
    }

    @Test
    void setsNoKeyWithoutAConversation() {
        try (ProviderStub stub = new ProviderStub(Provider.OPENAI).answers("Tomorrow.")) {
            ask(stub.client(), PromptCacheAdvisor.create(), null);

            assertThat(stub.sent().get(0)).doesNotContainKey("prompt_cache_key");
        }
    }

    @Test
    void keepsTheApplicationsOwnKeyAndOptions() {
        try (ProviderStub stub = new ProviderStub(Provider.OPENAI).answers("Tomorrow.")) {
            ChatModel model =
                    stub.client(options -> options.set("promptCacheKey", "ours").set("temperature", 0.2));
            ask(model, PromptCacheAdvisor.create(), "c");

            assertThat(stub.sent().get(0))
                    .containsEntry("prompt_cache_key", "ours")
                    .containsEntry("temperature", 0.2);
        }
    }

    @Test
    void marksSystemPromptAndLastUserMessageForAnthropic() {
        try (ProviderStub stub = new ProviderStub(Provider.ANTHROPIC).answers("Tomorrow.")) {
            ask(stub.client(options -> options.set("temperature", 0.2)), PromptCacheAdvisor.create(), "c");

            Map<String, @Nullable Object> sent = stub.sent().get(0);
            assertThat(Json.write(sent.get("system"))).contains("\"cache_control\"", "You sell things.");
            List<?> messages = (List<?>) Objects.requireNonNull(sent.get("messages"));
            assertThat(json(messages.get(2))).contains("\"cache_control\"", "When does it come?");
            assertThat(json(messages.get(0))).doesNotContain("cache_control");
            assertThat(sent).containsEntry("temperature", 0.2);
        }
    }

    @Test
    void marksLastQuestionBehindAnyNumberOfAnswers() {
        List<Message> chat = new ArrayList<>(CHAT.subList(0, 1));
        for (int i = 0; i < 6; i++) {
            chat.addAll(CHAT.subList(1, 3));
        }
        chat.add(CHAT.get(3));
        try (ProviderStub stub = new ProviderStub(Provider.ANTHROPIC).answers("Tomorrow.")) {
            ask(stub.client(), chat, PromptCacheAdvisor.create(), "c");

            List<String> messages = ((List<?>)
                            Objects.requireNonNull(stub.sent().get(0).get("messages")))
                    .stream().map(PromptCacheAdvisorTest::json).toList();
            assertThat(messages)
                    .filteredOn(message -> message.contains("cache_control"))
                    .containsExactly(messages.get(messages.size() - 1));
        }
    }

    @Test
    void keepsTheApplicationsOwnStrategy() {
        try (ProviderStub stub = new ProviderStub(Provider.ANTHROPIC).answers("Tomorrow.")) {
            ask(stub.client(PromptCacheAdvisorTest::cachingTheSystemPrompt), PromptCacheAdvisor.create(), "c");

            Map<String, @Nullable Object> sent = stub.sent().get(0);
            assertThat(Json.write(sent.get("system"))).contains("\"cache_control\"");
            assertThat(Json.write(sent.get("messages"))).doesNotContain("cache_control");
        }
    }

    @Test
    void streamsToo() {
        String chunk = "{\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"gpt-4o-mini\","
                + "\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"Tomorrow.\"},"
                + "\"finish_reason\":\"stop\"}]}";
        try (ProviderStub stub = new ProviderStub(Provider.OPENAI).streams("data: " + chunk + "\n\ndata: [DONE]\n\n")) {
            List<String> answer = ChatClient.builder(stub.client())
                    .defaultAdvisors(PromptCacheAdvisor.create())
                    .build()
                    .prompt(new Prompt(CHAT))
                    .advisors(request -> request.param(ChatMemory.CONVERSATION_ID, "c"))
                    .stream()
                    .content()
                    .collectList()
                    .block();

            assertThat(answer).contains("Tomorrow.");
            assertThat(key(stub, 0)).startsWith("sc-");
        }
    }

    @Test
    void leavesProvidersWithoutCacheOptionAlone() {
        try (ProviderStub stub = new ProviderStub(Provider.OLLAMA).answers("Tomorrow.")) {
            ask(stub.client(), PromptCacheAdvisor.create(), "c");

            assertThat(Json.write(stub.sent().get(0))).doesNotContain("cache");
        }
    }

    @Test
    void theCompressionModelPaysForNoCache() {
        try (ProviderStub stub = new ProviderStub(Provider.ANTHROPIC).answers("{}")) {
            StructuredChatModel.of(stub.client(PromptCacheAdvisorTest::cachingTheSystemPrompt))
                    .answer(new ModelRequest("Write.", "user: hi", "s", "{}", 100));

            assertThat(Json.write(stub.sent().get(0))).doesNotContain("cache_control");
        }
    }

    private static Fluent cachingTheSystemPrompt(Fluent options) {
        return options.set("cacheOptions", Provider.anthropicCaching("SYSTEM_ONLY"));
    }

    private static String json(@Nullable Object value) {
        return Json.write(value);
    }
}
