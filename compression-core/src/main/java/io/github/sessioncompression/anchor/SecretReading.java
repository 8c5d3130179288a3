package io.github.sessioncompression.anchor;

import io.github.sessioncompression.anchor.SecretNames.Kind;
import io.github.sessioncompression.anchor.SecretValue.Tie;
import io.github.sessioncompression.text.Letters;
import java.util.List;
import java.util.Locale;

/**
 * Reads what stands behind a word that names a secret: a value behind a mark or a quotation mark, in data inside data too, or one that is
 * said to be it.
 *
 * <p>Looks a bounded number of characters ahead. Not thread-safe; used for one text.
 */
final class SecretReading {
    private static final int LONGEST_VALUE = SecretText.LONGEST_VALUE;
    private static final int LONGEST_ASIDE = 30;
    private static final int LONGEST_PAIR = 60;
    private static final int LONGEST_LINE = 120;
    private static final int MOST_WORDS = 6;

    private final String text;
    private final SecretText way;
    private final SecretNames names = SecretNames.get();
    private final SecretSpans spans;
    private final SecretHeaders headers;

    SecretReading(String text, List<SecretSpan> spans) {
        this.text = text;
        way = new SecretText(text);
        this.spans = new SecretSpans(text, spans);
        headers = new SecretHeaders(text, this.spans);
    }

    /** Takes what a name from {@code start} to {@code end} names; how far that was read, {@code end} if there is nothing. */
    int behind(Kind kind, int start, int end) {
        if (way.isWordAt(end, "'s") || way.isWordAt(end, "’s")) {
            return said(kind, end + 2, end);
        }
        int at = end;
        while (at < text.length() && SecretText.isClosing(text.charAt(at))) {
            at++;
        }
        if (at + 1 < text.length() && "?\n".indexOf(text.charAt(at)) >= 0) {
            return below(kind, Math.min(text.length() - 1, at + (text.charAt(at) == '?' ? 1 : 0)), end);
        }
        boolean closed = at > end;
        int aside = way.spaces(at);
        if (aside < text.length() && text.charAt(aside) == '(') {
            int close = text.indexOf(')', aside);
            at = close > 0 && close - aside <= LONGEST_ASIDE ? close + 1 : at;
        }
        int mark = way.mark(at);
        boolean query = start > 0 && "?&;".indexOf(text.charAt(start - 1)) >= 0;
        if (kind == Kind.QUERY) {
            return query && mark == at + 1 && text.charAt(at) == '=' ? set(Kind.TOKEN, mark, true, end) : end;
        }
        if (mark > 0) {
            return marked(kind, start, end, at, mark, query);
        }
        boolean option = start > 1 && text.charAt(start - 1) == '-' && text.charAt(start - 2) == '-';
        if (closed && kind != Kind.BEARER) {
            return paired(kind, at, end);
        }
        if (option && kind.compareTo(Kind.TOKEN) <= 0) {
            return spans.value(kind, way.spaces(at), Tie.SET, true, end);
        }
        return kind.compareTo(Kind.HEADER) >= 0 ? beside(kind, at, end) : said(kind, at, end);
    }

    /** A value that has the next line for itself, or behind {@code value:}, as lists of variables have it. */
    private int below(Kind kind, int newline, int end) {
        if (text.charAt(newline) != '\n') {
            int written = way.writtenNewline(newline);
            return written > 0 ? spans.value(kind, written, Tie.SAID, false, end) : end;
        }
        int from = way.spaces(newline + 1);
        boolean listed = text.startsWith("value:", from);
        int value = listed ? way.spaces(from + "value:".length()) : from;
        int line = way.spaces(way.wordEnd(value));
        boolean alone = line >= text.length() || text.charAt(line) == '\n';
        return alone ? spans.value(kind, value, listed ? Tie.MARKED : Tie.SAID, false, end) : end;
    }

    /** Takes what a name of a script without spaces names, which ends at {@code end}; how far that was read. */
    int behindWide(int end) {
        int at = way.spaces(end);
        if ((at < text.length() && names.has("wide-link", text.substring(at, at + 1))) || way.mark(at) > 0) {
            at = way.spaces(Math.max(at + 1, way.mark(at)));
        }
        boolean wide = at < text.length() && text.charAt(at) >= 0x2E80 && way.quoteLevel(at) < 0;
        return wide ? end : spans.value(Kind.PASS, at, Tie.SAID, false, end);
    }

    /** Takes what stands behind an option that is a password, or a user and one. */
    int behindOption(int from, boolean user) {
        int at = way.spaces(from);
        int level = way.quoteLevel(at);
        int begin = at + level + 1;
        int close = level < 0 ? -1 : way.closing(begin, level, text.charAt(begin - 1));
        int start = close < 0 ? at : begin;
        int end = close < 0 ? way.wordEnd(at) : close;
        int colon = user ? text.substring(start, end).indexOf(':') : -1;
        if (user && colon < 0) {
            return 0;
        }
        SecretValue value = new SecretValue(text.substring(start + colon + 1, end));
        boolean ports = Letters.all(value.text(), c -> Character.isDigit(c) || c == ':');
        return ports ? 0 : spans.take(Kind.PASSWORD, start + colon + 1, end, Tie.SET, 0);
    }

    /** Takes the value whose last character stands before {@code end}. */
    void before(Kind kind, int end) {
        int to = end;
        while (to > 0 && text.charAt(to - 1) == ' ') {
            to--;
        }
        int stop = to;
        while (stop > 0 && SecretText.isClosing(text.charAt(stop - 1))) {
            stop--;
        }
        int from = stop;
        while (from > 0 && !Character.isWhitespace(text.charAt(from - 1)) && stop - from < LONGEST_LINE) {
            from--;
        }
        while (from < stop && way.quoteLevel(from) == 0) {
            from++;
        }
        if (kind != Kind.PIN || Letters.all(text.substring(from, stop), Character::isDigit)) {
            spans.take(kind == Kind.PIN ? kind : Kind.PASSWORD, from, stop, Tie.BESIDE, 0);
        }
    }

    private int marked(Kind kind, int start, int end, int at, int mark, boolean query) {
        boolean equals = text.charAt(mark - 1) == '=' && mark == at + 1;
        int value = way.spaces(mark);
        while (value < text.length() && "*_|".indexOf(text.charAt(value)) >= 0 && value < mark + 4) {
            value = way.spaces(value + 1);
        }
        if (value >= text.length()) {
            return end;
        }
        switch (kind) {
            case HEADER -> {
                return headers.header(value, end);
            }
            case COOKIE -> {
                return headers.cookies(value, end);
            }
            case CREDENTIALS -> {
                return headers.credentials(value, end);
            }
            case BEARER -> {
                return spans.value(Kind.TOKEN, value, Tie.SAID, false, end);
            }
            default -> {}
        }
        if (text.charAt(value) == '\n') {
            return below(kind, value, end);
        }
        if (text.charAt(value) == '[') {
            return listed(kind, value + 1, end);
        }
        if (equals) {
            return set(kind, value, query, end);
        }
        int read = phrase(kind, start, end, value);
        return read > end ? read : spans.value(kind, value, Tie.MARKED, false, end);
    }

    private int set(Kind kind, int value, boolean query, int end) {
        int from = value;
        int to = text.length();
        for (int i = from; i < Math.min(to, from + LONGEST_VALUE); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c) || c == ';' || (query && "&#".indexOf(c) >= 0)) {
                to = i;
            }
        }
        return spans.value(kind, from, Tie.SET, true, end, Math.min(to, from + LONGEST_VALUE));
    }

    /** A pass phrase, or a password of some words of which one is no word. */
    private int phrase(Kind kind, int start, int end, int value) {
        boolean phrase = text.substring(start, end).toLowerCase(Locale.ROOT).endsWith("phrase");
        if (kind.compareTo(Kind.PASS) > 0 || way.quoteLevel(value) >= 0) {
            return end;
        }
        int at = value;
        int last = -1;
        int words = 0;
        while (at < text.length() && text.charAt(at) != '\n' && at - value < LONGEST_LINE && words <= MOST_WORDS) {
            int to = way.wordEnd(at);
            SecretValue word = new SecretValue(text.substring(at, way.stripped(at, to)));
            boolean plain = Letters.all(word.text(), Character::isLetter);
            if (words == 0
                    && (!plain
                            || (!phrase && names.has("placeholder", word.text().toLowerCase(Locale.ROOT))))) {
                return end;
            }
            boolean odd = !plain && !text.substring(at, to).endsWith(":");
            if (word.text().equals("=") || word.isExpression()) {
                return end;
            }
            last = odd || (phrase && plain) ? way.stripped(at, to) : last;
            words++;
            at = way.spaces(to);
        }
        boolean whole = at >= text.length() || text.charAt(at) == '\n';
        boolean inside = kind == Kind.PASS && last != way.stripped(value, at);
        if (!whole || last < 0 || words < 2 || inside) {
            return end;
        }
        spans.add(value, last);
        return last;
    }

    /** Each of the values in brackets. */
    private int listed(Kind kind, int from, int end) {
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

    /** A value that data give beside the name: {@code "name":"TOKEN","value":"x"}. */
    private int paired(Kind kind, int at, int end) {
        int limit = Math.min(text.length(), at + LONGEST_PAIR);
        int word = text.substring(at, limit).indexOf("value");
        if (word < 0) {
            boolean quoted = way.spaces(at) > at && way.quoteLevel(way.spaces(at)) >= 0;
            boolean data = "\"'".indexOf(text.charAt(at - 1)) >= 0;
            return quoted
                    ? spans.value(kind, way.spaces(at), Tie.BESIDE, false, end)
                    : data ? end : said(kind, at, end);
        }
        int from = at + word + "value".length();
        while (from < text.length() && SecretText.isClosing(text.charAt(from))) {
            from++;
        }
        int mark = way.mark(from);
        return mark > 0 && way.quoteLevel(way.spaces(mark)) >= 0
                ? spans.value(kind, way.spaces(mark), Tie.QUOTED, false, end)
                : end;
    }

    private int beside(Kind kind, int at, int end) {
        int from = way.spaces(at);
        boolean apart = from > at && from < text.length() && kind == Kind.BEARER;
        return apart ? spans.value(Kind.TOKEN, from, Tie.SAID, false, end) : end;
    }

    /** What is said to be it: "the password for the router is x", "the password x". */
    private int said(Kind kind, int at, int end) {
        int from = way.spaces(at < text.length() && text.charAt(at) == ',' ? at + 1 : at);
        if (from == at && from < text.length() && text.charAt(from) < 0x2E80) {
            return end;
        }
        int next = spans.value(kind, from, Tie.BESIDE, false, end);
        if (next > end) {
            return next;
        }
        boolean linked = false;
        boolean of = false;
        int plain = 0;
        for (int words = 0; from < text.length() && text.charAt(from) != '\n' && words < MOST_WORDS + 2; words++) {
            int to = way.wordEnd(from);
            int stop = way.stripped(from, to);
            String word = text.substring(from, stop).toLowerCase(Locale.ROOT);
            char closing = text.charAt(to - 1);
            boolean marks = closing == ':'
                    || word.equals("=")
                    || word.equals("—")
                    || word.equals("–")
                    || text.startsWith("->", from)
                    || closing == '：';
            boolean link = names.has("link", word) || names.has("link", apostrophe(word));
            if (linked || marks) {
                int value = spans.value(kind, marks ? way.spaces(to) : from, Tie.SAID, false, end);
                int read = value == end && marks ? phrase(Kind.PASSWORD, end, end, way.spaces(to)) : value;
                if (read > end || marks) {
                    return kind.compareTo(Kind.PASS) <= 0 || read == value ? read : end;
                }
            }
            of |= !linked && words == 0 && names.has("of", word);
            plain += link ? 0 : 1;
            boolean ends = closing != '’' && ".,;!?。".indexOf(closing) >= 0;
            if (ends || plain > (linked ? 1 : of ? MOST_WORDS : 1)) {
                return end;
            }
            plain = link && !linked ? 0 : plain;
            linked |= link;
            from = way.spaces(to);
        }
        return end;
    }

    private static String apostrophe(String word) {
        return word.replace('’', '\'');
    }
}
