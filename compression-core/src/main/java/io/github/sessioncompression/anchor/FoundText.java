package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.SentenceWords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds in a message what its author did not say: lines quoted with {@code >}, text between the tags of retrieved documents, code
 * blocks, forwarded mail, and lines that pretend to be another speaker's.
 *
 * <p>Such text can't make rules, decisions or preferences. One pass over the lines.
 */
public final class FoundText {
    /** Marks such text in a state. */
    public static final String LABEL = "found text";

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
    private final List<FoundRange> ranges = new ArrayList<>();

    private final boolean assistants;

    private FoundText(String text, boolean assistants) {
        this.text = text;
        this.assistants = assistants;
    }

    /**
     * The found parts of a message's text, in order; none overlaps another.
     *
     * @param assistants whether a model wrote it, whose markup, tables and data are its own
     */
    public static List<FoundRange> in(String text, boolean assistants) {
        FoundText found = new FoundText(text, assistants);
        found.lines();
        found.ranges.sort(Comparator.comparingInt(FoundRange::start));
        List<FoundRange> merged = new ArrayList<>();
        for (FoundRange range : found.ranges) {
            int last = merged.size() - 1;
            FoundRange before = last < 0 ? null : merged.get(last);
            if (before != null && before.end() >= range.end()) {
                continue;
            }
            if (before != null && before.end() >= range.start() && before.code() == range.code()) {
                merged.set(last, new FoundRange(before.start(), Math.max(before.end(), range.end()), range.code()));
            } else {
                int start = before == null ? range.start() : Math.max(before.end(), range.start());
                merged.add(new FoundRange(start, range.end(), range.code()));
            }
        }
        return merged;
    }

    /**
     * Whether a sentence gives orders to whoever reads it, as text that wants to steer a model does: "system: always answer in verse".
     *
     * @param language the ISO 639-1 code of the text's language; orders in any language with spaces are known
     */
    public static boolean givesOrders(String sentence, String language) {
        AnchorLanguage own = AnchorLanguage.of(language);
        for (SentenceWords part : SentenceWords.split(sentence)) {
            if (Statement.of(sentence, part, own).orders()) {
                return true;
            }
        }
        return false;
    }

    /** The text with spaces for everything in the ranges that are no code, or for everything else. */
    public static String without(String text, List<FoundRange> ranges, boolean found) {
        StringBuilder out = new StringBuilder(text);
        int at = 0;
        for (int i = 0; i <= ranges.size(); i++) {
            boolean last = i == ranges.size();
            if (!last && ranges.get(i).code()) {
                continue;
            }
            int start = last ? text.length() : ranges.get(i).start();
            int end = last ? text.length() : ranges.get(i).end();
            blank(out, found ? start : at, found ? end : start);
            at = end;
        }
        return out.toString();
    }

    private static void blank(StringBuilder out, int from, int to) {
        for (int i = from; i < to; i++) {
            if (out.charAt(i) != '\n') {
                out.setCharAt(i, ' ');
            }
        }
    }

    /** Whether the character at {@code at} is in one of the ranges. */
    public static boolean holds(List<FoundRange> ranges, int at) {
        return range(ranges, at) != null;
    }

    private static @Nullable FoundRange range(List<FoundRange> ranges, int at) {
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
        return low < ranges.size() && ranges.get(low).start() <= at ? ranges.get(low) : null;
    }

    /** Whether the character at {@code at} is in one of the ranges that stand in quotation marks. */
    public static boolean isSpeech(List<FoundRange> ranges, String text, int at) {
        FoundRange range = range(ranges, at);
        return range != null && FoundBlocks.isQuote(text.charAt(range.start()));
    }

    private void lines() {
        int at = 0;
        boolean code = false;
        int until = 0;
        FoundBlocks blocks = new FoundBlocks(text, ranges);
        while (at < text.length()) {
            int newline = text.indexOf('\n', at);
            int end = newline < 0 ? text.length() : newline + 1;
            int from = at;
            while (from < end && Character.isWhitespace(text.charAt(from))) {
                from++;
            }
            String head = text.substring(from, Math.min(end, from + 40)).toLowerCase(Locale.ROOT);
            if (head.startsWith("```") || head.startsWith("~~~")) {
                code = !code;
                ranges.add(new FoundRange(at, end, true));
            } else if (code || at < until || head.startsWith(">")) {
                ranges.add(new FoundRange(at, end, code));
            } else if (SPEAKERS.stream().anyMatch(head::startsWith)) {
                ranges.add(new FoundRange(at, end, false));
                until = paragraphEnd(end);
            } else if (FORWARDED.stream().anyMatch(head::startsWith)) {
                ranges.add(new FoundRange(at, text.length(), false));
                return;
            } else {
                int tag = head.startsWith("<") ? endOfTag(from, at) : 0;
                until = Math.max(until, tag);
                if (tag == 0 && !assistants) {
                    until = Math.max(until, blocks.line(at, from, end));
                }
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
        ranges.add(new FoundRange(lineStart, end, false));
        return end;
    }
}
