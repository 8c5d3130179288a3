package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.RequestForm;
import io.github.sessioncompression.model.RequestForm.Limit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a compression call: response schema and output limit, nothing else.
 *
 * <p>The model's other parameters (its name, temperature, effort) stay in force. Providers refuse parameters they do
 * not know, so none is set that is not needed. The limit is needed: Anthropic's client would end an answer after 1,024 tokens, and
 * an answer that is cut off is useless.
 */
final class RequestParameters {
    private static final String OPEN_AI = "dev.langchain4j.model.openai.OpenAiChatRequestParameters";

    private RequestParameters() {}

    /** The parameters of {@code request} to {@code model} in the form that is asked for. */
    static ChatRequestParameters of(ModelRequest request, ChatModel model, RequestForm form) {
        ChatRequestParameters defaults = model.defaultRequestParameters();
        DefaultChatRequestParameters.Builder<?> parameters =
                limited(defaults, form.limit(), form.outputTokens(request));
        switch (form.shape()) {
            case SCHEMA -> {
                if (isOpenAi(defaults)) {
                    return OpenAi.strict(parameters, defaults, request);
                }
                parameters.responseFormat(ResponseFormat.builder()
                        .type(ResponseFormatType.JSON)
                        .jsonSchema(ResponseSchema.of(request.schemaName(), request.jsonSchema()))
                        .build());
            }
            case JSON -> parameters.responseFormat(ResponseFormat.JSON);
            case PROMPT -> {
                if (hasSchema(defaults.responseFormat())) {
                    parameters.responseFormat(ResponseFormat.TEXT);
                }
            }
        }
        return parameters.build();
    }

    /** True if the model was built to answer under a schema of the application's, which is not ours. */
    private static boolean hasSchema(@Nullable ResponseFormat format) {
        return format != null && format.jsonSchema() != null;
    }

    /**
     * OpenAI's models that think refuse {@code max_tokens}, all of them take {@code max_completion_tokens}, and none takes both: so
     * it is the latter unless the model was built with the former. Servers that only speak OpenAI's language may know the former
     * only.
     */
    private static DefaultChatRequestParameters.Builder<?> limited(
            ChatRequestParameters defaults, Limit limit, int maxOutputTokens) {
        boolean newerName = isOpenAi(defaults) && defaults.maxOutputTokens() == null;
        if (limit == Limit.NONE || (limit == Limit.RENAMED && !newerName)) {
            return DefaultChatRequestParameters.builder();
        }
        return newerName && limit == Limit.USUAL
                ? OpenAi.limited(maxOutputTokens)
                : DefaultChatRequestParameters.builder().maxOutputTokens(maxOutputTokens);
    }

    private static boolean isOpenAi(ChatRequestParameters defaults) {
        return defaults.getClass().getName().equals(OPEN_AI);
    }

    /** Loaded only if OpenAI's module is there. */
    private static final class OpenAi {
        /** LangChain4j's own response format is strict only if the model was built so, and OpenAI enforces no other. */
        static ChatRequestParameters strict(
                DefaultChatRequestParameters.Builder<?> limited, ChatRequestParameters defaults, ModelRequest request) {
            Map<String, Object> custom = new LinkedHashMap<>();
            if (((OpenAiChatRequestParameters) defaults).customParameters() != null) {
                custom.putAll(((OpenAiChatRequestParameters) defaults).customParameters());
            }
            custom.put(
                    "response_format",
                    Map.of(
                            "type",
                            "json_schema",
                            "json_schema",
                            Map.of(
                                    "name",
                                    request.schemaName(),
                                    "strict",
                                    true,
                                    "schema",
                                    Json.parseObject(request.jsonSchema()))));
            return OpenAiChatRequestParameters.builder()
                    .overrideWith(limited.build())
                    .responseFormat(ResponseFormat.TEXT)
                    .customParameters(custom)
                    .build();
        }

        static DefaultChatRequestParameters.Builder<?> limited(int maxOutputTokens) {
            return OpenAiChatRequestParameters.builder().maxCompletionTokens(maxOutputTokens);
        }
    }
}
