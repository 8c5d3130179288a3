package io.github.sessioncompression.applications.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import jakarta.enterprise.context.ApplicationScoped;

/** Chats of the garden shop. */
@RegisterAiService(tools = Orders.class)
@ApplicationScoped
public interface Assistant {
    /** What a service says of itself. */
    String SYSTEM = "You help the customers of a garden shop.";

    /** Answers as a whole. */
    @SystemMessage(SYSTEM)
    String chat(@MemoryId String customer, @UserMessage String question);
}
