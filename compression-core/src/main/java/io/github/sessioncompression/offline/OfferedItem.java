package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One thing of a list to choose from: "B. Move it", "2) light", "- **Option C**: wait".
 *
 * @param label its letter or number, in capitals; empty if it has but a bullet
 * @param sentence the sentence that it begins with
 * @param from its first word behind the label
 * @param to behind its last word on the line
 */
record OfferedItem(String label, Sentence sentence, int from, int to) {
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
    static List<OfferedItem> of(List<Sentence> said) {
        List<OfferedItem> items = new ArrayList<>();
        int line = 0;
        int lineEnd = -1;
        for (Sentence sentence : said) {
            String text = sentence.utterance.text();
            List<Word> words = sentence.words;
            int from = sentence.answerFrom; // what stands before is of another text
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
                OfferedItem item = of(sentence, from, to, line);
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
    private static @Nullable OfferedItem of(Sentence sentence, int from, int to, int line) {
        String text = sentence.utterance.text();
        int first = sentence.words.get(from).start();
        int label = label(text, line);
        if (label < 0) {
            boolean bullet = first > line
                    && first - line <= LONGEST_FRONT
                    && text.substring(line, first).chars().allMatch(OfferedItem::isAround);
            return bullet && isBullet(text, line) ? new OfferedItem("", sentence, from, to) : null;
        }
        int end = wordEnd(text, label);
        int at = from;
        while (at < to && sentence.words.get(at).start() < end) {
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

    /** What it says, as a sentence with terms: of a long one the words before a mark. */
    Sentence part() {
        int end = to;
        for (int i = from + 1; to - from > LONGEST_WHOLE && end == to && i < from + LONGEST_WHOLE; i++) {
            char after = sentence.words.get(i).after();
            boolean mark = after == ':' || after == ';' || after == '-' || after == '.';
            end = mark ? i + 1 : end;
        }
        Sentence part = sentence.withWords(sentence.words.subList(from, end));
        part.terms = new int[end - from][];
        System.arraycopy(sentence.terms, from, part.terms, 0, end - from);
        return part;
    }

    /** Lowers the weight of what stands on its line, of the sentences of its utterance. */
    void weigh(List<Sentence> said, double factor) {
        int start = sentence.words.get(from).start();
        int newline = sentence.utterance.text().indexOf('\n', start);
        int end = newline < 0 ? sentence.utterance.text().length() : newline;
        for (Sentence other : said) {
            int at = other.words.get(other.words.size() - 1).start();
            other.weight *= at >= start && at < end ? factor : 1;
        }
    }
}
