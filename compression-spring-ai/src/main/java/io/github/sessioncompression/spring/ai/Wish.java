package io.github.sessioncompression.spring.ai;

import org.jspecify.annotations.Nullable;

/**
 * What a request asks of a provider beyond the messages.
 *
 * @param schema whether the response schema goes along where the options take one
 * @param limit how the output limit goes along
 */
record Wish(boolean schema, Limit limit) {
    static final Wish EVERYTHING = new Wish(true, Limit.AS_CONFIGURED);

    /** How the output limit is told. */
    enum Limit {
        /** Under the name that the model's options use already, else the usual one. */
        AS_CONFIGURED,
        /** As the limit of OpenAI's reasoning models, which take no other. */
        COMPLETION,
        /** Not at all: whatever the model's options say stays. */
        NONE
    }

    Wish withoutSchema() {
        return new Wish(false, limit);
    }

    /** What to ask for after a refusal; {@code null} if there is nothing left to do without. */
    @Nullable
    Wish after(Refusal refusal) {
        if (refusal.namesLimit() && limit != Limit.NONE) {
            boolean other = limit == Limit.AS_CONFIGURED && refusal.namesCompletionLimit();
            return new Wish(schema, other ? Limit.COMPLETION : Limit.NONE);
        }
        return schema ? withoutSchema() : null;
    }

    /** What this asks for and {@code less} does not, in words. */
    String without(Wish less) {
        String what = schema && !less.schema ? "a response schema" : "";
        if (limit != less.limit) {
            what += (what.isEmpty() ? "" : " and ") + "an output limit as it was told";
        }
        return what;
    }
}
