package io.github.sessioncompression.langchain4j.guide.desk;

import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.spring.AiService;
import dev.langchain4j.service.spring.AiServiceWiringMode;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Services that are wired explicitly. */
@Configuration(proxyBeanMethods = false)
@AutoConfigurationPackage
class Desk {
    @Bean(autowireCandidate = false)
    ChatMemoryProvider therapistMemories(CompressingChatMemoryProvider memories) {
        return memories.forService("therapist");
    }

    @AiService(
            wiringMode = AiServiceWiringMode.EXPLICIT,
            chatModel = "chatModel",
            chatMemoryProvider = "therapistMemories")
    interface Therapist {
        String chat(@MemoryId String user, @UserMessage String question);
    }

    @Bean(autowireCandidate = false)
    ChatMemoryProvider supportMemories(CompressingChatMemoryProvider memories) {
        return memories.forService("support");
    }

    @AiService(
            wiringMode = AiServiceWiringMode.EXPLICIT,
            chatModel = "chatModel",
            chatMemoryProvider = "supportMemories")
    interface Support {
        String chat(@MemoryId String user, @UserMessage String question);
    }
}
