package io.github.sessioncompression.anchor;

import io.github.sessioncompression.anchor.SecretNames.Kind;
import io.github.sessioncompression.anchor.SecretValue.Tie;
import java.util.List;

/** Takes what is a secret by how it is written and where it stands. Not thread-safe; used for one text. */
final class SecretSpans {
    private static final int LONGEST_VALUE = SecretText.LONGEST_VALUE;

    private final String text;
    private final SecretText way;
    private final List<SecretSpan> spans;

    SecretSpans(String text, List<SecretSpan> spans) {
        this.text = text;
        this.way = new SecretText(text);
        this.spans = spans;
    }

    /** Takes a part of the text, whatever it is. */
    void add(int from, int to) {
        spans.add(new SecretSpan(from, to));
    }

    /** Takes what stands between {@code from} and the end of a word or a quotation, if it is such a value. */
    int value(Kind kind, int from, Tie tie, boolean any, int otherwise) {
        return value(kind, from, tie, any, otherwise, Math.min(text.length(), from + LONGEST_VALUE));
    }

    /** The same, up to {@code limit} where it is not quoted. */
    int value(Kind kind, int from, Tie tie, boolean any, int otherwise, int limit) {
        int level = way.quoteLevel(from);
        int begin = from + level + 1;
        int close = level < 0 ? -1 : way.closing(begin, level, text.charAt(begin - 1));
        if (close >= 0) {
            Tie tied = tie == Tie.BESIDE || (tie == Tie.SAID && kind == Kind.TOKEN) ? tie : Tie.QUOTED;
            return take(kind, begin, close, tied, otherwise);
        }
        int start = level < 0 ? from : begin;
        int end = Math.min(limit, way.valueEnd(start));
        return take(kind, start, any && tie == Tie.SET ? end : way.stripped(start, end), tie, otherwise);
    }

    /** Takes it if it is such a value; where it ends, {@code otherwise} if it is none. */
    int take(Kind kind, int from, int to, Tie tie, int otherwise) {
        if (to <= from || !new SecretValue(text.substring(from, to)).is(kind, tie)) {
            return otherwise;
        }
        add(from, to);
        return to;
    }
}
