package io.github.sessioncompression.applications.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import jakarta.enterprise.context.ApplicationScoped;

/** On a model by name, which has no guard. */
@RegisterAiService(modelName = "other", tools = Orders.class)
@ApplicationScoped
public interface NamedAssistant {
    /** Answers as a whole. */
    @SystemMessage(Assistant.SYSTEM)
    String chat(@MemoryId String customer, @UserMessage String question);
}
