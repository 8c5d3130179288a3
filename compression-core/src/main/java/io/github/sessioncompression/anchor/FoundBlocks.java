package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.WordLists;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Finds in a user's message what the user has only passed on, by its form: markup with a closing tag, text between two lines of dashes,
 * data, tables, mails with their heads, what stands behind "search results:", captions and long quotations.
 *
 * <p>What stands in quotation marks stays where it is, as code does. Linear in the text; not thread-safe, used for one text.
 */
final class FoundBlocks {
    private static final WordLists LISTS = WordLists.load(FoundBlocks.class, "found.txt");
    private static final int LONGEST_TAG = 24;
    private static final int LONGEST_HEADER = 16;
    private static final int LONGEST_LEAD = 120;
    private static final int SHORTEST_RULE = 10;
    private static final int QUOTED_WORDS = 4;
    private static final int LONGEST_QUOTE = 4_000;
    /** So many tags may lack their end before no more are looked for: each time the text is read to its end. */
    private static final int MOST_TRIES = 32;
    /** So often as long as the text is what may be read of data that are none. */
    private static final long MOST_IN_VAIN = 4;

    private static final String OPENING = "“„«「『\"";
    private static final String CLOSING = "””»」』\"";

    private final String text;
    private final List<FoundRange> ranges;
    private final Set<String> unclosed = new HashSet<>();
    /** Characters read of what begins like data and is none. */
    private long vain;
    /** The place of the next closing mark of each kind, as far as it is known. */
    private final Map<Character, Integer> next = new HashMap<>();

    /** Where the line of dashes began behind which a block may stand, -1 if none did. */
    private int ruleEnd = -1;

    private char ruled;
    private int headers;
    private int headersFrom;
    private boolean mailed;

    FoundBlocks(String text, List<FoundRange> ranges) {
        this.text = text;
        this.ranges = ranges;
    }

    /** Whether it opens a quotation. */
    static boolean isQuote(char c) {
        return OPENING.indexOf(c) >= 0;
    }

    /** Looks at the line from {@code at} to {@code end}, whose first character that is no space is at {@code from}; where to go on. */
    int line(int at, int from, int end) {
        if (from >= end) {
            headers = 0;
            return end;
        }
        char first = text.charAt(from);
        int last = lastOf(from, end);
        if ("-=_*#~\"'".indexOf(first) >= 0 && isRule(from, last)) {
            return rule(at, end, first);
        }
        if (isHeader(from, last)) {
            headersFrom = headers == 0 ? at : headersFrom;
            headers++;
            mailed |= text.substring(from, last).indexOf('@') > 0
                    || has(
                            "subject",
                            text.substring(from, Math.min(last, from + LONGEST_HEADER))
                                    .toLowerCase(Locale.ROOT));
            if (headers > 1 && mailed) {
                return found(headersFrom, text.length());
            }
        } else {
            headers = 0;
            mailed = false;
        }
        if (first == '-' && isPassedOn(from, last)) {
            return found(at, text.length());
        }
        if ((text.charAt(last) == ':' || text.charAt(last) == '：') && last - from <= LONGEST_LEAD) {
            int until = lead(from, last);
            if (until > end) {
                return found(end, until);
            }
        }
        if ((first == '{' || first == '[') && vain <= MOST_IN_VAIN * text.length()) {
            int until = data(from);
            if (until > 0) {
                return found(at, until);
            }
        }
        if (first == '|' && text.indexOf('|', from + 1) > 0 && text.indexOf('|', from + 1) <= last) {
            return found(at, end);
        }
        inLine(from, end);
        return end;
    }

    private int found(int from, int to) {
        ranges.add(new FoundRange(from, to, false));
        return to;
    }

    private int lastOf(int from, int end) {
        int last = end - 1;
        while (last > from && Character.isWhitespace(text.charAt(last))) {
            last--;
        }
        return last;
    }

    private boolean isRule(int from, int last) {
        int shortest = "\"'~".indexOf(text.charAt(from)) >= 0 ? 3 : SHORTEST_RULE;
        for (int i = from; i <= last; i++) {
            if (text.charAt(i) != text.charAt(from)) {
                return false;
            }
        }
        return last - from + 1 >= shortest;
    }

    private int rule(int at, int end, char mark) {
        if (ruleEnd >= 0 && ruled == mark) {
            ranges.add(new FoundRange(ruleEnd, at, false));
            ruleEnd = -1;
        } else {
            ruleEnd = end;
            ruled = mark;
        }
        return end;
    }

    private boolean isHeader(int from, int last) {
        int colon = from;
        while (colon <= last && colon - from <= LONGEST_HEADER && ":：".indexOf(text.charAt(colon)) < 0) {
            colon++;
        }
        boolean marked = colon < last && ":：".indexOf(text.charAt(colon)) >= 0;
        return marked
                && LISTS.list("header")
                        .contains(text.substring(from, colon).strip().toLowerCase(Locale.ROOT));
    }

    private boolean isPassedOn(int from, int last) {
        boolean dashes = text.startsWith("-----", from) && last - from > 10 && text.startsWith("-----", last - 4);
        return dashes && has("passed-on", text.substring(from, last).toLowerCase(Locale.ROOT));
    }

    private static boolean has(String list, String line) {
        return LISTS.list(list).stream().anyMatch(line::contains);
    }

    /** Up to where what a line with a colon leads in is found text, 0 if it leads in nothing of the kind. */
    private int lead(int from, int last) {
        String line = text.substring(from, last).toLowerCase(Locale.ROOT);
        boolean mail = line.indexOf('@') > 0 && line.indexOf('<') > 0;
        if (mail || has("lead-to-end", line)) {
            return text.length();
        }
        if (!has("lead", line)) {
            return 0;
        }
        int blank = text.indexOf("\n\n", last + 2);
        return blank < 0 ? text.length() : blank;
    }

    /** Where data end that begin here, 0 if there are none. */
    private int data(int from) {
        int depth = 0;
        boolean quoted = false;
        boolean named = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
                named |= !quoted && text.startsWith(":", i + 1);
            } else if (!quoted && (c == '{' || c == '[')) {
                depth++;
            } else if (!quoted && (c == '}' || c == ']') && --depth == 0) {
                vain += named ? 0 : i - from;
                return named ? i + 1 : 0;
            }
        }
        vain += text.length() - from;
        return 0;
    }

    /** Tags with what they hold, captions of pictures, and quotations, from here to the line's end or their own. */
    private void inLine(int from, int end) {
        int at = from;
        while (at < end) {
            char c = text.charAt(at);
            int behind = 0;
            if (c == '<') {
                behind = tag(at);
            } else if (c == '!' && text.startsWith("![", at)) {
                int close = next(')', at);
                behind = close > 0 && close < end ? close + 1 : 0;
            }
            if (behind > at) {
                ranges.add(new FoundRange(at, behind, false));
                at = behind;
            } else {
                int quote = OPENING.indexOf(c);
                int close = quote < 0 ? -1 : next(CLOSING.charAt(quote), at + 1);
                if (close > 0 && close < end && close - at <= LONGEST_QUOTE) {
                    if (isSpeech(at + 1, close)) {
                        ranges.add(new FoundRange(at, close + 1, true));
                    }
                    at = close;
                }
                at++;
            }
        }
    }

    /** The next place of a mark from there on, which is looked for only where the last one was passed; -1 if there is none. */
    private int next(char mark, int from) {
        int known = next.getOrDefault(mark, 0);
        if (known >= 0 && known < from) {
            known = text.indexOf(mark, from);
            next.put(mark, known);
        }
        return known;
    }

    private boolean isSpeech(int from, int to) {
        int words = 1;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            words += c == ' ' ? 1 : c >= 0x2E80 && i % 2 == 0 ? 1 : 0;
        }
        return words >= QUOTED_WORDS;
    }

    /** Where the element ends that begins here, 0 if it is none or the user's own. */
    private int tag(int from) {
        int nameEnd = from + 1;
        while (nameEnd < text.length() && nameEnd - from < LONGEST_TAG && isTagChar(text.charAt(nameEnd))) {
            nameEnd++;
        }
        String name = text.substring(from + 1, nameEnd);
        boolean opens = !name.isEmpty()
                && nameEnd < text.length()
                && " >\n\t".indexOf(text.charAt(nameEnd)) >= 0
                && !LISTS.list("own-tag").contains(name.toLowerCase(Locale.ROOT));
        if (!opens || unclosed.contains(name) || unclosed.size() >= MOST_TRIES) {
            return 0;
        }
        int close = text.indexOf("</" + name, nameEnd);
        if (close < 0) {
            unclosed.add(name);
            return 0;
        }
        int end = text.indexOf('>', close);
        return end < 0 ? text.length() : end + 1;
    }

    private static boolean isTagChar(char c) {
        return c < 0x80 && (Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == ':');
    }
}
