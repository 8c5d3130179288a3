package io.github.sessioncompression.redaction;

import io.github.sessioncompression.redaction.SecretNames.Kind;
import io.github.sessioncompression.redaction.SecretValue.Tie;
import java.util.List;

/** Takes what is a secret by how it is written and where it stands. Not thread-safe; used for one text. */
final class SecretSpans {
    private static final int LONGEST_VALUE = SecretText.LONGEST_VALUE;

    private static final int LONGEST_GROUP = 4;
    private static final int MOST_GROUPS = 3;

    private final String text;
    private final SecretText way;
    private final List<SecretSpan> spans;

    SecretSpans(String text, SecretText way, List<SecretSpan> spans) {
        this.text = text;
        this.way = way;
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
        int groups = kind.isTyped() && tie != Tie.BESIDE ? groups(text, from) : 0;
        if (groups > 0) {
            add(from, groups);
            return groups;
        }
        int level = way.quoteLevel(from);
        int begin = from + level + 1;
        int close = level < 0 ? -1 : way.closing(begin, level, text.charAt(begin - 1));
        if (close >= 0) {
            Tie tied = tie == Tie.BESIDE || (tie == Tie.SAID && kind == Kind.TOKEN) ? tie : Tie.QUOTED;
            return take(kind, begin, close, tied, otherwise);
        }
        int start = level < 0 ? from : begin;
        int end = Math.min(limit, way.valueEnd(start));
        int comma = kind.isTyped() ? way.first(SecretMarks.COMMA, start, end) : start;
        end = comma > start ? comma : end;
        return take(kind, start, any && tie == Tie.SET ? end : way.stripped(start, end), tie, otherwise);
    }

    /** Where a number ends that is written in groups of as many digits each; 0 if none begins here. */
    static int groups(String text, int from) {
        int at = from;
        int end = 0;
        int size = 0;
        for (int group = 0; group <= MOST_GROUPS; group++) {
            int digits = at;
            while (digits < text.length() && Character.isDigit(text.charAt(digits)) && digits - at < LONGEST_GROUP) {
                digits++;
            }
            boolean apart = digits == text.length() || !Character.isLetterOrDigit(text.charAt(digits));
            if (digits - at < 2 || !apart || (size > 0 && digits - at != size)) {
                return 0;
            }
            size = digits - at;
            end = group > 0 ? digits : 0;
            boolean more = digits + 1 < text.length()
                    && " -".indexOf(text.charAt(digits)) >= 0
                    && Character.isDigit(text.charAt(digits + 1));
            if (!more) {
                return end;
            }
            at = digits + 1;
        }
        return 0;
    }

    /** Takes it if it is such a value; where it ends, {@code otherwise} if it is none. */
    int take(Kind kind, int from, int to, Tie tie, int otherwise) {
        if (to <= from || !new SecretValue(text, way, from, to).is(kind, tie)) {
            return otherwise;
        }
        add(from, to);
        return to;
    }
}
