package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import io.github.sessioncompression.model.ModelRequest;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a compression call: response schema and output limit, nothing else.
 *
 * <p>Whatever else the model was built with (its name, temperature, effort) stays in force. Providers refuse parameters they do
 * not know, so none is set that is not needed. The limit is needed: Anthropic's client would end an answer after 1,024 tokens, and
 * an answer that is cut off is useless.
 */
final class RequestParameters {
    private static final String OPEN_AI = "dev.langchain4j.model.openai.OpenAiChatRequestParameters";

    private RequestParameters() {}

    /** The parameters of {@code request} to {@code model} as far as {@code dialect} lets them be said. */
    static ChatRequestParameters of(ModelRequest request, ChatModel model, Dialect dialect) {
        ChatRequestParameters defaults = model.defaultRequestParameters();
        DefaultChatRequestParameters.Builder<?> parameters =
                dialect.limit() ? limited(defaults, request.maxOutputTokens()) : DefaultChatRequestParameters.builder();
        if (dialect.schema()) {
            parameters.responseFormat(ResponseFormat.builder()
                    .type(ResponseFormatType.JSON)
                    .jsonSchema(ResponseSchema.of(request.schemaName(), request.jsonSchema()))
                    .build());
        } else if (hasSchema(defaults.responseFormat())) {
            parameters.responseFormat(ResponseFormat.TEXT);
        }
        return parameters.build();
    }

    /** Whether the model was built to answer under a schema of the application's, which is not ours. */
    private static boolean hasSchema(@Nullable ResponseFormat format) {
        return format != null && format.jsonSchema() != null;
    }

    /**
     * OpenAI's models that think refuse {@code max_tokens}, all of them take {@code max_completion_tokens}, and none takes both: so
     * it is the latter unless the model was built with the former.
     */
    private static DefaultChatRequestParameters.Builder<?> limited(
            ChatRequestParameters defaults, int maxOutputTokens) {
        if (defaults.getClass().getName().equals(OPEN_AI) && defaults.maxOutputTokens() == null) {
            return OpenAi.limited(maxOutputTokens);
        }
        return DefaultChatRequestParameters.builder().maxOutputTokens(maxOutputTokens);
    }

    /** Loaded only where OpenAI's module is there. */
    private static final class OpenAi {
        static DefaultChatRequestParameters.Builder<?> limited(int maxOutputTokens) {
            return OpenAiChatRequestParameters.builder().maxCompletionTokens(maxOutputTokens);
        }
    }
}
