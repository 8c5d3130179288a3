package io.github.sessioncompression.conformance.peers;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.conformance.MemorySize;
import io.github.sessioncompression.conformance.SpringAiMemoryContract;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.ChatMemoryRepositories;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.StructuredChatModel;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.model.ChatModel;

/** This library's memory, without the guard or the advisor. */
class OursSpringAi extends SpringAiMemoryContract {
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
