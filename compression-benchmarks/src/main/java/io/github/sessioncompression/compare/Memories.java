package io.github.sessioncompression.compare;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.memory.chat.TokenWindowChatMemory;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.List;

/** The memories that are compared. None asks a model. */
final class Memories {
    private Memories() {}

    /** Makes a memory of an empty chat. */
    interface Factory {
        /**
         * Makes it.
         *
         * @param window its size in tokens
         * @param messages its size in messages: as many of the transcript as the window holds on average
         */
        ComparedMemory create(int window, int messages);
    }

    /** A memory of the table. */
    record Named(String name, Factory factory) {}

    /** The first is the one that bills are compared with. */
    static List<Named> all() {
        return List.of(
                new Named(
                        "LangChain4j TokenWindowChatMemory",
                        (window, messages) -> new LangChain4jCompared(
                                TokenWindowChatMemory.withMaxTokens(window, new LangChain4jCompared.Estimator()))),
                new Named(
                        "LangChain4j MessageWindowChatMemory",
                        (window, messages) ->
                                new LangChain4jCompared(MessageWindowChatMemory.withMaxMessages(messages))),
                new Named(
                        "Spring AI MessageWindowChatMemory",
                        (window, messages) -> new SpringAiCompared(
                                org.springframework.ai.chat.memory.MessageWindowChatMemory.builder()
                                        .maxMessages(messages)
                                        .build())),
                new Named(
                        "spring-ai-session, token window, half kept",
                        (window, messages) -> new SpringAiCompared(new SessionMemory(window))),
                new Named(
                        "Session Compression, LangChain4j",
                        (window, messages) -> new LangChain4jCompared(CompressingChatMemory.builder()
                                .id("chat")
                                .compressor(compressor(window))
                                .build())),
                new Named(
                        "Session Compression, Spring AI",
                        (window, messages) -> new SpringAiCompared(
                                io.github.sessioncompression.spring.ai.CompressingChatMemory.builder()
                                        .compressor(compressor(window))
                                        .build())));
    }

    private static SessionCompressor compressor(int window) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(window))
                .executor(Runnable::run)
                .build();
    }
}
