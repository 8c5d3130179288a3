package io.github.sessioncompression.conformance.peers;

import ai.koog.agents.core.dsl.extension.HistoryCompressionStrategy;
import com.alibaba.cloud.ai.graph.agent.hook.summarization.SummarizationHook;
import com.google.adk.summarizer.SlidingWindowEventCompactor;
import com.google.adk.summarizer.TailRetentionEventCompactor;
import dev.langchain4j.memory.ChatMemory;
import io.agentscope.core.memory.autocontext.AutoContextMemory;
import io.github.sessioncompression.conformance.MemorySize;
import java.util.List;
import java.util.function.Function;

/** Memories of agent frameworks behind LangChain4j's interface. */
public final class AgentMemories {
    private AgentMemories() {}

    /** Makes a memory. */
    public interface Factory {
        /** Makes it; {@code summary} writes a summary of the text that it is given. */
        ChatMemory memory(Object id, MemorySize size, Function<String, String> summary);
    }

    /**
     * A memory of an agent framework.
     *
     * @param type a class of its library
     */
    public record Agent(String name, Class<?> type, Factory factory) {}

    /** All of them. */
    public static List<Agent> all() {
        return List.of(
                new Agent("AgentScope AutoContextMemory", AutoContextMemory.class, AgentScopeMemory::new),
                new Agent(
                        "ADK TailRetentionEventCompactor", TailRetentionEventCompactor.class, AdkMemory::tailRetention),
                new Agent(
                        "ADK SlidingWindowEventCompactor", SlidingWindowEventCompactor.class, AdkMemory::slidingWindow),
                new Agent(
                        "Koog WholeHistory",
                        HistoryCompressionStrategy.class,
                        (id, size, summary) ->
                                new KoogMemory(id, size, HistoryCompressionStrategy.WholeHistory, summary)),
                new Agent(
                        "Koog FromLastNMessages",
                        HistoryCompressionStrategy.class,
                        (id, size, summary) -> new KoogMemory(
                                id,
                                size,
                                HistoryCompressionStrategy.FromLastNMessages(size.messages() / 2),
                                summary)),
                new Agent("Spring AI Alibaba SummarizationHook", SummarizationHook.class, AlibabaMemory::new));
    }
}
