package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.service.AiServices;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.langchain4j.UsageListener;
import java.util.function.UnaryOperator;

/**
 * A chat on LangChain4j: an AI service with a streaming model, tools, and the compressing memory.
 *
 * <p>Used by one thread; turns are answered on the model's.
 */
final class Chat {
    private final CompressingChatMemoryProvider memories;
    private final InterruptibleModel model;
    private final Assistant assistant;
    private int number = 1;

    /**
     * A chat.
     *
     * @param model the model that talks
     * @param memories where the messages go
     * @param wiring adds tools and the system prompt
     */
    Chat(
            StreamingChatModel model,
            CompressingChatMemoryProvider memories,
            UnaryOperator<AiServices<Assistant>> wiring) {
        this.memories = memories;
        this.model = new InterruptibleModel(model);
        this.assistant = wiring.apply(AiServices.builder(Assistant.class))
                .streamingChatModel(this.model)
                .chatMemoryProvider(memories)
                .registerListener(UsageListener.of(memories::conversation))
                .hallucinatedToolNameStrategy(
                        call -> ToolExecutionResultMessage.from(call, "There is no tool of that name."))
                .build();
    }

    /** Asks. */
    Turn ask(String text, Turn.Listener listener) {
        Gate gate = model.nextTurn();
        return Turn.start(assistant.answer(id(), text), conversation(), gate, listener);
    }

    /** The chat that is going on. */
    Conversation conversation() {
        return memories.conversation(id());
    }

    /** Leaves the chat and begins another. */
    void startAnew() {
        number++;
    }

    private String id() {
        return "chat-" + number;
    }
}
