package io.github.sessioncompression.applications.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.smallrye.mutiny.Multi;
import jakarta.enterprise.context.ApplicationScoped;

/** The same chats, streamed. */
@RegisterAiService(tools = Orders.class)
@ApplicationScoped
public interface StreamingAssistant {
    /** Answers piece by piece. */
    @SystemMessage(Assistant.SYSTEM)
    Multi<String> chat(@MemoryId String customer, @UserMessage String question);
}
