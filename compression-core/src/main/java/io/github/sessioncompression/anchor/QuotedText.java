package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Parts of a message that its author has pasted or quoted: code, logs, data, tables, retrieved documents, forwarded mail, prompts, long lists.
 *
 * <p>Told by form alone, line by line, in any language: fences and {@code >}; tags of documents; lines that pretend to be another speaker;
 * heads of mails; runs of lines that look like data; and what stands between headings or in a list of eight items or more in a user's long message.
 * An assistant's lists and headings are its own; only its code is quoted. Linear in the text. Immutable, so safe for use by many threads.
 */
final class QuotedText {

    private static final int SHORTEST_DOCUMENT = 600;
    private static final int LONG_LIST = 8;
    private static final int DATA_LINES = 3;
    private static final int LONGEST_HEADER = 24;
    private static final int LONGEST_TAG = 24;
    private static final Set<String> TAGS = Set.of(
            "document",
            "documents",
            "context",
            "page",
            "article",
            "source",
            "sources",
            "search_results",
            "result",
            "results",
            "retrieved",
            "quote",
            "email",
            "file",
            "attachment",
            "excerpt",
            "html",
            "content",
            "tool_result",
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
            "システム：");
    private static final List<String> FORWARDED =
            List.of("-----original message", "---------- forwarded", "begin forwarded message", "-----ursprüngliche");

    private final String text;
    /** Start of each line; the last one is the end of the text. */
    private final List<Integer> lines = new ArrayList<>();

    private final boolean[] quoted;

    private QuotedText(String text, boolean byAssistant) {
        this.text = text;
        for (int at = 0; at < text.length(); at = lineEnd(at)) {
            lines.add(at);
        }
        lines.add(text.length());
        quoted = new boolean[lines.size() - 1];
        if (byAssistant) {
            fences();
        } else {
            blocks();
            data();
            if (text.length() >= SHORTEST_DOCUMENT) {
                lists();
                headings();
            }
        }
    }

    /**
     * The quoted parts of a text.
     *
     * @param byAssistant true if a model wrote it
     */
    public static QuotedText in(String text, boolean byAssistant) {
        return new QuotedText(text, byAssistant);
    }

    /** True if the character at {@code at} is in a quoted part. */
    public boolean holds(int at) {
        int low = 0;
        int high = quoted.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (lines.get(middle) <= at) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return quoted.length > 0 && quoted[low];
    }

    private int lineEnd(int from) {
        int newline = text.indexOf('\n', from);
        return newline < 0 ? text.length() : newline + 1;
    }

    private String line(int number) {
        return text.substring(lines.get(number), lines.get(number + 1)).strip();
    }

    private void mark(int from, int to) {
        for (int i = from; i < to; i++) {
            quoted[i] = true;
        }
    }

    private void fences() {
        boolean open = false;
        for (int i = 0; i < quoted.length; i++) {
            boolean fence = isFence(line(i));
            quoted[i] = open || fence;
            open ^= fence;
        }
    }

    private static boolean isFence(String line) {
        return line.startsWith("```") || line.startsWith("~~~");
    }

    /** Blocks with a beginning of their own. */
    private void blocks() {
        int i = 0;
        int headers = 0;
        while (i < quoted.length) {
            String line = line(i);
            String head = line.substring(0, Math.min(line.length(), 40)).toLowerCase(Locale.ROOT);
            headers = isMailHeader(head) ? headers + 1 : 0;
            int end = i;
            if (isFence(line)) {
                end = lineAfterFence(i + 1);
            } else if (head.startsWith(">")) {
                end = i + 1;
            } else if (FORWARDED.stream().anyMatch(head::startsWith) || headers == DATA_LINES) {
                mark(i + 1 - Math.max(1, headers), quoted.length);
                return;
            } else if (SPEAKERS.stream().anyMatch(head::startsWith)) {
                end = blankLine(i + 1);
            } else if (head.startsWith("<")) {
                end = lineOfClosingTag(i, head);
            }
            mark(i, end);
            i = Math.max(i + 1, end);
        }
    }

    private int lineAfterFence(int from) {
        int i = from;
        while (i < quoted.length && !isFence(line(i))) {
            i++;
        }
        return Math.min(quoted.length, i + 1);
    }

    private int blankLine(int from) {
        int i = from;
        while (i < quoted.length && !line(i).isEmpty()) {
            i++;
        }
        return i;
    }

    private int lineOfClosingTag(int from, String head) {
        int to = 1;
        while (to < head.length()
                && to < LONGEST_TAG
                && (Character.isLetter(head.charAt(to)) || head.charAt(to) == '_')) {
            to++;
        }
        String name = head.substring(1, to);
        if (!TAGS.contains(name)) {
            return from;
        }
        int i = from;
        while (i < quoted.length && !line(i).toLowerCase(Locale.ROOT).contains("</" + name)) {
            i++;
        }
        return Math.min(quoted.length, i + 1);
    }

    private static boolean isMailHeader(String head) {
        int colon = head.indexOf(": ");
        return colon > 1
                && colon < LONGEST_HEADER
                && Letters.all(head.substring(0, colon), Character::isLetter)
                && (head.indexOf('@') > 0 || colon < 10);
    }

    private void data() {
        int run = 0;
        for (int i = 0; i <= quoted.length; i++) {
            String line = i < quoted.length ? line(i) : "";
            if (i < quoted.length && (looksLikeData(line) || (run > 0 && line.isEmpty()))) {
                run++;
            } else {
                if (run >= DATA_LINES) {
                    mark(i - run, i);
                }
                run = 0;
            }
        }
    }

    /** True for a line of code, a log, a table or markup: brackets or marks at its ends, or few letters among many signs. */
    private static boolean looksLikeData(String line) {
        if (line.isEmpty()) {
            return false;
        }
        char first = line.charAt(0);
        char last = line.charAt(line.length() - 1);
        if ("{}[]|<".indexOf(first) >= 0
                || "{};>|\\".indexOf(last) >= 0
                || line.startsWith("at ")
                || line.startsWith("//")) {
            return true;
        }
        int letters = 0;
        int spaces = 0;
        for (int i = 0; i < line.length(); i++) {
            letters += Character.isLetter(line.charAt(i)) ? 1 : 0;
            spaces += line.charAt(i) == ' ' ? 1 : 0;
        }
        return (line.length() - spaces - letters) * 10 > 4 * (line.length() - spaces);
    }

    private void lists() {
        int run = 0;
        for (int i = 0; i <= quoted.length; i++) {
            String line = i < quoted.length ? line(i) : "";
            if (isListItem(line) || (run > 0 && line.isEmpty() && i < quoted.length)) {
                run++;
            } else {
                if (run >= LONG_LIST) {
                    mark(i - run, i);
                }
                run = 0;
            }
        }
    }

    private static boolean isListItem(String line) {
        int digits = 0;
        while (digits < line.length() && digits < 3 && Letters.isDigit(line.charAt(digits))) {
            digits++;
        }
        boolean numbered = digits > 0 && digits < line.length() && ".)".indexOf(line.charAt(digits)) >= 0;
        return numbered || line.startsWith("- ") || line.startsWith("* ") || line.startsWith("• ");
    }

    /** From the first heading to the last paragraph of a document of two headings or more; the paragraph behind it is the author's. */
    private void headings() {
        int first = -1;
        int last = -1;
        int count = 0;
        for (int i = 0; i < quoted.length; i++) {
            String line = line(i);
            boolean heading = (line.startsWith("#") && line.indexOf(' ') > 0 && line.indexOf(' ') <= 6)
                    || (line.length() > 4 && line.startsWith("**") && (line.endsWith("**") || line.endsWith("**:")));
            if (heading) {
                first = first < 0 ? i : first;
                last = i;
                count++;
            }
        }
        if (count >= 2) {
            mark(first, blankLine(Math.min(quoted.length, last + 2)));
        }
    }
}
