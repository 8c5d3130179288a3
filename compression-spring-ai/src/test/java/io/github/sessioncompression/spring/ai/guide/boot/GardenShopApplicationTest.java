package io.github.sessioncompression.spring.ai.guide.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The application of the guide runs with what it says: the dependency and two properties. */
class GardenShopApplicationTest {
    /** On the class path for other tests, and not in one version with the rest everywhere. */
    private static final String OTHERS_OFF = "--spring.autoconfigure.exclude="
            + "org.springframework.ai.model.chat.memory.repository.jdbc.autoconfigure.JdbcChatMemoryRepositoryAutoConfiguration";

    @Test
    void theSecondQuestionIsAskedWithTheFirstAndTheStateIsExplained() {
        Counting model = new Counting();
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(GardenShopApplication.class)
                .initializers(starting -> starting.getBeanFactory().registerSingleton("chatModel", model))
                .web(WebApplicationType.NONE)
                .run(
                        "--session-compression.context-window=128000",
                        "--session-compression.compression-model=chat-model",
                        OTHERS_OFF)) {
            ChatClient client = context.getBean(ChatClient.class);

            assertThat(GardenShopApplication.chat(client, "user-42", "When does order 1003 arrive?"))
                    .isEqualTo("2 messages");
            assertThat(GardenShopApplication.chat(client, "user-42", "Can it come a day later?"))
                    .isEqualTo("4 messages");
            assertThat(model.prompts)
                    .allSatisfy(prompt -> assertThat(prompt.getContents()).contains("garden shop", "session_state"));
            assertThat(context.getBean(SessionCompressor.class)
                            .conversation("user-42")
                            .transcript())
                    .hasSize(4);
        }
    }

    /** Answers how many messages it was sent. */
    private static final class Counting implements ChatModel {
        private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

        @Override
        public ChatResponse call(Prompt prompt) {
            prompts.add(prompt);
            return new ChatResponse(List.of(
                    new Generation(new AssistantMessage(prompt.getInstructions().size() + " messages"))));
        }
    }
}
