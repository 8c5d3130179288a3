package io.github.sessioncompression.redaction;

import io.github.sessioncompression.redaction.SecretNames.Kind;
import io.github.sessioncompression.redaction.SecretValue.Tie;
import java.util.Locale;

/** Reads the secrets that data and programs give: in lists, beside the name, in a call. Not thread-safe; used for one text. */
final class SecretData {
    private static final int LONGEST_TAG = 30;
    private static final int LONGEST_PAIR = 60;

    private final String text;
    private final SecretText way;
    private final SecretSpans spans;

    SecretData(String text, SecretText way, SecretSpans spans) {
        this.text = text;
        this.way = way;
        this.spans = spans;
    }

    /** Each of the values in brackets. */
    int listed(Kind kind, int from, int end) {
        int at = way.spaces(from);
        int read = end;
        while (at < text.length() && way.quoteLevel(at) >= 0) {
            int next = spans.value(kind, at, Tie.QUOTED, false, read);
            if (next <= read) {
                return read;
            }
            read = next;
            at = next;
            while (at < text.length()
                    && (SecretText.isClosing(text.charAt(at)) || ", ".indexOf(text.charAt(at)) >= 0)) {
                at += way.quoteLevel(at) >= 0 && text.charAt(at - 1) == ' ' ? 0 : 1;
                if (way.quoteLevel(at) >= 0 && ", ".indexOf(text.charAt(at - 1)) >= 0) {
                    break;
                }
            }
        }
        return read;
    }

    /** A value that data give beside the name: {@code "name":"TOKEN","value":"x"}; -1 if this is no such place. */
    int paired(Kind kind, int at, int end) {
        int limit = Math.min(text.length(), at + LONGEST_PAIR);
        String beside = text.substring(at, limit).toLowerCase(Locale.ROOT);
        boolean declared = beside.startsWith(" {") && beside.contains("default");
        String named = declared ? "default" : beside.contains("value") ? "value" : "\"val";
        int word = beside.indexOf(named);
        if (word < 0) {
            boolean quoted = way.spaces(at) > at && way.quoteLevel(way.spaces(at)) >= 0;
            boolean data = "\"'".indexOf(text.charAt(at - 1)) >= 0;
            int read = quoted ? spans.value(kind, way.spaces(at), Tie.BESIDE, false, end) : end;
            return quoted || data ? read : -1;
        }
        int from = at + word + named.length();
        while (from < text.length() && SecretText.isClosing(text.charAt(from))) {
            from++;
        }
        int mark = way.mark(from);
        return mark > 0 && way.quoteLevel(way.spaces(mark)) >= 0
                ? spans.value(kind, way.spaces(mark), Tie.QUOTED, false, end)
                : end;
    }

    /** Past some closing and opening tags. */
    int pastTags(int from) {
        int at = from;
        for (int tags = 0; tags < 3 && at < text.length() && text.charAt(at) == '<'; tags++) {
            int close = text.substring(at, Math.min(text.length(), at + LONGEST_TAG))
                    .indexOf('>');
            if (close < 0) {
                return at;
            }
            at = way.spaces(at + close + 1);
        }
        return at;
    }

    /** A value that a program gives: {@code setPassword("x")}, or a user and one: {@code Credentials("bob", "x")}. */
    int called(Kind kind, String name, int quote, int end) {
        int level = way.quoteLevel(quote);
        int first = quote + level + 1;
        int close = level < 0 ? -1 : way.closing(first, level, text.charAt(first - 1));
        if (close < 0) {
            return end;
        }
        if (kind == Kind.CREDENTIALS || kind == Kind.AUTH) {
            int second = way.spaces(close + level + 1);
            second = second < text.length() && text.charAt(second) == ',' ? way.spaces(second + 1) : text.length();
            return second < text.length() && way.quoteLevel(second) >= 0
                    ? spans.value(Kind.PASSWORD, second, Tie.BESIDE, false, end)
                    : end;
        }
        String called = name.substring(1).toLowerCase(Locale.ROOT);
        boolean given = name.charAt(0) == '.' || called.startsWith("set") || called.startsWith("with");
        return given && kind.compareTo(Kind.TOKEN) <= 0 ? spans.take(kind, first, close, Tie.SAID, end) : end;
    }
}
