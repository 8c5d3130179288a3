package io.github.sessioncompression.model;

import java.util.List;
import java.util.Locale;

/**
 * Parts of a request's form that a provider's refusal names.
 *
 * <p>Providers say what they refuse by the parameter's name, each in its own API's words; those are looked for. Takes linear time.
 *
 * @param namesSchema whether it is about the schema, so that JSON mode may be taken
 * @param namesShape whether it is about schema or JSON mode
 * @param namesLimit whether it is about the output limit
 * @param wantsOtherName whether the output limit is to be told under OpenAI's other name
 */
record FormRefusal(boolean namesSchema, boolean namesShape, boolean namesLimit, boolean wantsOtherName) {
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

    static FormRefusal of(String words) {
        String text =
                words.substring(0, Math.min(words.length(), MOST_CHARACTERS)).toLowerCase(Locale.ROOT);
        boolean schema = says(text, SCHEMA);
        return new FormRefusal(
                schema,
                schema || says(text, SHAPE),
                says(text, LIMIT),
                text.contains(OTHER_NAME) && !says(text, VALUE));
    }

    private static boolean says(String text, List<String> names) {
        return names.stream().anyMatch(text::contains);
    }
}
