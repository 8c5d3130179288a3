package io.github.sessioncompression.langchain4j.boot.apart;

import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.spring.AiService;
import dev.langchain4j.service.spring.AiServiceWiringMode;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Has LangChain4j's starter find two AI services with a provider each. */
@Configuration(proxyBeanMethods = false)
@AutoConfigurationPackage
public class ServicesApart {
    @Bean(autowireCandidate = false)
    ChatMemoryProvider supportMemories(CompressingChatMemoryProvider memories) {
        return memories.forService("support");
    }

    @Bean(autowireCandidate = false)
    ChatMemoryProvider therapistMemories(CompressingChatMemoryProvider memories) {
        return memories.forService("therapist");
    }

    /** One of them. */
    @AiService(
            wiringMode = AiServiceWiringMode.EXPLICIT,
            chatModel = "chatModel",
            chatMemoryProvider = "supportMemories")
    public interface Support {
        String chat(@MemoryId String user, @UserMessage String question);
    }

    /** The other one. */
    @AiService(
            wiringMode = AiServiceWiringMode.EXPLICIT,
            chatModel = "chatModel",
            chatMemoryProvider = "therapistMemories")
    public interface Therapist {
        String chat(@MemoryId String user, @UserMessage String question);
    }
}
