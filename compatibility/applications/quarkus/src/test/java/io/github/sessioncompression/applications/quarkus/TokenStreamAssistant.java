package io.github.sessioncompression.applications.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import jakarta.enterprise.context.ApplicationScoped;

/** Streams as LangChain4j does it: the answer is added on the HTTP client's thread, which is one of the event loop. */
@RegisterAiService
@ApplicationScoped
public interface TokenStreamAssistant {
    /** Answers by callbacks. */
    @SystemMessage(Assistant.SYSTEM)
    TokenStream chat(@MemoryId String customer, @UserMessage String question);
}
