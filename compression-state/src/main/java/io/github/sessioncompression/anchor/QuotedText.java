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
 * Parts of a message that its author has pasted or quoted: code, logs, data, tables, retrieved documents, forwarded
 * mail, prompts, long lists.
 *
 * <p>Recognised by form alone, line by line, in any language.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>blocks: between two fences; lines that begin with {@code >}; from a tag of a document to its closing tag; from
 *       the first of {@value #DATA_LINES} heads of a mail in a row to the end;
 *   <li>in a user's message, each run of at least {@value #DATA_LINES} lines that look like data;
 *   <li>in a user's message of {@value #SHORTEST_DOCUMENT} characters or more, each run of at least {@value #LONG_LIST}
 *       items, and everything from the first heading to the end of the paragraph behind the last one, if there are two
 *       headings.
 * </ol> Of an assistant's message only fences count: its lists and headings are its own.
 *
 * <p><em>Does nothing when</em> a message has none of these forms. <em>Threads</em>: immutable. Linear in the text.
 *
 * @see StatementReader
 */
public final class QuotedText {
    /** UTF-16 units from which on lists and headings of a user are taken for a pasted document. */
    private static final int SHORTEST_DOCUMENT = 600;
    /** Items of a list that nobody types: a user's own lists are shorter. */
    private static final int LONG_LIST = 8;
    /** Lines in a row that make data, or the head of a mail. */
    private static final int DATA_LINES = 3;
    /** Characters in front of the colon of a mail's head, at most. */
    private static final int LONGEST_HEADER = 24;
    /** Characters of a tag's name that are read. */
    private static final int LONGEST_TAG = 24;
    /** Names of tags, in lower case, in which frameworks and people put documents. */
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

    /** Start of the next line; the end of the text for the last one. */
    private int lineEnd(int from) {
        int newline = text.indexOf('\n', from);
        return newline < 0 ? text.length() : newline + 1;
    }

    /** Marks the lines from {@code from} to {@code to}, exclusive. */
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

    /** Marks fences, quotes, documents in tags, and a mail to the end of the text. */
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

    /** Number of the line behind the closing tag; {@code from} if the line opens no known tag. */
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

    /** True for {@code from: name@host} and {@code subject: text}, in lower case. */
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
