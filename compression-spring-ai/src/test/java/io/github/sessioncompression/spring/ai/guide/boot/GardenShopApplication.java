package io.github.sessioncompression.spring.ai.guide.boot;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class GardenShopApplication {
    @Bean
    ChatClient chatClient(ChatClient.Builder builder, ChatMemory memory) {
        return builder.defaultSystem("You help the customers of a garden shop.")
                .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
                .build();
    }

    static String chat(ChatClient client, String customer, String question) {
        return client.prompt()
                .user(question)
                .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, customer)) // without it the call fails
                .call()
                .content();
    }

    public static void main(String[] args) {
        ChatClient client =
                SpringApplication.run(GardenShopApplication.class, args).getBean(ChatClient.class);
        System.out.println(chat(client, "user-42", "When does order 1003 arrive?"));
        System.out.println(chat(client, "user-42", "Can it come a day later?"));
    }
}
