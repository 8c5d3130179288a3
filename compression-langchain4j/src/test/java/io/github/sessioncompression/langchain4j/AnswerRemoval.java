package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.guardrail.OutputGuardrailExecutor;
import dev.langchain4j.guardrail.config.OutputGuardrailsConfig;
import dev.langchain4j.memory.ChatMemory;
import java.util.ArrayList;
import java.util.List;

/** Removes the last answer from a memory as the executor of output guardrails does it since LangChain4j 1.19. */
final class AnswerRemoval extends OutputGuardrailExecutor {
    private AnswerRemoval() {
        super(OutputGuardrailsConfig.builder().build(), List.of());
    }

    static void from(ChatMemory memory) {
        from(memory, () -> {});
    }

    /** Removes the last answer; {@code meanwhile} happens after the memory was read. */
    static void from(ChatMemory memory, Runnable meanwhile) {
        List<ChatMessage> messages = new ArrayList<>(memory.messages());
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i) instanceof AiMessage) {
                messages.remove(i);
                break;
            }
        }
        meanwhile.run();
        memory.clear();
        messages.forEach(memory::add);
    }

    /** Runs application code within the executor, as guardrails are run. */
    static void execute(Runnable guardrail) {
        guardrail.run();
    }
}
