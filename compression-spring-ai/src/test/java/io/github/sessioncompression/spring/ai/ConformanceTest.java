package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.conformance.MemorySize;
import io.github.sessioncompression.conformance.SpringAiMemoryContract;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.policy.CompressionPolicy;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.model.ChatModel;

/** This library's memory keeps the promises of the kit for any memory. */
class ConformanceTest extends SpringAiMemoryContract {
    @Override
    protected ChatMemory create(MemorySize size) {
        return memory(compressor(size));
    }

    @Override
    protected ChatMemory createOver(MemorySize size, ChatMemoryRepository repository) {
        return memory(compressor(size).store(ChatMemoryRepositories.asSessionStore(repository)));
    }

    @Override
    protected ChatMemory createWith(MemorySize size, ChatModel summariser) {
        return memory(compressor(size).model(StructuredChatModel.of(summariser)));
    }

    /** Does not ask a failing summariser again: that would take seconds each time. */
    private static SessionCompressor.Builder compressor(MemorySize size) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(size.tokens())
                        .withModel(ModelOptions.defaults().withRetries(0)))
                .executor(Runnable::run);
    }

    private static ChatMemory memory(SessionCompressor.Builder compressor) {
        return CompressingChatMemory.builder().compressor(compressor.build()).build();
    }
}
