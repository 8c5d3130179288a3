package io.github.sessioncompression.langchain4j.boot.two;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.spring.AiService;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.context.annotation.Configuration;

/** Has LangChain4j's starter find two AI services for the same users. */
@Configuration(proxyBeanMethods = false)
@AutoConfigurationPackage
public class TwoServices {
    /** One of them. */
    @AiService
    public interface Support {
        @SystemMessage("You are the support desk.")
        String chat(@MemoryId String user, @UserMessage String question);
    }

    /** The other one. */
    @AiService
    public interface Therapist {
        @SystemMessage("You are the therapist.")
        String chat(@MemoryId String user, @UserMessage String question);
    }
}
