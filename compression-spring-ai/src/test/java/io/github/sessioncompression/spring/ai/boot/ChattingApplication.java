package io.github.sessioncompression.spring.ai.boot;

import io.github.sessioncompression.spring.boot.SessionCompressionAutoConfiguration;
import java.util.List;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.chat.memory.autoconfigure.ChatMemoryAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

/** An application with a chat model, as Spring AI's auto-configuration sets it up: one model, and a new builder for whoever asks. */
@Configuration
class ChattingApplication {
    private final RecordingChatModel model = new RecordingChatModel();

    /** The auto-configurations alone, and no property. */
    static ApplicationContextRunner bare() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ChatMemoryAutoConfiguration.class,
                        SessionStateAdvisorAutoConfiguration.class,
                        SpringAiCompressionAutoConfiguration.class,
                        SessionCompressionAutoConfiguration.class));
    }

    /** The same with a small window, and a compression model that is asked once. */
    static ApplicationContextRunner windowed() {
        return bare().withPropertyValues(
                        "session-compression.context-window=4000", "session-compression.model.retries=0");
    }

    /** The whole application. */
    static ApplicationContextRunner runner() {
        return windowed().withUserConfiguration(ChattingApplication.class);
    }

    @Bean
    ChatModel chatModel() {
        return model;
    }

    @Bean
    @Scope("prototype")
    ChatClient.Builder chatClientBuilder(ChatModel chatModel) {
        return ChatClient.builder(chatModel);
    }

    List<Prompt> prompts() {
        return model.prompts();
    }

    String lastPrompt() {
        return prompts().get(prompts().size() - 1).getContents();
    }

    /** Asks a client of the application, in one of its chats. */
    static void chat(AssertableApplicationContext context, String id, String text) {
        context.getBean(ChatClient.Builder.class)
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(context.getBean(ChatMemory.class))
                        .build())
                .build()
                .prompt()
                .system("You sell pottery.")
                .user(text)
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, id))
                .call()
                .content();
    }
}
