package io.github.sessioncompression.redaction;

import io.github.sessioncompression.redaction.SecretNames.Kind;
import io.github.sessioncompression.redaction.SecretValue.Tie;

/** Reads the secrets in the headers of a request, and those that stand behind a user's name. Not thread-safe; used for one text. */
final class SecretHeaders {
    private static final int LONGEST_VALUE = SecretText.LONGEST_VALUE;

    private static final int SHORTEST = 16;

    private final String text;
    private final SecretText way;
    private final SecretSpans spans;
    private final SecretNames names = SecretNames.get();

    SecretHeaders(String text, SecretText way, SecretSpans spans) {
        this.text = text;
        this.way = way;
        this.spans = spans;
    }

    /** A scheme and what stands behind it, or a token alone. */
    int header(int value, int end) {
        int to = way.wordEnd(value);
        String first = way.listed(value, way.stripped(value, to));
        if (names.has("scheme", first)) {
            int part = way.spaces(to);
            int behind = way.wordEnd(part);
            int equals = way.first(SecretMarks.EQUALS, part, behind);
            boolean pairs = equals > part && equals < behind - 2;
            return pairs && (first.equals("digest") || first.startsWith("aws4"))
                    ? pairs(part, end)
                    : spans.value(Kind.TOKEN, way.spaces(to), Tie.SAID, true, end);
        }
        return spans.value(Kind.TOKEN, value, Tie.SAID, false, end);
    }

    /** The keys and tokens among the values that a header gives by name. */
    private int pairs(int from, int end) {
        int at = from;
        int read = end;
        while (at < text.length() && text.charAt(at) != '\n' && at - from < LONGEST_VALUE) {
            int to = way.wordEnd(at);
            int equals = way.first(SecretMarks.EQUALS, at, to);
            int value = equals < to ? equals + 1 : at;
            value += value < to && text.charAt(value) == '"' ? 1 : 0;
            int stop = way.stripped(value, to);
            boolean named = equals > at && equals < to;
            if (named && stop - value >= SHORTEST && new SecretValue(text, way, value, stop).isMixed()) {
                spans.add(value, stop);
                read = stop;
            }
            at = way.spaces(to);
        }
        return read;
    }

    /** The values of name and value pairs up to the end of the line. */
    int cookies(int value, int end) {
        int at = value;
        int read = end;
        while (at < text.length() && text.charAt(at) != '\n' && at - value < LONGEST_VALUE) {
            int to = at;
            int equals = -1;
            while (to < text.length()
                    && text.charAt(to) != ';'
                    && text.charAt(to) != '\n'
                    && to - value < LONGEST_VALUE) {
                equals = equals < 0 && text.charAt(to) == '=' ? to : equals;
                to++;
            }
            int stop = equals < 0 ? to : way.stripped(equals + 1, to);
            if (equals > 0 && new SecretValue(text, way, equals + 1, stop).isMixed()) {
                spans.add(equals + 1, stop);
                read = stop;
            }
            at = to + 1;
        }
        return read;
    }

    /** {@code credentials: bob / secret} */
    int credentials(int value, int end) {
        int user = way.wordEnd(value);
        int slash = way.spaces(user);
        boolean parted = slash < text.length() && text.charAt(slash) == '/';
        return parted ? spans.value(Kind.PASSWORD, way.spaces(slash + 1), Tie.SAID, false, end) : end;
    }
}
