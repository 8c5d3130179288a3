package io.github.sessioncompression.langchain4j.guide.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.github.sessioncompression.SessionCompressor;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The application of the guide runs with what it says: the dependency and two properties. */
class GardenShopApplicationTest {
    @Test
    void theSecondQuestionIsAskedWithTheFirst() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(GardenShopApplication.class)
                .initializers(starting -> starting.getBeanFactory().registerSingleton("chatModel", new Counting()))
                .web(WebApplicationType.NONE)
                .run(
                        "--session-compression.context-window=128000",
                        "--session-compression.compression-model=chat-model")) {
            GardenShopApplication.Assistant assistant = context.getBean(GardenShopApplication.Assistant.class);

            // A singleton from outside has no guard, so the first request has no awareness block.
            assertThat(assistant.chat("user-42", "When does order 1003 arrive?"))
                    .isEqualTo("1 messages");
            assertThat(assistant.chat("user-42", "Can it come a day later?")).isEqualTo("4 messages");
            assertThat(context.getBean(SessionCompressor.class)
                            .conversation("user-42")
                            .transcript())
                    .hasSize(4);
        }
    }

    /** Answers how many messages it was sent. */
    private static final class Counting implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from(request.messages().size() + " messages"))
                    .build();
        }
    }
}
