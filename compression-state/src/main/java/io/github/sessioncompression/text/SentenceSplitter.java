package io.github.sessioncompression.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Splits a text into sentences in one pass.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>a line break ends a sentence; marks of a list in front of a line ({@code -}, {@code 1.}, {@code #}, {@code |})
 *       are no part of its sentence;
 *   <li>each run between spaces is a word with the punctuation behind it; in scripts without spaces a run also ends
 *       behind a mark;
 *   <li>a full stop, exclamation or question mark ends a sentence. A full stop ends none behind a short form, an
 *       initial or an ordinal, nor in front of a small letter if the sentence began with a capital: two sentences in
 *       one are better than half of one;
 *   <li>a sentence longer than {@link Sentence#MAX_CHARS} ends at its last semicolon or colon, else at its last comma;
 *       without one it is left out;
 *   <li>a row of a table is one sentence.
 * </ol>
 *
 * <p><em>Does nothing when</em> a text has no words. A run of more than {@value #LONGEST_WORD} characters is data, and
 * its sentence is left out, unless it is an address. <em>Threads</em>: used once; not thread-safe. Linear.
 *
 * @see Languages#detect
 */
public final class SentenceSplitter {
    /** Longest run that is a word, in UTF-16 units. */
    private static final int LONGEST_WORD = 120;
    /** Longest address on the web that is a word, in UTF-16 units. */
    private static final int LONGEST_ADDRESS = 300;
    /** Marks that end a sentence, as {@link #plain} gives them. */
    private static final String ENDS = ".!?…";
    /** Marks that end a sentence in scripts without spaces. */
    private static final String WIDE_ENDS = "。！？";
    /** Marks that end a word, but no sentence, in scripts without spaces. */
    private static final String WIDE_MARKS = "，、；：";
    /** Characters in front of a word that are no part of it. */
    private static final String OPENING = "\"'“„«‘([{*_`「『【（《¿¡";
    /** Characters behind a word that are no part of it, punctuation aside. */
    private static final String CLOSING = "\"'”»’)]}*_`」』】）》";
    /** Marks between which words are quoted, see {@link Word#quoted}. */
    private static final String QUOTES = "\"“”„«»「」『』";
    /** Marks of lists, quotes, headings and tables in front of a line. */
    private static final String LIST_MARKS = "-*•>#|–—·";

    private final String text;
    private final LanguageProfile profile;
    private final List<Sentence> sentences = new ArrayList<>();
    private final List<Word> words = new ArrayList<>();
    /** Start of the sentence that is read; -1 between two sentences. */
    private int start = -1;

    /** Behind the last run of the sentence that is read, closing marks included. */
    private int end;
    /** True inside quotation marks. */
    private boolean quoted;
    /** True if the sentence that is read will be left out. */
    private boolean isData;
    /** True inside a row of a table, which is one sentence. */
    private boolean isRow;

    /** @param text ends where reading is to end */
    private SentenceSplitter(String text, LanguageProfile profile) {
        this.text = text;
        this.profile = profile;
    }

    /** The sentences of a text in order, in linear time. What is no language, such as a run of 300 characters, is left out. */
    public static List<Sentence> split(String text, LanguageProfile profile) {
        return split(text, 0, text.length(), profile);
    }

    /** The sentences of the part of a text between {@code from} and {@code to}, with their places in the whole text. */
    public static List<Sentence> split(String text, int from, int to, LanguageProfile profile) {
        return new SentenceSplitter(text.substring(0, to), profile).split(from);
    }

    /** Goes through the text run by run; each line break ends a sentence, a quotation and a row of a table. */
    private List<Sentence> split(int from) {
        int at = from;
        boolean lineStart = true;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n' || c == '\r') {
                finish((char) 0);
                quoted = false;
                isRow = false;
                lineStart = true;
                at++;
            } else if (Character.isWhitespace(c) || c == 0xA0) {
                at++;
            } else if (lineStart && listMark(at) > at) {
                isRow |= c == '|';
                at = listMark(at);
            } else {
                lineStart = false;
                int tokenEnd = tokenEnd(at);
                token(at, tokenEnd);
                at = tokenEnd;
            }
        }
        finish((char) 0);
        return sentences;
    }

    /**
     * Behind the bullet or number of a list's item; {@code at} if there is none. A number has one or two digits and a full
     * stop or bracket behind it; in front of a month ("9. March") it is a day.
     */
    private int listMark(int at) {
        int to = at;
        while (to < text.length() && LIST_MARKS.indexOf(text.charAt(to)) >= 0) {
            to++;
        }
        if (to > at) {
            return to >= text.length() || Character.isWhitespace(text.charAt(to)) ? to : at;
        }
        while (to < text.length() && to - at < 2 && Letters.isDigit(text.charAt(to))) {
            to++;
        }
        boolean numbered = to > at
                && to + 1 < text.length()
                && ".)".indexOf(text.charAt(to)) >= 0
                && text.charAt(to + 1) == ' '
                && !(text.charAt(to) == '.' && isMonth(to + 1));
        return numbered ? to + 1 : at;
    }

    /** True if the next word on the line names a month. */
    private boolean isMonth(int from) {
        return profile.month(next(from)) > 0;
    }

    /** End of the run without spaces; in scripts without spaces, behind its first mark. */
    private int tokenEnd(int from) {
        int to = from;
        while (to < text.length() && !Character.isWhitespace(text.charAt(to)) && text.charAt(to) != 0xA0) {
            char c = text.charAt(to++);
            if (c >= 0x3000 && (WIDE_ENDS.indexOf(c) >= 0 || WIDE_MARKS.indexOf(c) >= 0)) {
                while (to < text.length() && isClosing(text.charAt(to)) && text.charAt(to) >= 0x2000) {
                    to++;
                }
                break;
            }
        }
        return to;
    }

    /**
     * Reads one run: opening marks, the word, and the marks behind it. Then ends the sentence if a mark says so, or
     * divides it if it has become too long. A run of marks only gives its mark to the word before it.
     */
    private void token(int from, int to) {
        int wordStart = from;
        while (wordStart < to && OPENING.indexOf(text.charAt(wordStart)) >= 0) {
            quoted |= QUOTES.indexOf(text.charAt(wordStart)) >= 0;
            wordStart++;
        }
        int wordEnd = to;
        char mark = 0;
        boolean closesQuote = false;
        while (wordEnd > wordStart && isTrailing(text.charAt(wordEnd - 1))) {
            char c = text.charAt(--wordEnd);
            closesQuote |= QUOTES.indexOf(c) >= 0;
            mark = stronger(mark, plain(c));
        }
        if (start < 0) {
            start = from;
        }
        end = to;
        if (wordStart < wordEnd) {
            word(wordStart, wordEnd, mark);
        } else if (!words.isEmpty() && mark != 0) {
            words.set(words.size() - 1, words.get(words.size() - 1).followedBy(mark));
        }
        quoted &= !closesQuote;
        if (!isRow && isEnd(mark) && ends(wordStart, wordEnd, to, mark)) {
            finish(mark);
        } else if (!isData && end - start > Sentence.MAX_CHARS) {
            divide();
        }
    }

    /** Ends a sentence that is too long at its last clause mark; one without any is left out. */
    private void divide() {
        int last = isRow ? -1 : lastWordBefore(";:");
        last = last < 0 && !isRow ? lastWordBefore(",") : last;
        if (last < 0) {
            isData = true;
            return;
        }
        int to = words.get(last + 1).start();
        while (OPENING.indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        int next = to;
        while (Character.isWhitespace(text.charAt(to - 1)) || text.charAt(to - 1) == 0xA0) {
            to--;
        }
        sentences.add(new Sentence(start, to, words.subList(0, last + 1), (char) 0));
        words.subList(0, last + 1).clear();
        start = next;
    }

    /** Number of the last word that one of the marks follows, and another word; -1 for none. */
    private int lastWordBefore(String marks) {
        int at = words.size() - 2;
        while (at >= 0
                && (words.get(at).after() == 0 || marks.indexOf(words.get(at).after()) < 0)) {
            at--;
        }
        return at;
    }

    /** Adds a word; a run that is too long for one makes its sentence data. */
    private void word(int from, int to, char mark) {
        String word = to - from <= LONGEST_ADDRESS ? text.substring(from, to) : "";
        if (to - from > LONGEST_WORD && !word.contains("://")) {
            isData = true;
            return;
        }
        words.add(Word.of(word, from, mark, quoted, words.isEmpty()));
    }

    /**
     * True if a mark ends the sentence.
     *
     * @param from start of the word in front of it
     * @param to end of that word
     * @param tokenEnd end of the run, behind which the next word is looked for
     */
    private boolean ends(int from, int to, int tokenEnd, char mark) {
        if (mark != '.') {
            return true;
        }
        String word = text.substring(from, to).toLowerCase(Locale.ROOT);
        String next = next(tokenEnd);
        if (next.isEmpty()) {
            return true;
        }
        boolean small = Character.isLowerCase(next.charAt(0)) && startsWithCapital();
        boolean initial = word.length() == 1 && Character.isLetter(word.charAt(0)) && !profile.isUnspaced();
        boolean ordinal = profile.hasOrdinalStops() && word.length() <= 2 && Letters.all(word, Letters::isDigit);
        boolean numbered = Letters.isDigit(next.charAt(0)) && profile.is(WordKind.NUMBERED, word);
        return !(small || initial || ordinal || numbered || profile.is(WordKind.ABBREVIATION, word));
    }

    /** True if the writer begins sentences with capitals, so that a small letter continues with one. */
    private boolean startsWithCapital() {
        return !words.isEmpty() && !Character.isLowerCase(words.get(0).surface().charAt(0));
    }

    /** The word that follows on the line; empty if none does. */
    private String next(int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == ' ' || OPENING.indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        int to = at;
        while (to < text.length() && to - at < LONGEST_WORD && Character.isLetterOrDigit(text.charAt(to))) {
            to++;
        }
        return text.substring(at, to);
    }

    /** Adds the sentence that was read, if it has words and is no data, and begins the next one. */
    private void finish(char mark) {
        if (!words.isEmpty() && !isData) {
            sentences.add(new Sentence(start, end, words, mark));
        }
        words.clear();
        start = -1;
        isData = false;
    }

    private static boolean isClosing(char c) {
        return CLOSING.indexOf(c) >= 0;
    }

    private static boolean isTrailing(char c) {
        return isClosing(c) || plain(c) != 0;
    }

    /** The mark as one of {@code , ; : . ! ?}, 0 if it is none. */
    private static char plain(char c) {
        return switch (c) {
            case ',', '，', '、' -> ',';
            case ';', '；' -> ';';
            case ':', '：' -> ':';
            case '.', '。', '…' -> '.';
            case '!', '！' -> '!';
            case '?', '？' -> '?';
            default -> 0;
        };
    }

    private static boolean isEnd(char mark) {
        return ENDS.indexOf(mark) >= 0;
    }

    /** The mark that ends more: a question mark before an exclamation mark, that before a full stop, and so on. */
    private static char stronger(char one, char other) {
        String order = ",;:.!?";
        return order.indexOf(one) >= order.indexOf(other) ? one : other;
    }
}
