package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;

/** The AI service. */
interface Assistant {
    /** Answers one message of a chat, streamed. */
    TokenStream answer(@MemoryId String chatId, @UserMessage String text);
}
