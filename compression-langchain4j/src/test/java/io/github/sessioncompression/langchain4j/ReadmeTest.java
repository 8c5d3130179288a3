package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.context.annotation.Bean;

/** The code of README and guides compiles and works: each of their blocks for LangChain4j stands here or in the guide package. */
@Tag("once")
class ReadmeTest {
    private static final Path ROOT = Path.of("..");
    private static final Path THIS =
            Path.of("src/test/java", ReadmeTest.class.getName().replace('.', '/') + ".java");
    /** Each page begins with one of these; their own tests run them. */
    private static final List<String> APPLICATIONS =
            List.of("GardenShop.java", "boot/GardenShopApplication.java", "desk/Desk.java");

    interface Assistant {
        String chat(String message);
    }

    @Test
    void theExampleAnswers() {
        ChatModel model = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from(request.messages().size() + " messages"))
                        .build();
            }
        };
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model)
                .chatMemory(CompressingChatMemory.builder() // was: MessageWindowChatMemory.withMaxMessages(20)
                        .policy(CompressionPolicy.forWindow(128_000)) // the chat model's window, in tokens
                        .build())
                .build();
        // Without a guard the first request has no awareness block.
        assertThat(assistant.chat("Hello")).isEqualTo("1 messages");
        assertThat(assistant.chat("Again")).isEqualTo("4 messages");
    }

    @Test
    void theUsageOfEachCallIsBooked() {
        ChatModel model = politeModel();
        try (CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                .policy(CompressionPolicy.forWindow(128_000))
                .build()) {
            AiServices<Assistant> service = AiServices.builder(Assistant.class)
                    .chatModel(model)
                    .chatMemoryProvider(memories)
                    .registerListener(memories.usageListener());
            service.build().chat("Hello");
            CompressingChatMemory memory = memories.get("default");
            assertThat(memory.conversation().status().stats().chatUsage().inputTokens())
                    .isEqualTo(12);
        }
    }

    @Test
    void aGuardedModelBooksItsUsage() {
        ChatModel model = politeModel();
        try (CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                .policy(CompressionPolicy.forWindow(128_000))
                .build()) {
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(memories.guard(model))
                    .chatMemoryProvider(memories)
                    .build();
            assistant.chat("Hello");
            assertThat(memories.conversation("default")
                            .status()
                            .stats()
                            .chatUsage()
                            .inputTokens())
                    .isEqualTo(12);
        }
    }

    @Test
    void compressionModelOfGuideIsBuilt() {
        String key = "none";
        CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                .policy(CompressionPolicy.forWindow(128_000))
                .compressionModel(OpenAiChatModel.builder()
                        .apiKey(key)
                        .modelName("gpt-4.1-mini")
                        .maxRetries(0)
                        .build())
                .build();
        try (memories) {
            assertThat(memories.get("user-42").messages()).isEmpty();
        }
    }

    @Test
    void migratedMemoryReadsListOfWindowMemory() {
        ChatModel model = politeModel();
        ChatMemoryStore store = new InMemoryChatMemoryStore();
        windowMemory(model, store).chat("My order is 1003.");

        CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                .policy(CompressionPolicy.forWindow(128_000))
                .chatMemoryStore(store)
                .build();
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(memories.guard(model))
                .chatMemoryProvider(memories)
                .build();

        try (memories) {
            assistant.chat("When does it arrive?");
            assertThat(memories.conversation("default").transcript()).hasSize(4);
        }
    }

    private static Assistant windowMemory(ChatModel model, ChatMemoryStore store) {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model)
                .chatMemoryProvider(id -> MessageWindowChatMemory.builder()
                        .id(id)
                        .maxMessages(20)
                        .chatMemoryStore(store)
                        .build())
                .build();
        return assistant;
    }

    /** A bean of the guide to Spring Boot. */
    static final class Beans {
        @Bean
        StructuredModel compressionModel() {
            return StructuredChatModel.of(smallModel()); // built with maxRetries(0)
        }

        private static ChatModel smallModel() {
            return new ChatModel() {
                @Override
                public ChatResponse doChat(ChatRequest request) {
                    return ChatResponse.builder()
                            .aiMessage(AiMessage.from("{}"))
                            .build();
                }
            };
        }
    }

    @Test
    void theBeanOfTheGuideCompresses() throws Exception {
        ModelRequest request = new ModelRequest("Compress.", "…", "session_state", "{}", 100);

        assertThat(new Beans().compressionModel().answer(request).text()).isEqualTo("{}");
    }

    static boolean hasTheSources() {
        return Files.exists(THIS);
    }

    @Test
    @EnabledIf("hasTheSources")
    void theExamplesOfReadmeAndGuidesAreThisCode() throws IOException {
        assertThat(blocks("README.md", "AiServices")).isEqualTo(1);
        assertThat(blocks("docs/langchain4j.md", "")).isEqualTo(5);
        assertThat(blocks("docs/migration.md", "AiServices")).isEqualTo(2);
        assertThat(blocks("docs/spring-boot.md", "@AiService")).isEqualTo(2);
        assertThat(blocks("docs/spring-boot.md", "StructuredChatModel")).isEqualTo(1);
    }

    /** Number of a page's blocks containing {@code part}; fails for one missing here. */
    private static int blocks(String page, String part) throws IOException {
        StringBuilder here = new StringBuilder(plain(Files.readString(THIS)));
        for (String application : APPLICATIONS) {
            here.append(plain(Files.readString(THIS.resolveSibling("guide").resolve(application))));
        }
        Matcher block =
                Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(ROOT.resolve(page)));
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

    /** Says the same each time, and reports 12 tokens read and 3 written. */
    private static ChatModel politeModel() {
        return new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from("Good day."))
                        .tokenUsage(new TokenUsage(12, 3))
                        .build();
            }
        };
    }
}
