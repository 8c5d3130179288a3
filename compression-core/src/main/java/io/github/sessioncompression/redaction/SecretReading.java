package io.github.sessioncompression.redaction;

import io.github.sessioncompression.redaction.SecretNames.Kind;
import io.github.sessioncompression.redaction.SecretValue.Tie;
import java.util.List;

/**
 * Reads what stands behind a word that names a secret: a value behind a mark or a quotation mark, in data inside data too, or one that is
 * said to be it.
 *
 * <p>Looks a bounded number of characters ahead. Not thread-safe; used for one text.
 */
final class SecretReading {
    private static final int LONGEST_VALUE = SecretText.LONGEST_VALUE;
    private static final int LONGEST_ASIDE = 30;
    private static final int MOST_WORDS = 6;

    private final String text;
    private final SecretText way;
    private final SecretNames names = SecretNames.get();
    private final SecretSpans spans;
    private final SecretHeaders headers;
    private final SecretPhrases phrases;
    private final SecretData data;

    SecretReading(String text, SecretText way, SecretSpans spans, List<SecretSpan> found) {
        this.text = text;
        this.way = way;
        this.spans = spans;
        headers = new SecretHeaders(text, way, spans);
        data = new SecretData(text, way, spans);
        phrases = new SecretPhrases(text, way, found);
    }

    /** Takes what a name from {@code start} to {@code end} names; how far that was read, {@code end} if there is nothing. */
    int behind(Kind kind, int start, int end) {
        if (way.isWordAt(end, "'s") || way.isWordAt(end, "’s")) {
            return said(kind, end + 2, end);
        }
        if (way.newline(end) > 0) {
            return below(kind, end, end);
        }
        int at = end;
        while (at < text.length() && SecretText.isClosing(text.charAt(at))) {
            at++;
        }
        if (at + 1 < text.length() && "?\n".indexOf(text.charAt(at)) >= 0) {
            return below(kind, at + (text.charAt(at) == '?' ? 1 : 0), end);
        }
        if (text.startsWith("</", at)) {
            int value = data.pastTags(at);
            if (way.mark(value) == 0) {
                return value > at ? spans.value(kind, way.spaces(value), Tie.SAID, false, end) : end;
            }
            at = value;
        }
        if (kind == Kind.QUERY && text.startsWith("uth", end - 3) && !isQuery(start)) {
            return behind(Kind.AUTH, start, end);
        }
        if (text.startsWith("(", at) && way.quoteLevel(at + 1) >= 0) {
            return data.called(kind, text.substring(Math.max(0, start - 1), end), at + 1, end);
        }
        boolean closed = at > end;
        int aside = way.spaces(at);
        if (aside < text.length() && text.charAt(aside) == '(') {
            int close = near(')', aside);
            at = close > 0 ? close + 1 : at;
        }
        int mark = way.mark(at);
        boolean query = isQuery(start);
        if (kind == Kind.QUERY) {
            return query && mark == at + 1 && text.charAt(at) == '=' ? set(Kind.TOKEN, mark, true, end) : end;
        }
        boolean variable = start > 0 && text.charAt(start - 1) == '$';
        if (variable && mark > 0 && text.charAt(mark - 1) == '|') {
            return end;
        }
        if (mark > 0) {
            return marked(kind, start, end, at, mark, query);
        }
        int row = kind.compareTo(Kind.PASS) <= 0 ? seeds(at) : at;
        if (row > at) {
            return row;
        }
        boolean option = start > 1 && text.charAt(start - 1) == '-' && text.charAt(start - 2) == '-';
        if (closed && kind != Kind.BEARER) {
            int paired = data.paired(kind, at, end);
            return paired < 0 ? said(kind, at, end) : paired;
        }
        if (option && kind.compareTo(Kind.TOKEN) <= 0) {
            return spans.value(kind, way.spaces(at), Tie.SET, true, end);
        }
        return kind.compareTo(Kind.HEADER) >= 0 ? beside(kind, at, end) : said(kind, at, end);
    }

    /** Takes a row of small words behind a mark that follows a name; how far that was read, {@code end} if there is none. */
    int seeds(int end) {
        int mark = way.spaces(end);
        if (mark >= text.length() || ":：=-–—".indexOf(text.charAt(mark)) < 0) {
            return end;
        }
        int from = way.spaces(mark + 1);
        from = way.newline(from) > 0 ? way.spaces(way.newline(from)) : from;
        from += Math.max(0, way.quoteLevel(from) + 1);
        return phrases.seeds(from) ? from : end;
    }

    private boolean isQuery(int start) {
        return start > 0 && "?&;".indexOf(text.charAt(start - 1)) >= 0;
    }

    /** A value that has the next line for itself, or behind {@code value:}, as lists of variables have it. */
    private int below(Kind kind, int newline, int end) {
        int next = way.newline(newline);
        if (next == 0) {
            int behind = way.spaces(newline);
            return behind > newline && way.isAlone(behind) ? spans.value(kind, behind, Tie.SAID, false, end) : end;
        }
        int from = way.spaces(next);
        boolean open = ":：".indexOf(text.charAt(newline - 1)) >= 0;
        for (int i = 0; open && i < 2 && (way.newline(from) > 0 || text.startsWith("```", from)); i++) {
            from = nextLine(from);
        }
        if (open && kind.compareTo(Kind.PASS) <= 0 && phrases.seeds(from)) {
            return from;
        }
        boolean listed = text.startsWith("value:", from);
        int value = listed ? way.spaces(from + "value:".length()) : from;
        int read = way.isAlone(value) ? spans.value(kind, value, listed ? Tie.MARKED : Tie.SAID, false, end) : end;
        for (int more = read; kind.isTyped() && more > end; ) {
            read = more;
            int line = way.spaces(way.newline(way.spaces(read)));
            more = line > read && way.isAlone(line) ? spans.value(kind, line, Tie.SAID, false, end) : end;
        }
        return read;
    }

    /** Past the rest of a line that is short. */
    private int nextLine(int from) {
        for (int at = from; at < text.length() && at - from < LONGEST_ASIDE; at++) {
            int next = way.newline(at);
            if (next > 0) {
                return way.spaces(next);
            }
        }
        return from;
    }

    /** Where a character stands that is not far behind; -1 if there is none. */
    private int near(char c, int from) {
        int at = text.substring(from, Math.min(text.length(), from + LONGEST_ASIDE + 1))
                .indexOf(c);
        return at < 0 ? -1 : from + at;
    }

    /** Takes what a name of a script without spaces names, which ends at {@code end}; how far that was read. */
    int behindWide(Kind kind, int end) {
        int at = way.spaces(end);
        for (String becomes : names.all("wide-set")) {
            at = text.startsWith(becomes, at) ? at + becomes.length() : at;
        }
        if ((at < text.length() && names.has("wide-link", text.substring(at, at + 1))) || way.mark(at) > 0) {
            at = way.spaces(Math.max(at + 1, way.mark(at)));
        }
        boolean wide = at < text.length() && text.charAt(at) >= 0x2E80 && way.quoteLevel(at) < 0;
        return wide ? end : spans.value(kind, at, Tie.SAID, false, end);
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
        if (kind == Kind.AUTH && text.charAt(value) == '(') {
            return data.called(kind, "", value + 1, end);
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
        if (text.startsWith("</", value)) {
            return spans.value(kind, way.spaces(data.pastTags(value)), Tie.SAID, false, end);
        }
        int block = value;
        while (block < text.length() && block - value < 2 && ">-+".indexOf(text.charAt(block)) >= 0) {
            block++;
        }
        if (way.newline(block) > 0) {
            return below(kind, block, end);
        }
        if (text.charAt(value) == '[') {
            return data.listed(kind, value + 1, end);
        }
        if (equals) {
            return set(kind, value, query, end);
        }
        int read = phrases.phrase(kind, start, end, value);
        return read > end ? read : spans.value(kind, value, Tie.MARKED, false, end);
    }

    private int set(Kind kind, int value, boolean query, int end) {
        int ends = SecretMarks.WHITESPACE | SecretMarks.SEMICOLON | (query ? SecretMarks.PARAMETER : 0);
        int to = way.first(ends, value, Math.min(text.length(), value + LONGEST_VALUE));
        return spans.value(kind, value, Tie.SET, true, end, to);
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
            String word = way.listed(from, stop);
            char closing = text.charAt(to - 1);
            boolean marks = closing == ':'
                    || word.equals("=")
                    || word.equals("—")
                    || word.equals("–")
                    || text.startsWith("->", from)
                    || closing == '：';
            boolean link = names.has("link", word) || names.has("link", apostrophe(word));
            if (of && !linked && !marks && words == 2 && way.isAlone(from)) {
                return spans.value(kind, from, Tie.BESIDE, false, end);
            }
            if (linked || marks) {
                int at1 = marks ? way.spaces(to) : from;
                Tie tie = marks && link && way.isAlone(at1) ? Tie.MARKED : Tie.SAID;
                int value = spans.value(kind, at1, tie, false, end);
                if (value > end) {
                    others(kind, end, from, value);
                }
                int read = value == end && marks ? phrases.phrase(Kind.PASSWORD, end, end, way.spaces(to)) : value;
                if (read > end || marks) {
                    return kind.compareTo(Kind.PASS) <= 0 || read == value ? read : end;
                }
            }
            if (kind == Kind.CODE && words == 0 && !link) {
                return end;
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

    /** The secret that was one before it was changed: "changed from x to y", "y instead of x". */
    private void others(Kind kind, int end, int value, int read) {
        int at = way.spaces(end);
        String before = "";
        while (at < value) {
            int to = way.wordEnd(at);
            int next = way.spaces(to);
            String behind = way.word(next, way.wordEnd(next));
            if (names.has("of", before) && names.has("to", behind)) {
                spans.value(kind, at, Tie.BESIDE, false, end);
            }
            before = way.word(at, to);
            at = Math.max(next, at + 1);
        }
        at = way.spaces(read);
        boolean instead = false;
        for (int words = 0; words < MOST_WORDS && at < text.length() && text.charAt(at) != '\n'; words++) {
            int to = way.wordEnd(at);
            if (instead) {
                spans.value(kind, at, Tie.BESIDE, false, end);
            }
            instead |= names.has("instead", way.listed(at, to));
            at = way.spaces(to);
        }
    }

    private static String apostrophe(String word) {
        return word.replace('’', '\'');
    }
}
