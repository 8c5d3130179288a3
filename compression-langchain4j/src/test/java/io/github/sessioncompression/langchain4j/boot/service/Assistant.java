package io.github.sessioncompression.langchain4j.boot.service;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.spring.AiService;

/** An AI service that LangChain4j's starter wires by itself. */
@AiService
public interface Assistant {
    @SystemMessage("You sell pottery.")
    String chat(@MemoryId String memoryId, @UserMessage String message);
}
