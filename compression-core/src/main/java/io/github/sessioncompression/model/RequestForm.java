package io.github.sessioncompression.model;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a compression request besides its messages: the shape of the answer and its limit.
 *
 * <p>Nothing else is asked for. Temperature, effort and the like are what the application built the model with, because providers
 * refuse parameters that a model does not know. Both parts go from much to little, in the order of their constants.
 *
 * @param shape way of telling the model the shape of its answer
 * @param limit way of telling the output limit
 */
public record RequestForm(Shape shape, Limit limit) {
    /** The most that is looked at: the words are at the beginning, and some servers echo the whole request after them. */
    private static final int MOST_CHARACTERS = 4_000;

    /** Names of a schema with those that have a JSON mode, too: OpenAI and those like it, Gemini, Ollama, vLLM, llama.cpp. */
    private static final List<String> SCHEMA = PlaceholderTexts.split(
            """
            json_schema | json schema | response_schema | responseschema | response_json_schema | responsejsonschema |
            additionalproperties | response_format type | response_format.type | guided_json | chatrequest.format |
            grammar""");

    /** Names of JSON mode, and of schemas with those that have no such mode: Anthropic, Bedrock. */
    private static final List<String> SHAPE = PlaceholderTexts.split(
            """
            response_format | responseformat | response format | response_mime_type | responsemimetype |
            response mime type | json mode | json output | json_object | output_format | outputformat | output format |
            output_config | outputconfig | structured output | structuredoutput""");

    private static final List<String> LIMIT = PlaceholderTexts.split(
            """
            max_tokens | max_completion_tokens | max_output_tokens | max_new_tokens | maxtokens | maxcompletiontokens |
            maxoutputtokens | maximum tokens you requested | num_predict | budget_tokens""");

    /** OpenAI's newer name, which says that the server knows both or that it does not know this one. */
    private static final String OTHER_NAME = "max_completion_tokens";

    /** Words of a refusal of the value, for which another name would not help. */
    private static final List<String> VALUE = List.of("too large", "at most", "less than", "greater than");

    /** Checks that neither is {@code null}. */
    public RequestForm {
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(limit, "limit");
    }

    /** Way of telling a model the shape of its answer. */
    public enum Shape {
        /** By a response schema, which the provider enforces. */
        SCHEMA,
        /** By JSON mode: some JSON object; which one is in the prompt. */
        JSON,
        /** In the prompt only. */
        PROMPT
    }

    /** Way of telling the output limit. */
    public enum Limit {
        /** Under the name that fits the model as far as the adapter knows. */
        USUAL,
        /** Under the provider's other name: OpenAI has two. Not at all where there is no other. */
        RENAMED,
        /** Not at all: what the model was built with stays in force. */
        NONE
    }

    /** Everything a provider may take: the shape by {@code shape}, and the limit. */
    public static RequestForm of(Shape shape) {
        return new RequestForm(shape, Limit.USUAL);
    }

    /** The user message of {@code request} in this form: the schema is in it unless the provider enforces it. */
    public String prompt(ModelRequest request) {
        return shape == Shape.SCHEMA
                ? request.prompt()
                : request.prompt() + "\nThe object must be valid under this JSON Schema:\n" + request.jsonSchema();
    }

    /** The less demanding option of each part. */
    RequestForm plainer(RequestForm other) {
        return new RequestForm(
                shape.compareTo(other.shape) >= 0 ? shape : other.shape,
                limit.compareTo(other.limit) >= 0 ? limit : other.limit);
    }

    /**
     * The form to ask for after a refusal; {@code null} if nothing plainer is worth a request.
     *
     * <p>What the refusal names, by the parameter's name in the provider's API, is left out, one step at a time. One that names nothing of
     * it is taken for a refusal of the shape, then of the limit, where that may be.
     *
     * @param words the provider's words
     * @param jsonMode true if there is a JSON mode between schema and prompt
     * @param formMayBeToBlame true if a refusal that names nothing may be about the form
     */
    @Nullable
    RequestForm after(String words, boolean jsonMode, boolean formMayBeToBlame) {
        String text =
                words.substring(0, Math.min(words.length(), MOST_CHARACTERS)).toLowerCase(Locale.ROOT);
        boolean shaped = shape != Shape.PROMPT;
        boolean limited = limit != Limit.NONE;
        boolean namesSchema = names(SCHEMA, text);
        if (limited && names(LIMIT, text)) {
            boolean otherName = limit == Limit.USUAL && text.contains(OTHER_NAME) && !names(VALUE, text);
            return new RequestForm(shape, otherName ? Limit.RENAMED : Limit.NONE);
        }
        if (shaped && (namesSchema || names(SHAPE, text))) {
            boolean json = shape == Shape.SCHEMA && jsonMode && namesSchema;
            return new RequestForm(json ? Shape.JSON : Shape.PROMPT, limit);
        }
        if (!formMayBeToBlame || !(shaped || limited)) {
            return null;
        }
        return shaped ? new RequestForm(Shape.PROMPT, limit) : new RequestForm(shape, Limit.NONE);
    }

    /** The parts that {@code plainer} lacks, in words. */
    String without(RequestForm plainer) {
        String schema = shape == plainer.shape ? "" : shape == Shape.SCHEMA ? "a response schema" : "JSON mode";
        String size = limit == plainer.limit
                ? ""
                : plainer.limit == Limit.NONE ? "an output limit" : "the output limit's usual name";
        return schema + (schema.isEmpty() || size.isEmpty() ? "" : " and ") + size;
    }

    private static boolean names(List<String> names, String text) {
        return names.stream().anyMatch(text::contains);
    }
}
