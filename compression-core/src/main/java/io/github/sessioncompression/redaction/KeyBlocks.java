package io.github.sessioncompression.redaction;

import io.github.sessioncompression.text.Letters;
import java.util.List;

/**
 * Finds keys and certificates that are written as a block between two lines with dashes, one of which may be cut off, on several lines or
 * on one. Linear in the text.
 */
final class KeyBlocks {
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";
    private static final int LONGEST_TITLE = 48;
    private static final int SHORTEST_LINE = 12;

    private KeyBlocks() {}

    static void find(String text, List<SecretSpan> spans) {
        int done = 0;
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        int newline = -1;
        int behindLines = -1;
        while (begin >= 0 || end >= 0) {
            if (begin >= 0 && (end < 0 || begin < end)) {
                boolean key = isKey(text, begin + BEGIN.length());
                int next = text.indexOf(BEGIN, begin + BEGIN.length());
                boolean closed = end >= 0 && (next < 0 || end < next);
                boolean cut = key && !closed;
                int from = begin + BEGIN.length();
                if (cut && newline < from) {
                    newline = newline(text, from);
                    behindLines = lines(text, newline);
                }
                int to = closed ? closing(text, end) : cut ? behindLines : from;
                if (key) {
                    spans.add(new SecretSpan(begin, to));
                    done = to;
                }
                end = closed ? text.indexOf(END, to) : end;
                begin = next;
            } else {
                if (isKey(text, end + END.length())) {
                    int from = linesBefore(text, end, done);
                    spans.add(new SecretSpan(from, closing(text, end)));
                    done = closing(text, end);
                }
                end = text.indexOf(END, end + END.length());
            }
        }
        int lines = text.indexOf("Private-Lines:");
        if (lines >= 0) {
            int from = newline(text, lines);
            int to = lines(text, from);
            if (to > from + 1) {
                spans.add(new SecretSpan(from + 1, to));
            }
        }
    }

    private static boolean isKey(String text, int at) {
        return text.startsWith("CERTIFICATE", at)
                || text.substring(at, Math.min(text.length(), at + LONGEST_TITLE))
                        .contains("KEY");
    }

    private static int closing(String text, int end) {
        int dashes = text.indexOf(DASHES, end + END.length());
        return dashes < 0 || dashes - end > 2 * LONGEST_TITLE
                ? Math.min(text.length(), end + END.length())
                : dashes + DASHES.length();
    }

    private static int newline(String text, int from) {
        int newline = text.indexOf('\n', from);
        return newline < 0 ? text.length() : newline;
    }

    /** Where the lines of a block that has no end stop, which go on behind the new line there. */
    private static int lines(String text, int newline) {
        int at = newline;
        while (at < text.length()) {
            int next = text.indexOf('\n', at + 1);
            int to = next < 0 ? text.length() : next;
            if (!isCoded(text, at + 1, to)
                    && text.substring(at + 1, Math.min(to, at + 40)).indexOf(": ") < 0) {
                return at;
            }
            at = to;
        }
        return at;
    }

    private static int linesBefore(String text, int end, int done) {
        int from = end;
        while (from > done) {
            int line = text.lastIndexOf('\n', from - 2);
            if (!isCoded(text, line + 1, from) || line + 1 >= from) {
                return from;
            }
            from = Math.max(done, line + 1);
        }
        return from;
    }

    /** Whether a line is one run of letters, digits and what else codes bytes, maybe quoted. */
    private static boolean isCoded(String text, int from, int to) {
        int at = from;
        while (at < to && "> \t".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        int coded = 0;
        boolean digit = false;
        for (int i = at; i < to; i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r') {
                continue;
            }
            if (c > 0x7F || !(Character.isLetterOrDigit(c) || "+/=.\\\"".indexOf(c) >= 0)) {
                return false;
            }
            digit |= Letters.isDigit(c);
            coded++;
        }
        return digit || coded == 0 || coded >= SHORTEST_LINE || text.charAt(at + coded - 1) == '=';
    }
}
