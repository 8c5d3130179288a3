package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The example of the README is this code. */
class ReadmeTest {
    private static final Path ROOT = Path.of("..");
    private static final Path THIS =
            Path.of("src/test/java", ReadmeTest.class.getName().replace('.', '/') + ".java");

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
        assertThat(assistant.chat("Hello")).isEqualTo("2 messages");
        assertThat(assistant.chat("Again")).isEqualTo("4 messages");
    }

    static boolean hasTheSources() {
        return Files.exists(THIS);
    }

    @Test
    @EnabledIf("hasTheSources")
    void theExampleStandsInTheReadmeAndTheGuide() throws IOException {
        String here = plain(Files.readString(THIS));
        for (Path page : new Path[] {ROOT.resolve("README.md"), ROOT.resolve("docs/langchain4j.md")}) {
            String text = Files.readString(page);
            int start = text.indexOf("Assistant assistant = AiServices");
            assertThat(start).isPositive();
            assertThat(here).contains(plain(text.substring(start, text.indexOf("```", start))));
        }
    }

    private static String plain(String code) {
        return code.replaceAll("//[^\n]*", "").replaceAll("\\s+", " ");
    }
}
