package io.github.sessioncompression.langchain4j;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a model takes beside the messages.
 *
 * @param schema whether it takes a response schema
 * @param limit whether it takes an output limit
 */
record Dialect(boolean schema, boolean limit) {
    /** The most of a refusal that is looked at; the words are at its beginning. */
    private static final int READ = 2_000;

    /** How providers and LangChain4j call an output limit, in small letters. */
    private static final List<String> LIMIT_NAMES = List.of(
            "max_tokens",
            "max_completion_tokens",
            "max_output_tokens",
            "maxoutputtokens",
            "maxcompletiontokens",
            "num_predict");

    /** Whether there is nothing left to do without. */
    boolean isPlain() {
        return !schema && !limit;
    }

    /**
     * What to try next after a refusal: without the limit where the refusal names it, otherwise without the schema, which is
     * what is refused most often; then without the other too. Not to be called on a plain one.
     *
     * @param refusal the refusal's own words
     */
    Dialect simpler(@Nullable String refusal) {
        boolean limitIsToBlame = limit && (!schema || namesLimit(refusal));
        return limitIsToBlame ? new Dialect(schema, false) : new Dialect(false, limit);
    }

    /** What both take. */
    Dialect and(Dialect other) {
        return new Dialect(schema && other.schema, limit && other.limit);
    }

    private static boolean namesLimit(@Nullable String refusal) {
        if (refusal == null) {
            return false;
        }
        String words = refusal.substring(0, Math.min(READ, refusal.length())).toLowerCase(Locale.ROOT);
        return LIMIT_NAMES.stream().anyMatch(words::contains);
    }
}
