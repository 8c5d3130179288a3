package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.moderation.ModerationModel;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parts that the memories of a builder share.
 *
 * @param ownsCompressor true if the builder made the compressor
 * @param window the part that is shown while compression is off; {@code null} for everything
 */
record Wiring(
        SessionCompressor compressor,
        boolean ownsCompressor,
        MessageMapper mapper,
        MemoryIds ids,
        @Nullable ChatWindow window,
        boolean cacheBreakpoints,
        HandedOut handedOut,
        MemoryTurns turns,
        RequestTools tools,
        SharedChats shared,
        RemovedAnswers removed) {
    /** The conversation of that name, with LangChain4j's rule of one system message at a time. */
    Conversation conversation(String conversationId) {
        Conversation conversation = compressor.conversation(conversationId);
        conversation.framework().onlyLatestSystem();
        return conversation;
    }

    ChatModel guard(ChatModel model) {
        return new GuardedChatModel(Objects.requireNonNull(model, "model"), this);
    }

    StreamingChatModel guard(StreamingChatModel model) {
        return new GuardedStreamingChatModel(Objects.requireNonNull(model, "model"), this);
    }

    ModerationModel guard(ModerationModel model) {
        return new GuardedModerationModel(Objects.requireNonNull(model, "model"), handedOut);
    }

    @Nullable
    Eviction eviction(Object memoryId) {
        return window == null ? null : new Eviction(window, memoryId, mapper, compressor.policy());
    }
}
