package io.github.sessioncompression.applications.springai;

import io.github.sessioncompression.SessionCompressor;
import java.util.Scanner;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Answers each line of the standard input, an empty one with whether a compression runs; then says what is kept of the chat. */
@SpringBootApplication
public class GardenShopApplication {
    private static final String CUSTOMER = "user-42";

    @Bean
    ChatClient chatClient(ChatClient.Builder builder, ChatMemory memory) {
        return builder.defaultSystem("You help the customers of a garden shop.")
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
                .build();
    }

    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(GardenShopApplication.class, args)) {
            ChatClient client = context.getBean(ChatClient.class);
            SessionCompressor compressor = context.getBean(SessionCompressor.class);
            Scanner questions = new Scanner(System.in);
            while (questions.hasNextLine()) {
                String question = questions.nextLine();
                if (question.isEmpty()) {
                    System.out.println(
                            "answer: " + compressor.conversation(CUSTOMER).status().compressing());
                    continue;
                }
                System.out.println("answer: "
                        + client.prompt()
                                .user(question)
                                .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, CUSTOMER))
                                .call()
                                .content());
            }
            compressor
                    .conversation(CUSTOMER)
                    .transcript()
                    .forEach(message -> System.out.println("kept: " + message.role() + " " + message.text()));
        }
    }
}
