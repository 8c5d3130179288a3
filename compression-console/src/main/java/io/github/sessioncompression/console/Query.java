package io.github.sessioncompression.console;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a request, decoded once; of a name that occurs twice the first. */
final class Query {
    private static final int MAX_QUERY = 4 * 1024;

    private final Map<String, String> values = new LinkedHashMap<>();

    Query(@Nullable String query) {
        if (query == null || query.isEmpty()) {
            return;
        }
        if (query.length() > MAX_QUERY) {
            throw new Refusal(414, "query", "The query is longer than " + MAX_QUERY + " characters");
        }
        for (String part : query.split("&", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                values.putIfAbsent(decoded(part.substring(0, equals)), decoded(part.substring(equals + 1)));
            }
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest("The query must be percent-encoded UTF-8");
        }
    }

    @Nullable
    String text(String name) {
        String value = values.get(name);
        return value == null || value.isBlank() ? null : value;
    }

    String required(String name) {
        String value = text(name);
        if (value == null) {
            throw Refusal.badRequest(name + " must be given");
        }
        return value;
    }

    String oneOf(String name, List<String> allowed) {
        String value = values.getOrDefault(name, allowed.get(0));
        if (!allowed.contains(value)) {
            throw Refusal.badRequest(name + " must be one of " + String.join(", ", allowed));
        }
        return value;
    }

    int size(String name, int absent, int max) {
        return (int) number(name, absent, 1, max);
    }

    long number(String name, long absent, long min, long max) {
        String value = text(name);
        if (value == null) {
            return absent;
        }
        long number = number(name, value);
        if (number < min || number > max) {
            throw Refusal.badRequest(name + " must be " + min + " to " + max);
        }
        return number;
    }

    static long number(String name, String value) {
        if (!value.strip().matches("[0-9]{1,18}")) {
            throw Refusal.badRequest(name + " must be a whole number");
        }
        return Long.parseLong(value.strip());
    }
}
