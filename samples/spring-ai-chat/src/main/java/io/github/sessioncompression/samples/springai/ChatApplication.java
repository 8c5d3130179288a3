package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.command.ChatCommands;
import io.github.sessioncompression.command.Notices;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;

/** The application: a chat in the browser, kept within the model's window by the starter and two properties. */
@SpringBootApplication(proxyBeanMethods = false)
public class ChatApplication {
    private static final Logger log = LoggerFactory.getLogger(ChatApplication.class);

    /** Starts it, or prints help. */
    public static void main(String... args) throws IOException {
        if (List.of(args).contains("--help")) {
            try (InputStream help = Objects.requireNonNull(ChatApplication.class.getResourceAsStream("/help.txt"))) {
                System.out.print(new String(help.readAllBytes(), StandardCharsets.UTF_8));
            }
            return;
        }
        application().run(args);
    }

    /** The application, not started yet. */
    static SpringApplication application() {
        SpringApplication application = new SpringApplication(ChatApplication.class);
        application.addInitializers(new ModelChoice());
        return application;
    }

    /** The chat as any application with Spring AI has it; of compression this class knows the commands alone. */
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
        String port = environment.getProperty("local.server.port");
        log.info(
                "The chat is at http://localhost:{}/, the console at http://localhost:{}/session-compression",
                port,
                port);
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
