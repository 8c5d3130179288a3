package io.github.sessioncompression.anchor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds in a message what its author did not say: lines quoted with {@code >}, text between the tags of retrieved documents, code
 * blocks, forwarded mail, and lines that pretend to be another speaker's.
 *
 * <p>Such text can't make rules, decisions or preferences. One pass over the lines.
 */
public final class FoundText {
    private static final int LONGEST_TAG = 24;
    private static final Set<String> TAGS = Set.of(
            "document",
            "documents",
            "doc",
            "context",
            "page",
            "webpage",
            "article",
            "source",
            "sources",
            "search_results",
            "search_result",
            "result",
            "results",
            "retrieved",
            "quote",
            "email",
            "file",
            "attachment",
            "excerpt",
            "snippet",
            "html",
            "body",
            "content",
            "tool_result",
            "website",
            "pasted",
            "blockquote");
    private static final List<String> SPEAKERS = List.of(
            "system:",
            "assistant:",
            "developer:",
            "[system]",
            "### system",
            "<|system|>",
            "<|im_start|>",
            "系统：",
            "システム：",
            "система:",
            "système :",
            "sistema:",
            "systeem:");
    private static final List<String> FORWARDED = List.of(
            "-----original message",
            "---------- forwarded message",
            "begin forwarded message",
            "-----ursprüngliche",
            "-----message d'origine",
            "-----mensaje original");

    private final String text;
    private final List<Range> ranges = new ArrayList<>();

    /** A part of a text, from its first character to behind its last. */
    public record Range(int start, int end) {}

    private FoundText(String text) {
        this.text = text;
    }

    /** The found parts of a message's text, in order; none overlaps another. */
    public static List<Range> in(String text) {
        FoundText found = new FoundText(text);
        found.lines();
        found.ranges.sort(Comparator.comparingInt(Range::start));
        List<Range> merged = new ArrayList<>();
        for (Range range : found.ranges) {
            int last = merged.size() - 1;
            if (last >= 0 && merged.get(last).end() >= range.start()) {
                Range before = merged.get(last);
                merged.set(last, new Range(before.start(), Math.max(before.end(), range.end())));
            } else {
                merged.add(range);
            }
        }
        return merged;
    }

    /** Whether the character at {@code at} is in one of the ranges. */
    public static boolean holds(List<Range> ranges, int at) {
        int low = 0;
        int high = ranges.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ranges.get(middle).end() <= at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < ranges.size() && ranges.get(low).start() <= at;
    }

    private void lines() {
        int at = 0;
        boolean code = false;
        int until = 0;
        while (at < text.length()) {
            int newline = text.indexOf('\n', at);
            int end = newline < 0 ? text.length() : newline + 1;
            int from = at;
            while (from < end && Character.isWhitespace(text.charAt(from))) {
                from++;
            }
            String head = text.substring(from, Math.min(end, from + 40)).toLowerCase(Locale.ROOT);
            if (head.startsWith("```")) {
                code = !code;
                ranges.add(new Range(at, end));
            } else if (code || at < until || head.startsWith(">")) {
                ranges.add(new Range(at, end));
            } else if (SPEAKERS.stream().anyMatch(head::startsWith)) {
                ranges.add(new Range(at, end));
                until = paragraphEnd(end);
            } else if (FORWARDED.stream().anyMatch(head::startsWith)) {
                ranges.add(new Range(at, text.length()));
                return;
            } else if (head.startsWith("<")) {
                until = Math.max(until, endOfTag(from, at));
            }
            at = end;
        }
    }

    private int paragraphEnd(int from) {
        int blank = text.indexOf("\n\n", from);
        return blank < 0 ? text.length() : blank;
    }

    /** Where what a tag of a document opens is closed, 0 if it is none; adds the range. */
    private int endOfTag(int from, int lineStart) {
        int nameEnd = from + 1;
        while (nameEnd < text.length()
                && nameEnd - from < LONGEST_TAG
                && (Character.isLetter(text.charAt(nameEnd)) || text.charAt(nameEnd) == '_')) {
            nameEnd++;
        }
        String name = text.substring(from + 1, nameEnd).toLowerCase(Locale.ROOT);
        if (!TAGS.contains(name)) {
            return 0;
        }
        String close = "</" + text.substring(from + 1, nameEnd);
        int closed = text.indexOf(close, nameEnd);
        int end = closed < 0 ? text.length() : closed;
        ranges.add(new Range(lineStart, end));
        return end;
    }
}
