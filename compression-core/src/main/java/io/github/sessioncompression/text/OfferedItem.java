package io.github.sessioncompression.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One thing of a list to choose from: "B. Move it", "2) light", "- **Option C**: wait".
 *
 * @param label its letter or number, in capitals; empty if it has but a bullet
 * @param sentence the place of the sentence that it begins with
 * @param from its first word behind the label
 * @param to behind its last word on the line
 */
record OfferedItem(String label, int sentence, int from, int to) {
    /** Characters of a label. */
    static final int LONGEST_LABEL = 2;

    /** Items that somebody chooses from. */
    private static final int MOST = 40;
    /** Characters of what may stand in front of a label on its line: "Option B:". */
    private static final int LONGEST_FRONT = 16;
    /** Words of an item that is repeated whole; of a longer one those before a mark. */
    private static final int LONGEST_WHOLE = 12;

    private static final String AFTER_LABEL = ".):]．）：、】";
    private static final String AROUND = " \t-–—*•+_#([（【";
    private static final String BULLETS = "-–—*•+";

    /** Those in what was said, in their order; none if there are more than anybody chooses from. */
    static List<OfferedItem> of(String text, List<Offer.Said> said) {
        List<OfferedItem> items = new ArrayList<>();
        int line = 0;
        int lineEnd = -1;
        for (int i = 0; i < said.size(); i++) {
            List<Word> words = said.get(i).words();
            int from = said.get(i).from();
            while (from < words.size()) {
                while (lineEnd < words.get(from).start()) {
                    line = lineEnd + 1;
                    int newline = text.indexOf('\n', line);
                    lineEnd = newline < 0 ? text.length() : newline;
                }
                int to = from + 1;
                while (to < words.size() && words.get(to).start() < lineEnd) {
                    to++;
                }
                OfferedItem item = of(text, words, i, from, to, line);
                if (item != null) {
                    items.add(item);
                }
                from = to;
            }
            if (items.size() > MOST) {
                return List.of();
            }
        }
        return items;
    }

    /** The item that the words of one line are, if they are its first. */
    private static @Nullable OfferedItem of(String text, List<Word> words, int sentence, int from, int to, int line) {
        int first = words.get(from).start();
        int label = label(text, line);
        if (label < 0) {
            boolean bullet = first > line
                    && first - line <= LONGEST_FRONT
                    && text.substring(line, first).chars().allMatch(OfferedItem::isAround);
            return bullet && isBullet(text, line) ? new OfferedItem("", sentence, from, to) : null;
        }
        int end = wordEnd(text, label);
        int at = from;
        while (at < to && words.get(at).start() < end) {
            at++;
        }
        boolean opens = first <= label + LONGEST_FRONT;
        return opens && at < to
                ? new OfferedItem(text.substring(label, end).toUpperCase(Locale.ROOT), sentence, at, to)
                : null;
    }

    private static boolean isAround(int c) {
        return AROUND.indexOf(c) >= 0;
    }

    private static boolean isBullet(String text, int line) {
        int at = line;
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return BULLETS.indexOf(text.charAt(at)) >= 0 && text.startsWith(" ", at + 1);
    }

    /** Where the label of a line's item begins, -1 if it has none. */
    private static int label(String text, int line) {
        int at = line;
        int last = Math.min(text.length(), line + LONGEST_FRONT);
        while (at < last) {
            while (at < last && isAround(text.charAt(at))) {
                at++;
            }
            int end = wordEnd(text, at);
            if (end == at || end == text.length()) {
                return -1;
            }
            if (isLabel(text.substring(at, end)) && isMarked(text, end)) {
                return at;
            }
            if (text.charAt(end) != ' ') {
                return -1;
            }
            at = end;
        }
        return -1;
    }

    private static int wordEnd(String text, int from) {
        int end = from;
        while (end < text.length() && end - from <= LONGEST_FRONT && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isMarked(String text, int end) {
        return AFTER_LABEL.indexOf(text.charAt(end)) >= 0
                || text.startsWith("**", end)
                || text.startsWith(" :", end)
                || text.startsWith(" -", end)
                || text.startsWith(" –", end);
    }

    private static boolean isLabel(String word) {
        boolean number = word.length() <= LONGEST_LABEL && word.chars().allMatch(Character::isDigit);
        return number || (word.length() == 1 && Character.isLetter(word.charAt(0)));
    }

    /** What it says: of a long one the words before a mark. */
    Offer.Part part(List<Word> words) {
        int end = to;
        for (int i = from + 1; to - from > LONGEST_WHOLE && end == to && i < from + LONGEST_WHOLE; i++) {
            char after = words.get(i).after();
            boolean mark = after == ':' || after == ';' || after == '-' || after == '.';
            end = mark ? i + 1 : end;
        }
        return new Offer.Part(sentence, from, end);
    }
}
