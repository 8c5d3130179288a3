package io.github.sessioncompression.langchain4j.guide;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.policy.CompressionPolicy;

public class GardenShop {
    interface Assistant {
        @SystemMessage("You help the customers of a garden shop.")
        String chat(@MemoryId String customer, @UserMessage String question);
    }

    static Assistant assistant(ChatModel model) {
        CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                .policy(CompressionPolicy.forWindow(128_000)) // the chat model's window, in tokens
                .build();
        return AiServices.builder(Assistant.class)
                .chatModel(memories.guard(model)) // keeps requests below the model's limit
                .chatMemoryProvider(memories)
                .build();
    }

    public static void main(String[] args) {
        Assistant assistant = assistant(OpenAiChatModel.builder()
                .apiKey(System.getenv("OPENAI_API_KEY"))
                .modelName("gpt-4o-mini")
                .build());
        System.out.println(assistant.chat("user-42", "When does order 1003 arrive?"));
        System.out.println(assistant.chat("user-42", "Can it come a day later?"));
    }
}
