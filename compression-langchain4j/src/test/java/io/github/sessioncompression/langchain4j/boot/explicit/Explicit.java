package io.github.sessioncompression.langchain4j.boot.explicit;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.spring.AiService;
import dev.langchain4j.service.spring.AiServiceWiringMode;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.Configuration;

/** Has LangChain4j's starter find an AI service that names its provider. */
@Configuration(proxyBeanMethods = false)
@AutoConfigurationPackage
public class Explicit {
    /** Keeps the provider's own chats. */
    @AiService(
            wiringMode = AiServiceWiringMode.EXPLICIT,
            chatModel = "chatModel",
            chatMemoryProvider = "compressingChatMemoryProvider")
    public interface Notary {
        String chat(@MemoryId String user, @UserMessage String question);
    }
}
