package io.github.sessioncompression.compare;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.memory.chat.TokenWindowChatMemory;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.session.compaction.RecursiveSummarizationCompactionStrategy;
import org.springframework.ai.session.compaction.TokenCountCompactionStrategy;

/** The memories that are compared. */
final class Memories {
    private static final int KEPT = 2;

    private Memories() {}

    /** The built-in memories and those of the class path; the first is the one that bills are compared with. */
    static List<NamedMemory> all() {
        List<NamedMemory> all = new ArrayList<>(builtIn());
        ServiceLoader.load(MemorySource.class).forEach(source -> all.addAll(source.memories()));
        return all;
    }

    private static List<NamedMemory> builtIn() {
        return List.of(
                new NamedMemory(
                        "LangChain4j TokenWindowChatMemory",
                        TokenWindowChatMemory.class,
                        room -> new LangChain4jCompared(TokenWindowChatMemory.withMaxTokens(
                                room.window(), new LangChain4jCompared.Estimator()))),
                new NamedMemory(
                        "LangChain4j MessageWindowChatMemory",
                        MessageWindowChatMemory.class,
                        room -> new LangChain4jCompared(MessageWindowChatMemory.withMaxMessages(room.messages()))),
                new NamedMemory(
                        "Spring AI MessageWindowChatMemory",
                        org.springframework.ai.chat.memory.MessageWindowChatMemory.class,
                        room -> new SpringAiCompared(
                                org.springframework.ai.chat.memory.MessageWindowChatMemory.builder()
                                        .maxMessages(room.messages())
                                        .build())),
                new NamedMemory(
                        "spring-ai-session token window",
                        TokenCountCompactionStrategy.class,
                        room -> new SpringAiCompared(new SessionMemory(
                                room.history(),
                                TokenCountCompactionStrategy.builder()
                                        .maxTokens(room.history() / KEPT)
                                        .tokenCountEstimator(new SessionMemory.Estimator())
                                        .build()))),
                new NamedMemory(
                        "spring-ai-session recursive summary",
                        RecursiveSummarizationCompactionStrategy.class,
                        room -> new SpringAiCompared(new SessionMemory(
                                room.history(),
                                RecursiveSummarizationCompactionStrategy.builder(
                                                ChatClient.create(new ScriptedChatModel(room.summariser())))
                                        .maxEventsToKeep(room.messages() / KEPT)
                                        .tokenCountEstimator(new SessionMemory.Estimator())
                                        .build()))),
                new NamedMemory(
                        "Session Compression LangChain4j",
                        CompressingChatMemory.class,
                        room -> new LangChain4jCompared(CompressingChatMemory.builder()
                                .id("chat")
                                .compressor(compressor(room.window()))
                                .build())),
                new NamedMemory(
                        "Session Compression Spring AI",
                        io.github.sessioncompression.spring.ai.CompressingChatMemory.class,
                        room -> new SpringAiCompared(
                                io.github.sessioncompression.spring.ai.CompressingChatMemory.builder()
                                        .compressor(compressor(room.history()))
                                        .build())));
    }

    private record ScriptedChatModel(Summariser summariser) implements ChatModel {
        @Override
        public ChatResponse call(Prompt prompt) {
            return new ChatResponse(
                    List.of(new Generation(new AssistantMessage(summariser.apply(prompt.getContents())))));
        }
    }

    private static SessionCompressor compressor(int window) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(window))
                .executor(Runnable::run)
                .build();
    }
}
