package io.github.sessioncompression.langchain4j;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import org.jspecify.annotations.Nullable;

/**
 * What the memories of a builder share.
 *
 * @param ownsCompressor whether the builder made the compressor
 * @param window what is shown while compression is off; {@code null} for everything
 */
record Wiring(
        SessionCompressor compressor,
        boolean ownsCompressor,
        MessageMapper mapper,
        MemoryIds ids,
        @Nullable ChatWindow window,
        boolean cacheBreakpoints) {

    /** The conversation of that name, with LangChain4j's rule of one system message at a time. */
    Conversation conversation(String conversationId) {
        Conversation conversation = compressor.conversation(conversationId);
        conversation.framework().onlyLatestSystem();
        return conversation;
    }

    @Nullable
    Eviction eviction(Object memoryId) {
        return window == null ? null : new Eviction(window, memoryId, mapper, compressor.policy());
    }
}
