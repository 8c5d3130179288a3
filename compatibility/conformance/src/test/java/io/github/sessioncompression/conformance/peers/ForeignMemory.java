package io.github.sessioncompression.conformance.peers;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A memory of an agent framework behind LangChain4j's interface.
 *
 * <p>The agent's own loop compresses before each model call, with the question or the results added; so this does after it added one of them. The
 * system message belongs to the agent there, and is put first here.
 */
abstract class ForeignMemory implements ChatMemory {
    private final Object id;
    private final Set<String> open = ConcurrentHashMap.newKeySet();
    private volatile @Nullable SystemMessage system;

    ForeignMemory(Object id) {
        this.id = id;
    }

    /** Adds a message that is no system message. */
    abstract void append(ChatMessage message);

    /** Compresses if the framework finds it necessary. */
    abstract void compress();

    /** Compresses after the answer of a turn, if the framework does it then; nothing by default. */
    void finish() {}

    /** Messages of the next model call. */
    abstract List<ChatMessage> read();

    /** Removes all messages. */
    abstract void reset();

    @Override
    public Object id() {
        return id;
    }

    @Override
    public void add(ChatMessage message) {
        if (message instanceof SystemMessage prompt) {
            system = prompt;
            return;
        }
        append(message);
        if (message instanceof AiMessage ai) {
            ai.toolExecutionRequests().forEach(call -> open.add(call.id()));
        } else if (message instanceof ToolExecutionResultMessage result) {
            open.remove(result.id());
        }
        if (message instanceof UserMessage || message instanceof ToolExecutionResultMessage && open.isEmpty()) {
            compress();
        } else if (message instanceof AiMessage && open.isEmpty()) {
            finish();
        }
    }

    @Override
    public List<ChatMessage> messages() {
        List<ChatMessage> messages = new ArrayList<>();
        SystemMessage prompt = system;
        if (prompt != null) {
            messages.add(prompt);
        }
        messages.addAll(read());
        return messages;
    }

    @Override
    public void clear() {
        system = null;
        open.clear();
        reset();
    }
}
