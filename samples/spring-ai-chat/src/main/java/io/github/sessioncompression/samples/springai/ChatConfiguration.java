package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.command.ChatCommands;
import io.github.sessioncompression.event.Notices;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;

/** The chat as any application with Spring AI has it; of compression it knows the commands alone. */
@Configuration(proxyBeanMethods = false)
class ChatConfiguration {
    private static final Logger log = LoggerFactory.getLogger(ChatConfiguration.class);

    @Bean
    ChatClient chatClient(ChatClient.Builder builder, ChatMemory memory) {
        return builder.defaultSystem("You are a helpful assistant in a web page. It shows Markdown.")
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
                .build();
    }

    @Bean
    ChatCommands chatCommands() {
        return ChatCommands.of(Notices.of(Locale.ENGLISH));
    }

    @EventListener
    void ready(ApplicationReadyEvent event) {
        Environment environment = event.getApplicationContext().getEnvironment();
        log.info("The chat is at http://localhost:{}/", environment.getProperty("local.server.port"));
        if (!environment.getProperty("session-compression.store", "").equals("memory")) {
            log.info("Chats are kept in {}.mv.db", environment.getProperty("chat.file"));
        }
    }

    @Bean
    @ConditionalOnProperty(name = "spring.ai.model.chat", havingValue = "none")
    ChatModel demoModel() {
        return new DemoModel();
    }
}
