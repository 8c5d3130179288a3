package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.text.LogText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.metadata.ChatGenerationMetadata;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.model.tool.ToolExecutionResult;

/**
 * Answers that a tool loop gives the user without the model: results of tools with {@code returnDirect}, and the refusal of more calls than the
 * loop allows. A memory inside the loop does not get them.
 */
final class ToolAnswers {
    private static final Logger log = LoggerFactory.getLogger(ToolAnswers.class);

    /** Finish reason and metadata of a refusal; Spring AI has them since 2.0. */
    private static final String LIMIT = "toolCallLimitExceeded";

    private static final String BEFORE_LIMIT = "partialToolResponses";

    private ToolAnswers() {}

    /** Stores an answer of that kind, unless the chat's memory has it; no effect on all others. */
    static void store(Turn turn, ChatClientResponse response) {
        if (response.chatResponse() == null) {
            return;
        }
        List<Generation> answers = response.chatResponse().getResults().stream()
                .filter(each -> isReason(each, ToolExecutionResult.FINISH_REASON) || isReason(each, LIMIT))
                .toList();
        if (!answers.isEmpty()) {
            store(turn, answers);
        }
    }

    private static boolean isReason(Generation generation, String reason) {
        ChatGenerationMetadata metadata = generation.getMetadata();
        return metadata != null && reason.equals(metadata.getFinishReason());
    }

    private static void store(Turn turn, List<Generation> answers) {
        String shown = answers.stream().map(ToolAnswers::text).collect(Collectors.joining("\n"));
        try {
            turn.answeredByTools(results(answers), shown);
        } catch (RuntimeException e) {
            log.warn(
                    "Conversation {}: the answer of its tools could not be stored ({}). The next request says that their results are unknown.",
                    LogText.name(turn.conversation().id()),
                    e.getClass().getName());
        }
    }

    private static String text(Generation generation) {
        return Objects.requireNonNullElse(generation.getOutput().getText(), "");
    }

    private static List<Message> results(List<Generation> answers) {
        List<Message> results = new ArrayList<>();
        for (Generation answer : answers) {
            ChatGenerationMetadata metadata = answer.getMetadata();
            if (metadata.get(BEFORE_LIMIT) instanceof List<?> before) {
                before.stream()
                        .filter(ToolResponse.class::isInstance)
                        .map(ToolResponse.class::cast)
                        .forEach(each -> results.add(Message.toolResult(each.id(), each.name(), each.responseData())));
            } else if (metadata.get(ToolExecutionResult.METADATA_TOOL_ID) instanceof String id
                    && metadata.get(ToolExecutionResult.METADATA_TOOL_NAME) instanceof String name) {
                results.add(Message.toolResult(id, name, text(answer)));
            }
        }
        return results;
    }
}
