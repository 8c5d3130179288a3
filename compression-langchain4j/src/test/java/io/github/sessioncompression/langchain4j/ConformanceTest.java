package io.github.sessioncompression.langchain4j;

import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.conformance.LangChain4jMemoryContract;
import io.github.sessioncompression.conformance.MemorySize;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.policy.CompressionPolicy;

/** This library's memory keeps the promises of the kit for any memory. */
class ConformanceTest extends LangChain4jMemoryContract {
    @Override
    protected ChatMemory create(Object id, MemorySize size) {
        return memory(id, compressor(size));
    }

    @Override
    protected ChatMemory createOver(Object id, MemorySize size, ChatMemoryStore store) {
        return memory(id, compressor(size).store(ChatMemoryStores.asSessionStore(store)));
    }

    @Override
    protected ChatMemory createWith(Object id, MemorySize size, ChatModel summariser) {
        return memory(id, compressor(size).model(StructuredChatModel.of(summariser)));
    }

    /** Does not ask a failing summariser again: that would take seconds each time. */
    private static SessionCompressor.Builder compressor(MemorySize size) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(size.tokens())
                        .withModel(ModelOptions.defaults().withRetries(0)))
                .executor(Runnable::run);
    }

    private static ChatMemory memory(Object id, SessionCompressor.Builder compressor) {
        return CompressingChatMemory.builder()
                .id(id)
                .compressor(compressor.build())
                .build();
    }
}
