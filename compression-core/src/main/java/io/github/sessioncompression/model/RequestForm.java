package io.github.sessioncompression.model;

import io.github.sessioncompression.option.Bounds;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a compression request besides its messages: the shape of the answer and its limit.
 *
 * <p>Nothing else is asked for. Temperature, effort and the like are what the application built the model with, because providers
 * refuse parameters that a model does not know. Both parts go from much to little, in the order of their constants.
 *
 * @param shape way of telling the model the shape of its answer
 * @param limit name of the output limit's parameter
 * @param mostOutputTokens the most output tokens that the model takes; 0 while no refusal has named it
 */
public record RequestForm(Shape shape, Limit limit, int mostOutputTokens) {
    /** The most that is looked at: the words are at the beginning, and some servers echo the whole request after them. */
    private static final int MOST_CHARACTERS = 4_000;

    /** OpenAI's newer name; a refusal with it shows that the server knows both or that it does not know this one. */
    private static final String OTHER_NAME = "max_completion_tokens";

    /** Words of a refusal of the value, for which another name would not help. */
    private static final List<String> VALUE = List.of("too large", "at most", "less than", "greater than");

    /** The model's own limit in the words of OpenAI, Anthropic, Bedrock, Groq, DeepSeek, Alibaba and Gemini. */
    private static final Pattern MOST = Pattern.compile(
            """
            (?:at most|tokens: \\d{1,10} >|model limit of|less than or equal to|range of max_tokens (?:is|should be) \\[\\d{1,3},\
            |range is from \\d{1,3}(?: \\(inclusive\\))? to) ?[`'"]?(\\d{3,9})( \\(exclusive\\))?""");

    /** Checks that {@code mostOutputTokens} is not negative, and that nothing is {@code null}. */
    public RequestForm {
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(limit, "limit");
        Bounds.notNegative("mostOutputTokens", mostOutputTokens);
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
        /** Under the provider's other name: OpenAI has two. Not at all if there is no other. */
        RENAMED,
        /** Not at all: what the model was built with stays in force. */
        NONE
    }

    /** Everything a provider may take: the shape by {@code shape}, and the limit. */
    public static RequestForm of(Shape shape) {
        return new RequestForm(shape, Limit.USUAL, 0);
    }

    /** The output limit of {@code request} in this form. */
    public int outputTokens(ModelRequest request) {
        return atMost(request.maxOutputTokens(), mostOutputTokens);
    }

    /** The smaller of two limits of which 0 means none. */
    private static int atMost(int tokens, int most) {
        return most == 0 ? tokens : tokens == 0 ? most : Math.min(tokens, most);
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
                limit.compareTo(other.limit) >= 0 ? limit : other.limit,
                atMost(mostOutputTokens, other.mostOutputTokens));
    }

    /**
     * The form to ask for after a refusal; {@code null} if nothing plainer is worth a request.
     *
     * <p>What the refusal names, by the parameter's name in the provider's API, is left out, one step at a time. One that names nothing of
     * it is taken for a refusal of the shape, then of the limit, if that may be.
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
        boolean namesSchema = WordLists.REFUSALS.isIn(text, "schema");
        if (limited && WordLists.REFUSALS.isIn(text, "output-limit-name")) {
            int most = most(text);
            if (most > 0 && (mostOutputTokens == 0 || most < mostOutputTokens)) {
                return new RequestForm(shape, limit, most);
            }
            boolean otherName = limit == Limit.USUAL
                    && text.contains(OTHER_NAME)
                    && VALUE.stream().noneMatch(text::contains);
            return new RequestForm(shape, otherName ? Limit.RENAMED : Limit.NONE, mostOutputTokens);
        }
        if (shaped && (namesSchema || WordLists.REFUSALS.isIn(text, "shape"))) {
            boolean json = shape == Shape.SCHEMA && jsonMode && namesSchema;
            return new RequestForm(json ? Shape.JSON : Shape.PROMPT, limit, mostOutputTokens);
        }
        if (!formMayBeToBlame || !(shaped || limited)) {
            return null;
        }
        return new RequestForm(Shape.PROMPT, shaped ? limit : Limit.NONE, mostOutputTokens);
    }

    /** The model's output limit in the words of a refusal; 0 if they name none. */
    private static int most(String text) {
        Matcher matcher = MOST.matcher(text);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) - (matcher.group(2) == null ? 0 : 1) : 0;
    }

    /** The way in which the shape is given, in words. */
    String words() {
        return switch (shape) {
            case SCHEMA -> "a response schema";
            case JSON -> "JSON mode and the schema in the prompt";
            case PROMPT -> "the schema in the prompt";
        };
    }

    /** The parts that {@code plainer} lacks, in words. */
    String without(RequestForm plainer) {
        String schema = shape == plainer.shape ? "" : shape == Shape.SCHEMA ? "a response schema" : "JSON mode";
        String size = limit == plainer.limit
                ? mostOutputTokens == plainer.mostOutputTokens
                        ? ""
                        : "an output limit above " + plainer.mostOutputTokens + " tokens"
                : plainer.limit == Limit.NONE ? "an output limit" : "the output limit's usual name";
        return schema + (schema.isEmpty() || size.isEmpty() ? "" : " and ") + size;
    }
}
