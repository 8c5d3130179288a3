package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.anthropic.api.AnthropicCacheOptions;
import org.springframework.ai.anthropic.api.AnthropicCacheStrategy;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;

/** The code of the guides compiles and works: each of their blocks for Spring AI stands here or in the guide package. */
class GuidesTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path THIS =
            Path.of("src/test/java", GuidesTest.class.getName().replace('.', '/') + ".java");
    /** Each page begins with one of these; their own tests run them. */
    private static final List<String> APPLICATIONS = List.of("GardenShop.java", "boot/GardenShopApplication.java");

    private static final ChatModel MODEL =
            prompt -> new ChatResponse(List.of(new Generation(new AssistantMessage("Good day."))));

    private static void assertRemembered(ChatClient client, CompressingChatMemory memory) {
        String answer = client.prompt()
                .user("Hello")
                .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, "a"))
                .call()
                .content();
        assertThat(answer).isEqualTo("Good day.");
        assertThat(memory.get("a")).hasSize(2);
    }

    @Test
    void theMemoryRemembers() {
        ChatModel chatModel = MODEL;
        ChatMemoryRepository repository = new InMemoryChatMemoryRepository();
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(128_000)) // or .compressor(..), a SessionCompressor of your own
                .compressionModel(chatModel) // optional: without one the extract compiler writes the states
                .chatMemoryRepository(repository) // optional: any of Spring AI's; in memory by default
                .build();
        ChatClient client = ChatClient.builder(chatModel)
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
                .build();
        assertRemembered(client, memory);
        assertThat(repository.findByConversationId("a")).hasSize(2);
    }

    @Test
    void theAdvisorStandsBesideTheMemorys() {
        ChatModel chatModel = MODEL;
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(128_000))
                .build();
        ChatClient client = ChatClient.builder(chatModel)
                .defaultAdvisors(
                        MessageChatMemoryAdvisor.builder(memory).build(),
                        SessionStateAdvisor.builder(memory).build())
                .build();
        assertRemembered(client, memory);
    }

    @Test
    void migratedMemoryReadsListOfWindowMemory() {
        ChatModel chatModel = MODEL;
        ChatMemoryRepository repository = new InMemoryChatMemoryRepository();
        windowMemory(chatModel, repository)
                .prompt()
                .user("My order is 1003.")
                .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, "b"))
                .call()
                .content();
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .chatMemoryRepository(repository)
                .policy(CompressionPolicy.forWindow(128_000))
                .build();
        ChatClient client = ChatClient.builder(chatModel)
                .defaultAdvisors(
                        MessageChatMemoryAdvisor.builder(memory).build(),
                        SessionStateAdvisor.builder(memory).build())
                .build();
        assertRemembered(client, memory);
        assertThat(memory.get("b")).hasSize(2);
    }

    private static ChatClient windowMemory(ChatModel chatModel, ChatMemoryRepository repository) {
        ChatMemory memory = MessageWindowChatMemory.builder()
                .chatMemoryRepository(repository)
                .maxMessages(20)
                .build();
        ChatClient client = ChatClient.builder(chatModel)
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
                .build();
        return client;
    }

    @Test
    void theCacheAdvisorStandsBesideTheMemorys() {
        ChatModel chatModel = MODEL;
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(128_000))
                .build();
        Advisor memoryAdvisor = MessageChatMemoryAdvisor.builder(memory).build();
        ChatClient client = ChatClient.builder(chatModel)
                .defaultAdvisors(memoryAdvisor, PromptCacheAdvisor.create())
                .build();
        assertRemembered(client, memory);
    }

    /** A bean of the guide to Spring Boot. */
    static final class Beans {
        @Bean(defaultCandidate = false)
        @Qualifier("session-compression")
        ChatModel compressionModel() {
            return smallModel(); // built with a client that does not retry
        }

        private static ChatModel smallModel() {
            return MODEL;
        }
    }

    @Test
    void theBeanIsAChatModel() {
        assertThat(new Beans().compressionModel().call("Hello")).isEqualTo("Good day.");
    }

    /** A class of its own, for in Spring AI 2 the options are in another package. */
    private static final class Anthropic {
        static AnthropicCacheStrategy strategy() {
            AnthropicChatOptions options = AnthropicChatOptions.builder()
                    .cacheOptions(AnthropicCacheOptions.builder()
                            .strategy(AnthropicCacheStrategy.CONVERSATION_HISTORY)
                            .build())
                    .build();
            return options.getCacheOptions().getStrategy();
        }
    }

    @Test
    @EnabledIf("hasTheSources")
    void anthropicOptionsCacheConversationHistory() {
        assertThat(Anthropic.strategy().name()).isEqualTo("CONVERSATION_HISTORY");
    }

    static boolean hasTheSources() {
        return Files.exists(THIS);
    }

    @Test
    @EnabledIf("hasTheSources")
    void everyBlockOfTheGuidesStandsHere() throws IOException {
        assertThat(blocks("spring-ai.md", "")).isEqualTo(3);
        assertThat(blocks("spring-boot.md", "ChatClient.Builder")).isEqualTo(1);
        assertThat(blocks("provider-caching.md", "")).isEqualTo(2);
        assertThat(blocks("migration.md", "chatMemoryRepository")).isEqualTo(2);
        assertThat(blocks("spring-boot.md", "@Qualifier")).isEqualTo(1);
    }

    /** Number of a guide's blocks containing {@code part}; fails for one missing here. */
    private static int blocks(String guide, String part) throws IOException {
        StringBuilder here = new StringBuilder(plain(Files.readString(THIS)));
        for (String application : APPLICATIONS) {
            here.append(plain(Files.readString(THIS.resolveSibling("guide").resolve(application))));
        }
        Matcher block =
                Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(DOCS.resolve(guide)));
        int found = 0;
        while (block.find()) {
            if (block.group(1).contains(part)) {
                assertThat(here.toString()).contains(plain(block.group(1)));
                found++;
            }
        }
        return found;
    }

    private static String plain(String code) {
        return code.replaceAll("//[^\n]*", "").replaceAll("\\s+", "");
    }
}
