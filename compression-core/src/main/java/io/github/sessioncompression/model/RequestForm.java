package io.github.sessioncompression.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a compression request besides its messages: the shape of the answer and its limit.
 *
 * <p>Nothing else is asked for. Temperature, effort and the like are what the application built the model with, because providers
 * refuse parameters that a model does not know. Both parts go from much to little, in the order of their constants.
 *
 * @param shape how the model is told the shape of its answer
 * @param limit how the output limit is told
 */
public record RequestForm(Shape shape, Limit limit) {
    /** Checks that both are there. */
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
     * <p>What the refusal names is left out, one step at a time. One that names nothing of it is taken for a refusal of the shape, then
     * of the limit, where that may be.
     *
     * @param jsonMode whether there is a JSON mode between schema and prompt
     * @param formMayBeToBlame whether a refusal that names nothing may be about the form
     */
    @Nullable
    RequestForm after(FormRefusal refusal, boolean jsonMode, boolean formMayBeToBlame) {
        boolean shaped = shape != Shape.PROMPT;
        boolean limited = limit != Limit.NONE;
        if (limited && refusal.namesLimit()) {
            return new RequestForm(
                    shape, limit == Limit.USUAL && refusal.wantsOtherName() ? Limit.RENAMED : Limit.NONE);
        }
        if (shaped && refusal.namesShape()) {
            boolean json = shape == Shape.SCHEMA && jsonMode && refusal.namesSchema();
            return new RequestForm(json ? Shape.JSON : Shape.PROMPT, limit);
        }
        if (!formMayBeToBlame) {
            return null;
        }
        if (shaped) {
            return new RequestForm(Shape.PROMPT, limit);
        }
        return limited ? new RequestForm(shape, Limit.NONE) : null;
    }

    /** The parts that {@code plainer} lacks, in words. */
    String without(RequestForm plainer) {
        StringBuilder what = new StringBuilder();
        if (shape != plainer.shape) {
            what.append(shape == Shape.SCHEMA ? "a response schema" : "JSON mode");
        }
        if (limit != plainer.limit) {
            what.append(what.isEmpty() ? "" : " and ")
                    .append(plainer.limit == Limit.NONE ? "an output limit" : "the output limit's usual name");
        }
        return what.toString();
    }
}
