package io.github.sessioncompression.conformance.peers;

import ai.koog.agents.core.dsl.extension.HistoryCompressionStrategy;
import com.alibaba.cloud.ai.graph.agent.hook.summarization.SummarizationHook;
import com.google.adk.summarizer.SlidingWindowEventCompactor;
import com.google.adk.summarizer.TailRetentionEventCompactor;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.memory.chat.TokenWindowChatMemory;
import dev.langchain4j.model.TokenCountEstimator;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.agentscope.core.memory.autocontext.AutoContextMemory;
import io.github.sessioncompression.conformance.LangChain4jMemoryContract;
import io.github.sessioncompression.conformance.LangChain4jMessages;
import io.github.sessioncompression.conformance.MemoryContract;
import io.github.sessioncompression.conformance.MemorySize;
import io.github.sessioncompression.conformance.RequestMessage;
import io.github.sessioncompression.conformance.SpringAiMemoryContract;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import java.util.List;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.session.compaction.RecursiveSummarizationCompactionStrategy;
import org.springframework.ai.session.compaction.SlidingWindowCompactionStrategy;
import org.springframework.ai.session.compaction.TokenCountCompactionStrategy;
import org.springframework.ai.session.compaction.TokenCountTrigger;

/** The memories that the page is about, each as its documentation sets it up. */
final class Peers {
    private static final int TOKENS_OF_A_MESSAGE = 3;
    private static final int CHARACTERS_PER_TOKEN = 4;

    private Peers() {}

    /**
     * A memory of the page.
     *
     * @param type a class of its package, whose jar has the version
     */
    record Peer(String name, Class<?> type, Class<? extends MemoryContract> contract) {
        /** Name and version of the jar. */
        String version() {
            String jar =
                    type.getProtectionDomain().getCodeSource().getLocation().getPath();
            return jar.endsWith(".jar") ? jar.replaceAll(".*/(.*)\\.jar$", "$1") : "this build";
        }
    }

    /** Memories in the order of the page. */
    static List<Peer> all() {
        return List.of(
                new Peer("This library, LangChain4j", CompressingChatMemory.class, OursLangChain4j.class),
                new Peer(
                        "This library, Spring AI",
                        io.github.sessioncompression.spring.ai.CompressingChatMemory.class,
                        OursSpringAi.class),
                new Peer("LangChain4j `MessageWindowChatMemory`", MessageWindowChatMemory.class, MessageWindow.class),
                new Peer("LangChain4j `TokenWindowChatMemory`", TokenWindowChatMemory.class, TokenWindow.class),
                new Peer(
                        "Spring AI `MessageWindowChatMemory`",
                        org.springframework.ai.chat.memory.MessageWindowChatMemory.class,
                        SpringWindow.class),
                new Peer(
                        "spring-ai-session, sliding window",
                        SlidingWindowCompactionStrategy.class,
                        SlidingSession.class),
                new Peer("spring-ai-session, token window", TokenCountCompactionStrategy.class, TokenSession.class),
                new Peer(
                        "spring-ai-session, recursive summary",
                        RecursiveSummarizationCompactionStrategy.class,
                        SummarySession.class),
                new Peer("AgentScope `AutoContextMemory`", AutoContextMemory.class, AutoContext.class),
                new Peer("ADK `TailRetentionEventCompactor`", TailRetentionEventCompactor.class, TailRetention.class),
                new Peer("ADK `SlidingWindowEventCompactor`", SlidingWindowEventCompactor.class, SlidingTurns.class),
                new Peer("Koog `WholeHistory`", HistoryCompressionStrategy.class, KoogWhole.class),
                new Peer("Koog `FromLastNMessages`", HistoryCompressionStrategy.class, KoogLast.class),
                new Peer("Spring AI Alibaba `SummarizationHook`", SummarizationHook.class, AlibabaHook.class));
    }

    /** LangChain4j's window of messages. */
    static class MessageWindow extends LangChain4jMemoryContract {
        @Override
        protected ChatMemory create(Object id, MemorySize size) {
            return MessageWindowChatMemory.builder()
                    .id(id)
                    .maxMessages(size.messages())
                    .build();
        }

        @Override
        protected ChatMemory createOver(Object id, MemorySize size, ChatMemoryStore store) {
            return MessageWindowChatMemory.builder()
                    .id(id)
                    .maxMessages(size.messages())
                    .chatMemoryStore(store)
                    .build();
        }
    }

    /** LangChain4j's window of tokens, counted as four characters each. */
    static class TokenWindow extends LangChain4jMemoryContract {
        @Override
        protected ChatMemory create(Object id, MemorySize size) {
            return TokenWindowChatMemory.builder()
                    .id(id)
                    .maxTokens(size.tokens(), new Estimator())
                    .build();
        }

        @Override
        protected ChatMemory createOver(Object id, MemorySize size, ChatMemoryStore store) {
            return TokenWindowChatMemory.builder()
                    .id(id)
                    .maxTokens(size.tokens(), new Estimator())
                    .chatMemoryStore(store)
                    .build();
        }
    }

    private static final class Estimator implements TokenCountEstimator {
        @Override
        public int estimateTokenCountInText(String text) {
            return text.length() / CHARACTERS_PER_TOKEN;
        }

        @Override
        public int estimateTokenCountInMessage(ChatMessage message) {
            RequestMessage read =
                    LangChain4jMessages.toRequest(List.of(message)).get(0);
            return TOKENS_OF_A_MESSAGE + estimateTokenCountInText(read.text());
        }

        @Override
        public int estimateTokenCountInMessages(Iterable<ChatMessage> messages) {
            return StreamSupport.stream(messages.spliterator(), false)
                    .mapToInt(this::estimateTokenCountInMessage)
                    .sum();
        }
    }

    /** Spring AI's window of messages. */
    static class SpringWindow extends SpringAiMemoryContract {
        @Override
        protected org.springframework.ai.chat.memory.ChatMemory create(MemorySize size) {
            return org.springframework.ai.chat.memory.MessageWindowChatMemory.builder()
                    .maxMessages(size.messages())
                    .build();
        }

        @Override
        protected org.springframework.ai.chat.memory.ChatMemory createOver(
                MemorySize size, ChatMemoryRepository repository) {
            return org.springframework.ai.chat.memory.MessageWindowChatMemory.builder()
                    .chatMemoryRepository(repository)
                    .maxMessages(size.messages())
                    .build();
        }
    }

    /** spring-ai-session, compacted after each answer when it has more events than the size. */
    static class SlidingSession extends SpringAiMemoryContract {
        @Override
        protected org.springframework.ai.chat.memory.ChatMemory create(MemorySize size) {
            return new SessionChatMemory(
                    request -> request.events().size() > size.messages(),
                    SlidingWindowCompactionStrategy.builder()
                            .maxEvents(size.messages() / 2)
                            .tokenCountEstimator(new SessionChatMemory.Estimator())
                            .build());
        }
    }

    /** spring-ai-session, half of the tokens kept when there are more than the size. */
    static class TokenSession extends SpringAiMemoryContract {
        @Override
        protected org.springframework.ai.chat.memory.ChatMemory create(MemorySize size) {
            return new SessionChatMemory(
                    TokenCountTrigger.builder()
                            .threshold(size.tokens())
                            .tokenCountEstimator(new SessionChatMemory.Estimator())
                            .build(),
                    TokenCountCompactionStrategy.builder()
                            .maxTokens(size.tokens() / 2)
                            .tokenCountEstimator(new SessionChatMemory.Estimator())
                            .build());
        }
    }

    /** spring-ai-session, with a summary by a model. */
    static class SummarySession extends SpringAiMemoryContract {
        @Override
        protected org.springframework.ai.chat.memory.ChatMemory create(MemorySize size) {
            return createWith(size, SessionChatMemory.summariser());
        }

        @Override
        protected org.springframework.ai.chat.memory.ChatMemory createWith(MemorySize size, ChatModel summariser) {
            return new SessionChatMemory(
                    request -> request.events().size() > size.messages(),
                    RecursiveSummarizationCompactionStrategy.builder(ChatClient.create(summariser))
                            .maxEventsToKeep(size.messages() / 2)
                            .tokenCountEstimator(new SessionChatMemory.Estimator())
                            .build());
        }
    }

    /** The one summary, whatever is to be summarised. */
    private static Function<String, String> constant() {
        return text -> SessionChatMemory.SUMMARY;
    }

    private static Function<String, String> by(dev.langchain4j.model.chat.ChatModel summariser) {
        return text -> summariser.chat("Summarise.");
    }

    /** A contract for a memory of an agent framework. */
    abstract static class OfAgents extends LangChain4jMemoryContract {
        private final AgentMemories.Factory agents;

        private OfAgents(AgentMemories.Factory agents) {
            this.agents = agents;
        }

        @Override
        protected ChatMemory create(Object id, MemorySize size) {
            return agents.memory(id, size, constant());
        }

        @Override
        protected ChatMemory createWith(Object id, MemorySize size, dev.langchain4j.model.chat.ChatModel summariser) {
            return agents.memory(id, size, by(summariser));
        }
    }

    /** AgentScope's memory. */
    static class AutoContext extends OfAgents {
        AutoContext() {
            super(AgentScopeMemory::new);
        }
    }

    /** ADK's session, compacted before a model call. */
    static class TailRetention extends OfAgents {
        TailRetention() {
            super(AdkMemory::tailRetention);
        }
    }

    /** ADK's session, compacted after turns. */
    static class SlidingTurns extends OfAgents {
        SlidingTurns() {
            super(AdkMemory::slidingWindow);
        }
    }

    /** Koog's prompt, all of it summarised. */
    static class KoogWhole extends OfAgents {
        KoogWhole() {
            super((id, size, summary) -> new KoogMemory(id, size, HistoryCompressionStrategy.WholeHistory, summary));
        }
    }

    /** Koog's prompt, half of the messages summarised and the others dropped. */
    static class KoogLast extends OfAgents {
        KoogLast() {
            super((id, size, summary) -> new KoogMemory(
                    id, size, HistoryCompressionStrategy.FromLastNMessages(size.messages() / 2), summary));
        }
    }

    /** Messages of an agent of Spring AI Alibaba. */
    static class AlibabaHook extends OfAgents {
        AlibabaHook() {
            super(AlibabaMemory::new);
        }
    }
}
