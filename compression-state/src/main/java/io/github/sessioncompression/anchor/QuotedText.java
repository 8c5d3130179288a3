package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Parts of a message that its author has pasted or quoted: code, logs, data, tables, retrieved documents, forwarded mail, prompts, long lists.
 *
 * <p>Recognised by form alone, line by line, in any language: fences and {@code >}; tags of documents;
 * heads of mails; runs of lines that look like data; and text between headings or in a list of eight items or more in a user's long message.
 * An assistant's lists and headings are its own; only its code is quoted. Linear in the text. Immutable, so safe for use by many threads.
 */
public final class QuotedText {
    private static final int SHORTEST_DOCUMENT = 600;
    private static final int LONG_LIST = 8;
    private static final int DATA_LINES = 3;
    private static final int LONGEST_HEADER = 24;
    private static final int LONGEST_TAG = 24;
    private static final Set<String> TAGS = Letters.words(
            """
            document documents context page article source sources search_results result results retrieved quote
            email file attachment excerpt html content tool_result pasted blockquote""");

    private final String text;
    /** Start of each line; the last one is the end of the text. */
    private final List<Integer> starts = new ArrayList<>();

    /** The lines without the space around them. */
    private final List<String> lines = new ArrayList<>();

    private final boolean[] quoted;

    /**
     * The quoted parts of a text.
     *
     * @param byAssistant true if a model wrote it
     */
    QuotedText(String text, boolean byAssistant) {
        this.text = text;
        for (int at = 0; at < text.length(); at = lineEnd(at)) {
            starts.add(at);
            lines.add(text.substring(at, lineEnd(at)).strip());
        }
        starts.add(text.length());
        quoted = new boolean[starts.size() - 1];
        blocks(byAssistant);
        if (!byAssistant) {
            markRuns(QuotedText::looksLikeData, DATA_LINES);
            if (text.length() >= SHORTEST_DOCUMENT) {
                markRuns(QuotedText::isListItem, LONG_LIST);
                headings();
            }
        }
    }

    /** True if the character at {@code at} is in a quoted part. */
    boolean holds(int at) {
        int found = Collections.binarySearch(starts, at);
        int line = Math.min(quoted.length - 1, found >= 0 ? found : -found - 2);
        return line >= 0 && quoted[line];
    }

    private int lineEnd(int from) {
        int newline = text.indexOf('\n', from);
        return newline < 0 ? text.length() : newline + 1;
    }

    private void mark(int from, int to) {
        Arrays.fill(quoted, from, to, true);
    }

    /** Number of the next line of a kind; that of the end if there is none. */
    private int next(int from, Predicate<String> kind) {
        int i = from;
        while (i < quoted.length && !kind.test(lines.get(i))) {
            i++;
        }
        return i;
    }

    /** Marks each run of at least {@code least} lines of a kind; empty lines among them count. */
    private void markRuns(Predicate<String> kind, int least) {
        int run = 0;
        for (int i = 0; i <= quoted.length; i++) {
            if (i < quoted.length
                    && (kind.test(lines.get(i)) || (run > 0 && lines.get(i).isEmpty()))) {
                run++;
            } else {
                mark(run >= least ? i - run : i, i);
                run = 0;
            }
        }
    }

    private static boolean isFence(String line) {
        return line.startsWith("```") || line.startsWith("~~~");
    }

    private void blocks(boolean byAssistant) {
        int i = 0;
        int headers = 0;
        while (i < quoted.length) {
            String line = lines.get(i);
            String head = line.substring(0, Math.min(line.length(), 40)).toLowerCase(Locale.ROOT);
            headers = isMailHeader(head) ? headers + 1 : 0;
            int end = i;
            if (isFence(line)) {
                end = Math.min(quoted.length, next(i + 1, QuotedText::isFence) + 1);
            } else if (!byAssistant && headers == DATA_LINES) {
                mark(i + 1 - headers, quoted.length);
                return;
            } else if (!byAssistant && head.startsWith(">")) {
                end = i + 1;
            } else if (!byAssistant && head.startsWith("<")) {
                end = lineOfClosingTag(i, head);
            }
            mark(i, end);
            i = Math.max(i + 1, end);
        }
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
        int closing = next(from, line -> line.toLowerCase(Locale.ROOT).contains("</" + name));
        return Math.min(quoted.length, closing + 1);
    }

    private static boolean isMailHeader(String head) {
        int colon = head.indexOf(": ");
        return colon > 1
                && colon < LONGEST_HEADER
                && Letters.all(head.substring(0, colon), Character::isLetter)
                && (head.indexOf('@') > 0 || colon < 10);
    }

    /** True for a line of code, a log, a table or markup: brackets or marks at its ends, or few letters among many signs. */
    public static boolean looksLikeData(String line) {
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
        long letters = line.chars().filter(Character::isLetter).count();
        long spaces = line.chars().filter(c -> c == ' ').count();
        return (line.length() - spaces - letters) * 10 > 4 * (line.length() - spaces);
    }

    private static boolean isListItem(String line) {
        int digits = Math.min(3, Runs.endOfDigits(line, 0));
        boolean numbered = digits > 0 && digits < line.length() && ".)".indexOf(line.charAt(digits)) >= 0;
        return numbered || line.startsWith("- ") || line.startsWith("* ") || line.startsWith("• ");
    }

    /** From the first heading to the last paragraph of a document of two headings or more; the paragraph behind it is the author's. */
    private void headings() {
        int first = -1;
        int last = -1;
        int count = 0;
        for (int i = 0; i < quoted.length; i++) {
            String line = lines.get(i);
            boolean heading = (line.startsWith("#") && line.indexOf(' ') > 0 && line.indexOf(' ') <= 6)
                    || (line.length() > 4 && line.startsWith("**") && (line.endsWith("**") || line.endsWith("**:")));
            if (heading) {
                first = first < 0 ? i : first;
                last = i;
                count++;
            }
        }
        if (count >= 2) {
            mark(first, next(Math.min(quoted.length, last + 2), String::isEmpty));
        }
    }
}
