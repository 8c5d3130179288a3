package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** Translates a response of Spring AI into a {@link ModelAnswer}: the text as it came, why it ended, what it cost. */
final class Answers {
    /** Metadata that mark a generation as thinking: Anthropic's signature, redacted data and streaming mark, Gemini's thought. */
    private static final Set<String> THINKING = Set.of("signature", "data", "thinking", "isThought");

    private Answers() {}

    /** The answer in {@code response}; one that holds nothing becomes an empty text. */
    static ModelAnswer read(@Nullable ChatResponse response, ChatModel by) {
        if (response == null) {
            return ModelAnswer.of("");
        }
        StringBuilder text = new StringBuilder();
        FinishReason reason = FinishReason.STOP;
        for (Generation generation : answers(response.getResults())) {
            AssistantMessage message = generation.getOutput();
            if (message.getText() != null) {
                text.append(message.getText());
            }
            reason = worse(reason, reason(generation, message));
        }
        return new ModelAnswer(
                text.toString(), reason, ReportedUsage.of(response, by).orElse(null));
    }

    /** The parts of a response without the thinking, unless that is all there is: then the marks mean something else. */
    private static List<Generation> answers(List<Generation> parts) {
        List<Generation> answers =
                parts.stream().filter(part -> !isThinking(part.getOutput())).toList();
        return answers.isEmpty() ? parts : answers;
    }

    private static boolean isThinking(AssistantMessage message) {
        return !message.hasToolCalls()
                && THINKING.stream()
                        .map(message.getMetadata()::get)
                        .anyMatch(value -> value != null && !Boolean.FALSE.equals(value));
    }

    private static FinishReason reason(Generation generation, AssistantMessage message) {
        if (message.hasToolCalls()) {
            return FinishReason.TOOL_CALLS;
        }
        if (message.getMetadata().get("refusal") instanceof String refusal && !refusal.isBlank()) {
            return FinishReason.CONTENT_FILTER;
        }
        return FinishReason.of(generation.getMetadata().getFinishReason());
    }

    /** The reason of a part that did not stop by itself, if there is one. */
    private static FinishReason worse(FinishReason one, FinishReason other) {
        return one == FinishReason.STOP ? other : one;
    }
}
