package io.github.sessioncompression.model;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the JSON objects in what a model wrote, with or without prose, reasoning or Markdown around them.
 *
 * <p>From each opening brace outside of an object found before, the matching closing one is looked for, with regard to
 * strings; the text between is an object if it parses, else the search continues behind the opening brace. Text that is
 * hostile could make that quadratic, so all of it together may look at each character {@value #LOOKS} times on average and
 * then ends with what was found.
 *
 * <p>Braces in prose and code, such as {@code {id}} in an explanation, are candidates that do not parse and cost a little. Objects
 * inside of a found one are not returned.
 */
final class JsonObjects {
    /** Looks at each character, on average. */
    private static final int LOOKS = 16;

    /** Cost of starting a parser, in characters; a short text has some starts free. */
    private static final int LOOKS_PER_CANDIDATE = 500;

    /** Candidates that a short text may have in any case. */
    private static final int FREE_CANDIDATES = 200;

    private JsonObjects() {}

    /** The objects of {@code text} that are not inside of one another, in order. */
    static List<Map<String, @Nullable Object>> in(String text) {
        List<Map<String, @Nullable Object>> found = new ArrayList<>();
        long looks = (long) LOOKS * text.length() + FREE_CANDIDATES * LOOKS_PER_CANDIDATE;
        int from = text.indexOf('{');
        while (from >= 0 && looks > 0) {
            int end = closing(text, from);
            looks -= end < 0 ? text.length() - from : LOOKS_PER_CANDIDATE + end - from;
            Optional<Map<String, @Nullable Object>> object =
                    end < 0 ? Optional.empty() : parse(text.substring(from, end + 1));
            object.ifPresent(found::add);
            from = text.indexOf('{', object.isPresent() ? end + 1 : from + 1);
        }
        return found;
    }

    /** True if {@code text} ends before its first object does. */
    static boolean endsInside(String text) {
        int open = text.indexOf('{');
        return open >= 0 && closing(text, open) < 0;
    }

    private static Optional<Map<String, @Nullable Object>> parse(String candidate) {
        try {
            return Optional.of(Json.parseObject(candidate));
        } catch (JsonSyntaxException notJson) {
            return Optional.empty();
        }
    }

    /** Index of the brace that closes the one at {@code open}; -1 if there is none. Braces in strings do not count. */
    private static int closing(String text, int open) {
        int depth = 0;
        boolean quoted = false;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c == '\\') {
                    i++; // passes over what is escaped, a quotation mark for one
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
