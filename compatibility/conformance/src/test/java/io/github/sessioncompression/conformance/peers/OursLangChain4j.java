package io.github.sessioncompression.conformance.peers;

import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.conformance.LangChain4jMemoryContract;
import io.github.sessioncompression.conformance.MemorySize;
import io.github.sessioncompression.langchain4j.ChatMemoryStores;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.langchain4j.StructuredChatModel;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.policy.CompressionPolicy;

/** This library's memory, without the guard or the advisor. */
class OursLangChain4j extends LangChain4jMemoryContract {
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
