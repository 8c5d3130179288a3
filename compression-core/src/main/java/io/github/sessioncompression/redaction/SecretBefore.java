package io.github.sessioncompression.redaction;

import io.github.sessioncompression.redaction.SecretNames.Kind;
import io.github.sessioncompression.redaction.SecretValue.Tie;
import io.github.sessioncompression.text.Letters;

/** Reads a secret that stands before the word that names it: "x is my password", "x as the password". Not thread-safe; used for one text. */
final class SecretBefore {
    private static final int LONGEST_LINE = 120;
    private static final int MOST_BETWEEN = 4;

    private final String text;
    private final SecretText way;
    private final SecretNames names = SecretNames.get();
    private final SecretSpans spans;

    SecretBefore(String text, SecretText way, SecretSpans spans) {
        this.text = text;
        this.way = way;
        this.spans = spans;
    }

    /** Takes a value in front of the word between {@code start} and {@code nameEnd} that names it. */
    void said(Kind kind, int start, int nameEnd) {
        int to = start;
        for (int words = 0; words < 4 && to > 1; words++) {
            int end = to;
            while (end > 0 && text.charAt(end - 1) == ' ') {
                end--;
            }
            int from = end;
            while (from > 0 && !Character.isWhitespace(text.charAt(from - 1)) && end - from < 40) {
                from--;
            }
            if (from == end || ".!?;,:".indexOf(text.charAt(end - 1)) >= 0) {
                return;
            }
            if (words > 0 && names.has("is", text.substring(from, end))) {
                before(kind, from);
                return;
            }
            if (names.has("as", text.substring(from, end)) && endsClause(nameEnd)) {
                before(kind, from);
                return;
            }
            to = from;
        }
    }

    /** Takes a code in front of what it is used for: "use 123456 to sign in"; whether there is one. */
    boolean used(int start) {
        int to = start;
        for (int words = 0; words < MOST_BETWEEN; words++) {
            int end = way.spacesBefore(to);
            int stop = end > 0 && text.charAt(end - 1) == ',' ? end - 1 : end;
            int from = way.wordBegin(stop);
            if (from == stop) {
                return false;
            }
            if (Character.isDigit(text.charAt(from))) {
                int first = groupsBefore(from, stop);
                int before = way.spacesBefore(first);
                String use = way.listed(lettersBegin(before), before);
                if (!names.has("use", use)
                        || !(first < from || new SecretValue(text, way, from, stop).is(Kind.PIN, Tie.BESIDE))) {
                    return false;
                }
                spans.add(first, stop);
                return true;
            }
            to = from;
        }
        return false;
    }

    /** Where the letters begin that end here, behind a quotation mark or a new line as data write it, too. */
    private int lettersBegin(int to) {
        int at = to;
        while (at > 0 && Character.isLetter(text.charAt(at - 1)) && to - at < LONGEST_LINE) {
            at--;
        }
        boolean escaped = at > 0 && at < to && text.charAt(at - 1) == '\\' && text.charAt(at) == 'n';
        return escaped ? at + 1 : at;
    }

    /** Takes the value whose last character stands before {@code end}. */
    private void before(Kind kind, int end) {
        int to = end;
        while (to > 0 && " –—".indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        int stop = to;
        while (stop > 0 && SecretText.isClosing(text.charAt(stop - 1))) {
            stop--;
        }
        int from = stop;
        while (from > 0
                && !Character.isWhitespace(text.charAt(from - 1))
                && text.charAt(from - 1) != '"'
                && stop - from < LONGEST_LINE) {
            from--;
        }
        while (from < stop && way.quoteLevel(from) == 0) {
            from++;
        }
        int first = kind.isTyped() ? groupsBefore(from, stop) : from;
        if (first < from) {
            spans.add(first, stop);
            return;
        }
        if (kind.isTyped()
                && stop - from > 2
                && Character.isUpperCase(text.charAt(from))
                && text.charAt(from + 1) == '-') {
            from += 2;
        }
        if (!kind.isTyped() || Letters.all(text.substring(from, stop), Character::isDigit)) {
            spans.take(kind.isTyped() ? kind : Kind.PASSWORD, from, stop, Tie.BESIDE, 0);
        }
    }

    /** Where a number written in groups begins whose last one is here. */
    private int groupsBefore(int from, int stop) {
        int first = from;
        int size = stop - from;
        while (first > size && SecretSpans.groups(text, first - size - 1) == stop) {
            first -= size + 1;
        }
        return first;
    }

    /** Whether a clause may end behind a name, so that it is not part of another: "as password", not "as password manager". */
    private boolean endsClause(int nameEnd) {
        int end = nameEnd;
        while (end < text.length() && SecretText.isClosing(text.charAt(end))) {
            end++;
        }
        int next = way.spaces(end);
        if (next >= text.length() || !Character.isLetterOrDigit(text.charAt(next))) {
            return true;
        }
        String word = way.listed(next, way.stripped(next, way.wordEnd(next)));
        return next > end && (names.has("then", word) || names.has("of", word) || names.has("is", word));
    }
}
