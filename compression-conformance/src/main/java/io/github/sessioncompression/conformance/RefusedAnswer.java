package io.github.sessioncompression.conformance;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.guardrail.ChatExecutor;
import dev.langchain4j.guardrail.GuardrailException;
import dev.langchain4j.guardrail.GuardrailRequestParams;
import dev.langchain4j.guardrail.OutputGuardrail;
import dev.langchain4j.guardrail.OutputGuardrailExecutor;
import dev.langchain4j.guardrail.OutputGuardrailRequest;
import dev.langchain4j.guardrail.OutputGuardrailResult;
import dev.langchain4j.guardrail.config.OutputGuardrailsConfig;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/** LangChain4j's executor of output guardrails with one that refuses each answer and has it removed from the memory. */
final class RefusedAnswer {
    /** Result of a guardrail; LangChain4j has it since 1.19. */
    private static final String REMOVAL = "fatalWithMessageRemoval";

    private RefusedAnswer() {}

    /** Nothing is sent again. */
    private static final class NoModel implements ChatExecutor {
        @Override
        public ChatResponse execute() {
            throw new IllegalStateException("the model is not asked again");
        }

        @Override
        public ChatResponse execute(List<ChatMessage> messages) {
            return execute();
        }
    }

    /** Removes the last message of a memory, an answer; skips the test if LangChain4j is older. */
    static void removeFrom(ChatMemory memory) {
        OutputGuardrail refusing = refusing();
        List<ChatMessage> messages = memory.messages();
        AiMessage answer = (AiMessage) messages.get(messages.size() - 1);
        OutputGuardrailRequest request = OutputGuardrailRequest.builder()
                .responseFromLLM(ChatResponse.builder().aiMessage(answer).build())
                .chatExecutor(new NoModel())
                .requestParams(GuardrailRequestParams.builder()
                        .chatMemory(memory)
                        .invocationContext(InvocationContext.builder().build())
                        .userMessageTemplate("")
                        .variables(Map.of())
                        .build())
                .build();
        OutputGuardrailExecutor executor = OutputGuardrailExecutor.builder()
                .config(OutputGuardrailsConfig.builder().build())
                .guardrails(List.of(refusing))
                .build();
        try {
            OutputGuardrailResult ignored = executor.execute(request);
        } catch (GuardrailException e) {
            return; // So a refusal ends.
        }
        throw new AssertionError("the guardrail did not refuse the answer");
    }

    private static OutputGuardrail refusing() {
        Method removal = removal();
        return new OutputGuardrail() {
            @Override
            public OutputGuardrailResult validate(AiMessage answer) {
                try {
                    return (OutputGuardrailResult) removal.invoke(this, "refused");
                } catch (ReflectiveOperationException e) {
                    throw new LinkageError(e.getMessage(), e);
                }
            }
        };
    }

    private static Method removal() {
        try {
            return OutputGuardrail.class.getMethod(REMOVAL, String.class);
        } catch (NoSuchMethodException e) {
            return Assumptions.abort("LangChain4j older than 1.19");
        }
    }
}
