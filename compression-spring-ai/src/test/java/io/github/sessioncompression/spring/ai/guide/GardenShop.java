package io.github.sessioncompression.spring.ai.guide;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.SessionStateAdvisor;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;

public class GardenShop {
    private final ChatClient client;

    public GardenShop(ChatModel model) { // any of Spring AI's
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(128_000)) // the chat model's window, in tokens
                .build();
        client = ChatClient.builder(model)
                .defaultSystem("You help the customers of a garden shop.")
                .defaultAdvisors(
                        MessageChatMemoryAdvisor.builder(memory).build(),
                        SessionStateAdvisor.builder(memory).build())
                .build();
    }

    public String chat(String customer, String question) {
        return client.prompt()
                .user(question)
                .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, customer)) // without it the call fails
                .call()
                .content();
    }
}
