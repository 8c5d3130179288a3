package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Finds keys, tokens and passwords: by how they begin, by the word before them, inside an address, or by being a long row of mixed
 * letters and digits that nobody would say.
 *
 * <p>One pass over the runs of the text; each is looked at a bounded number of times.
 */
final class Secrets {
    private static final int LONGEST_WORD = 24;
    private static final int SHORTEST_VALUE = 4;
    private static final int LONGEST_VALUE = 4_096;
    private static final int SHORTEST_PREFIXED = 12;
    private static final int LONG_RUN = 32;
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";

    private final String text;
    private final List<Span> spans = new ArrayList<>();

    /** Where a secret stands, the end exclusive. */
    record Span(int start, int end) {}

    private Secrets(String text) {
        this.text = text;
    }

    /** The secrets in the order of the text; none overlaps another. */
    static List<Span> find(String text) {
        Secrets secrets = new Secrets(text);
        secrets.blocks();
        secrets.runs();
        return secrets.merged();
    }

    private List<Span> merged() {
        spans.sort(Comparator.comparingInt(Span::start));
        List<Span> merged = new ArrayList<>(spans.size());
        for (Span span : spans) {
            int last = merged.size() - 1;
            if (last >= 0 && merged.get(last).end() > span.start()) {
                Span before = merged.get(last);
                merged.set(last, new Span(before.start(), Math.max(before.end(), span.end())));
            } else {
                merged.add(span);
            }
        }
        return merged;
    }

    private void blocks() {
        for (int at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, at)) {
            boolean key = text.regionMatches(at + BEGIN.length(), "CERTIFICATE", 0, 11)
                    || text.substring(at, Math.min(text.length(), at + 48)).contains("KEY");
            int close = key ? text.indexOf(END, at) : -1;
            int end = close < 0 ? text.length() : Math.max(close, text.indexOf("-----", close + END.length()) + 5);
            if (key) {
                spans.add(new Span(at, Math.min(text.length(), end)));
            }
            at = key ? Math.min(text.length(), end) : at + BEGIN.length();
        }
    }

    private void runs() {
        String before = "";
        String beforeThat = "";
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') {
                before = "";
                beforeThat = "";
            }
            if (Character.isWhitespace(c)) {
                at++;
                continue;
            }
            int end = at;
            while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
                end++;
            }
            run(at, end, before, beforeThat);
            beforeThat = before;
            before = end - at <= LONGEST_WORD ? text.substring(at, end).toLowerCase(Locale.ROOT) : "";
            at = end;
        }
    }

    private void run(int start, int end, String before, String beforeThat) {
        int from = start;
        while (from < end && Runs.isOneOf("\"'`([{<“„", text.charAt(from))) {
            from++;
        }
        int to = end;
        while (to > from && Runs.isOneOf("\"'`)]}>,;.!?”“", text.charAt(to - 1))) {
            to--;
        }
        if (to <= from) {
            return;
        }
        if (valuesInside(from, to)) {
            return;
        }
        String last = stripped(before);
        boolean marked = before.endsWith(":") || before.endsWith("=") || before.endsWith("：");
        boolean apart = before.equals(":") || before.equals("=") || SecretWords.LINKS.contains(last);
        String named = apart ? stripped(beforeThat) : last;
        boolean linked = marked || !named.equals(last) || last.equals("bearer");
        if (linked && isLead(named, beforeThat, before)) {
            value(from, to, marked || before.equals(":") || before.equals("="));
            return;
        }
        int scheme = text.substring(from, to).indexOf("://");
        if (scheme > 0) {
            credentials(from + scheme + 3, to);
            return;
        }
        if (isPrefixed(from, to) || isRandom(from, to)) {
            spans.add(new Span(from, to));
        }
    }

    private boolean isLead(String named, String beforeThat, String before) {
        return SecretWords.LEADS.contains(named)
                || SecretWords.LEADS.contains(stripped(beforeThat) + ' ' + stripped(before))
                || (named.equals("passe")
                        && (stripped(beforeThat).equals("de")
                                || stripped(beforeThat).equals("passe")));
    }

    private static String stripped(String word) {
        int from = 0;
        int to = word.length();
        while (to > from && Runs.isOneOf(":=：\"'`*,", word.charAt(to - 1))) {
            to--;
        }
        while (from < to && Runs.isOneOf("\"'`*({", word.charAt(from))) {
            from++;
        }
        return word.substring(from, to);
    }

    /** Takes what stands behind a word and a mark in the same run, {@code pwd=x}; false if there is no such word. */
    private boolean valuesInside(int from, int to) {
        boolean any = false;
        int word = -1;
        int wordEnd = -1;
        for (int i = from; i < to - 1; i++) {
            char c = text.charAt(i);
            if (Runs.isOneOf(":=：", c) || (c > 0x2E80 && "是为は".indexOf(c) >= 0)) {
                if (word >= 0 && isLeadAt(word, c > 0x2E80 ? i : wordEnd)) {
                    int value = i + 1;
                    while (value < to && "\"'`：:= ".indexOf(text.charAt(value)) >= 0) {
                        value++;
                    }
                    i = Math.max(i, value(value, to, true) - 1);
                    any = true;
                }
                word = -1;
            } else if (Character.isLetterOrDigit(c) || c == '_' || c == '-') {
                word = word < 0 || wordEnd < i ? i : word;
                wordEnd = i + 1;
            } else if ("\"'`".indexOf(c) < 0) {
                word = -1;
            }
        }
        return any;
    }

    private boolean isLeadAt(int from, int to) {
        if (to - from > 2 * LONGEST_WORD) {
            return false;
        }
        String word = text.substring(from, to).toLowerCase(Locale.ROOT);
        return SecretWords.LEADS.contains(word) || endsWithWideLead(word);
    }

    private static boolean endsWithWideLead(String word) {
        return SecretWords.LEADS.stream().anyMatch(lead -> lead.charAt(0) > 0x2E80 && word.endsWith(lead));
    }

    /** Takes the value that starts at {@code from}, unless it is none; where it ends, exclusive. */
    private int value(int from, int to, boolean marked) {
        int end = from;
        while (end < to && text.charAt(end) < 0x2E80 && "\"'`&".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        String value = text.substring(from, Math.min(end, from + LONGEST_VALUE));
        boolean shown =
                value.startsWith("$") || value.startsWith("<") || value.startsWith("*") || value.startsWith("[");
        boolean word = Letters.all(value, Character::isLetter);
        if (value.length() >= SHORTEST_VALUE
                && !shown
                && !SecretWords.PLACEHOLDERS.contains(value.toLowerCase(Locale.ROOT))
                && (marked || !word)) {
            spans.add(new Span(from, end));
        }
        return end;
    }

    private void credentials(int from, int to) {
        String rest = text.substring(from, to);
        int at = rest.indexOf('@');
        int slash = rest.indexOf('/');
        int colon = rest.indexOf(':');
        boolean given = colon > 0 && colon < at - 1 && (slash < 0 || slash > at);
        if (given) {
            spans.add(new Span(from + colon + 1, from + at));
        }
    }

    private boolean isPrefixed(int from, int to) {
        if (to - from < SHORTEST_PREFIXED || !hasDigit(from, to)) {
            return false;
        }
        for (String prefix : SecretWords.PREFIXES) {
            if (text.startsWith(prefix, from)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasDigit(int from, int to) {
        for (int i = from; i < to; i++) {
            if (Character.isDigit(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Capital and small letters and digits mixed through a long run without the marks of an address or a path. */
    private boolean isRandom(int from, int to) {
        if (to - from < LONG_RUN) {
            return false;
        }
        int upper = 0;
        int lower = 0;
        int digits = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            upper += c >= 'A' && c <= 'Z' ? 1 : 0;
            lower += c >= 'a' && c <= 'z' ? 1 : 0;
            digits += c >= '0' && c <= '9' ? 1 : 0;
            if (c > 0x7F || !(Character.isLetterOrDigit(c) || "-_+/=".indexOf(c) >= 0)) {
                return false;
            }
        }
        int all = to - from;
        return upper * 8 >= all && lower * 8 >= all && digits * 12 >= all;
    }
}
