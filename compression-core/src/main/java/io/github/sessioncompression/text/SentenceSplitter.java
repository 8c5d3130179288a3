package io.github.sessioncompression.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Splits a text into sentences of words in one pass over its characters.
 *
 * <p>White space separates words; in scripts without it, punctuation does. A line break ends a sentence, so does a full
 * stop, question or exclamation mark, and so do square brackets around several words. A sentence never has more than
 * {@link #MAX_WORDS} words and no word more than {@link #MAX_WORD} characters: longer ones are data, not language, and
 * are left out whole.
 */
final class SentenceSplitter {
    /** At most so many words make a sentence, so that one note fits one line. */
    static final int MAX_WORDS = 40;
    /** Characters; nothing that a person says is longer without white space. */
    static final int MAX_WORD = 120;

    private static final String UNSPACED_MARKS = "。！？，、；：」』】）》";
    private static final String UNSPACED_OPENING = "「『【（《";
    /** No punctuation of these scripts comes before it. */
    private static final char FIRST_WIDE = '\u3000';
    /** No sentence ends where one of these follows its stop: "am 15., sondern". */
    private static final String AFTER_A_STOP = ",;:";

    private static final int BOX = 3;
    /** Boxes of a list of tasks: one that is not ticked is not done. */
    private static final Set<String> BOXES = Set.of("[ ]", "[x]", "[X]");

    private final String text;
    private final LanguageProfile profile;
    private final EdgeMarks marks;
    private final Stops stops;
    private final Operators operators;
    private final List<SentenceWords> sentences = new ArrayList<>();
    private List<Word> words = new ArrayList<>();
    private boolean aside;
    private boolean quoted;
    private boolean bracketed;
    /** Whether the line is a row of a table. */
    private boolean row;
    /** The number of the list's item read last, 0 before the first. */
    private int item;
    /** Whether that stands on the line, where the next may follow. */
    private boolean listed;
    /** Whether it is in a command or name between two backticks, whose quotation marks are a part of it. */
    private boolean code;
    /** The first of the pieces of a sentence that is too long for one. */
    private int firstPiece;

    private SentenceSplitter(String text, LanguageProfile profile) {
        this.text = text;
        this.profile = profile;
        marks = new EdgeMarks(text);
        stops = new Stops(text, profile);
        operators = new Operators(text);
    }

    static List<SentenceWords> split(String text, LanguageProfile profile) {
        SentenceSplitter splitter = new SentenceSplitter(text, profile);
        splitter.run();
        splitter.sentences.replaceAll(sentence -> Reminder.asMeant(sentence, profile));
        return splitter.sentences;
    }

    private void run() {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') {
                endSentence('.');
                aside = false;
                row = false;
                listed = false;
                code = false;
                at++;
            } else if (Character.isWhitespace(c)) {
                at++;
            } else if (isBox(at)) {
                words.add(profile.word(text.substring(at, at + BOX), at, at + BOX, (char) 0, false, true));
                at += BOX;
            } else {
                int end = endOfToken(at);
                token(at, end);
                at = end;
            }
        }
        endSentence('.');
    }

    private boolean isBox(int at) {
        return words.isEmpty()
                && text.charAt(at) == '['
                && at + BOX < text.length()
                && text.charAt(at + BOX) == ' '
                && BOXES.contains(text.substring(at, at + BOX));
    }

    private int endOfToken(int start) {
        int end = start;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            char c = text.charAt(end);
            boolean wide = c >= FIRST_WIDE;
            boolean opens = wide && UNSPACED_OPENING.indexOf(c) >= 0;
            if (opens && end > start && !EdgeMarks.isOpening(text.charAt(end - 1))) {
                break;
            }
            end++;
            if (!opens && ((wide && UNSPACED_MARKS.indexOf(c) >= 0) || marks.dividesUnspaced(end - 1))) {
                break;
            }
        }
        return end;
    }

    private void token(int start, int end) {
        row |= words.isEmpty() && text.charAt(start) == '|';
        int star = operators.star(start, end, words, row);
        if (star < 0 && operators.isOne(start, end, words, row)) {
            add(profile.word(text.substring(start, end), start, end, (char) 0, quoted, words.isEmpty()));
            return;
        }
        int from = start;
        int to = end;
        boolean opensAside = false;
        boolean opensBracket = false;
        while (from < to
                && from != star
                && !code
                && EdgeMarks.isOpening(text.charAt(from))
                && !marks.isSign(from, end, words.isEmpty())
                && !marks.goesOnBehindBracket(from, end)) {
            char c = text.charAt(from++);
            opensAside |= c == '[' || c == '【';
            opensBracket |= c == '(' || c == '（';
            code = c == '`' && opensCode(from - 1);
            quoted |= c == '"' || c == '“' || c == '„' || c == '«' || c == '「' || c == '《';
        }
        bracketed |= opensBracket;
        char after = 0;
        boolean closesAside = false;
        boolean closesBracket = false;
        boolean closesQuote = false;
        int tick = code ? end - 1 : -1;
        while (tick >= from && text.charAt(tick) != '`') {
            tick--;
        }
        boolean within = code && tick < from;
        code = within;
        while (to > from
                && to - 1 != star
                && !within
                && to > tick
                && EdgeMarks.isClosing(text.charAt(to - 1))
                && !marks.isPart(start, from, to, quoted)) {
            char c = text.charAt(--to);
            closesAside |= c == ']' || c == '】';
            closesBracket |= c == ')' || c == '）';
            closesQuote |= c == '"' || c == '”' || c == '»' || c == '」' || c == '》';
            after = Marks.stronger(after, Marks.mark(c));
        }
        if (after == '?' && text.startsWith("?:", to) && to + 2 == end) {
            // A question that its answer follows, as a note has it.
            to++;
            after = ':';
        }
        if (opensAside) {
            endSentence('.');
            aside = true;
        }
        if (opensBracket && !words.isEmpty() && from < to) {
            mark(',');
        }
        if (star >= 0) {
            add(profile.word("*", star, star + 1, after, quoted, words.isEmpty()));
        } else if (from < to) {
            after = word(from, to, end, after);
        } else if (!words.isEmpty()) {
            char bare = end - start == 1 ? Marks.mark(text.charAt(start)) : after;
            after = mark(Marks.stronger(after, bare));
        }
        if (closesQuote) {
            quoted = false;
        }
        bracketed &= !closesBracket;
        if (Marks.isEnd(after) || closesAside) {
            endSentence(after);
        } else if (words.size() >= MAX_WORDS) {
            sentences.add(new SentenceWords(words, after, aside));
            words = new ArrayList<>();
        }
        if (closesAside) {
            aside = false;
        }
    }

    /** Adds a word and returns the punctuation that really follows it. */
    private char word(int from, int to, int end, char after) {
        String surface = text.substring(from, Math.min(to, from + MAX_WORD + 1)).replace('’', '\'');
        String asked = surface.endsWith("?") ? surface.substring(0, surface.length() - 1) : surface;
        if (surface.length() > MAX_WORD || !(surface.equals("&") || hasLetterOrDigit(surface) || Marks.isUnit(asked))) {
            if (!words.isEmpty() && Marks.isFace(surface.codePointAt(0))) {
                mark(',');
            }
            return Marks.isEnd(after) ? after : 0;
        }
        char real = after;
        boolean stop = after == '.' && end > to && text.charAt(to) == '.';
        boolean numbers = stop && Stops.isListMarker(surface) && isFollowed(end);
        if (numbers && !words.isEmpty() && isInline(surface, end)) {
            endSentence('.');
        }
        if (numbers && words.isEmpty()) {
            return numbered(Integer.parseInt(surface), from, to);
        }
        boolean goesOn = stop && end > to + 1 && AFTER_A_STOP.indexOf(text.charAt(to + 1)) >= 0;
        if (stop && (goesOn ? stops.mayBeOrdinal(surface, words) : stops.makesOrdinal(surface, words, end))) {
            surface += ".";
            real = goesOn ? behind(to + 1, end) : 0;
            add(profile.word(surface, from, to + 1, real, quoted, words.isEmpty()));
            return real;
        }
        boolean shortens = goesOn || (stop && stops.shortens(surface, words, end));
        if (shortens || (stop && end - to == 1 && stops.goesOn(surface, words, end))) {
            real = Marks.stronger(behind(to + 1, end), isShort(surface, shortens, end) ? (char) 0 : ',');
        }
        add(profile.word(surface, from, to, real, quoted, words.isEmpty()));
        return real;
    }

    /** Puts a mark behind the last word, and returns the one that stands there then. */
    private char mark(char mark) {
        Word last = words.get(words.size() - 1);
        char stronger = Marks.stronger(last.after(), mark);
        words.set(words.size() - 1, last.followedBy(stronger));
        return stronger;
    }

    private void add(Word word) {
        words.add(bracketed ? word.inBrackets() : word);
    }

    /** Whether a backtick opens what another one closes on the line. */
    private boolean opensCode(int at) {
        int close = at + 1;
        while (close < text.length() && text.charAt(close) != '`' && text.charAt(close) != '\n') {
            close++;
        }
        return close > at + 1 && close < text.length() && text.charAt(close) == '`';
    }

    /** Whether the number of a list's item follows on the line, "take these: 1. bread 2. milk", and neither a month nor anything it counts. */
    private boolean isInline(String surface, int end) {
        int number = Integer.parseInt(surface);
        Word before = words.get(words.size() - 1);
        WordUse use = profile.use(before);
        boolean first = number == 1 && before.after() == ':';
        boolean next = listed && number == item + 1 && !use.isStop() && !use.isPreposition() && !use.isDeterminer();
        return (first || next) && !OrdinalMonths.isOne(stops.next(end));
    }

    /** A number and a stop in front of a sentence: that of a list's item is left out, any other is a part of the sentence, such as "3. OG". */
    private char numbered(int number, int from, int to) {
        if (number == 1 || number == item + 1) {
            item = number;
            listed = true;
        } else {
            words.add(profile.word(text.substring(from, to + 1), from, to + 1, (char) 0, quoted, true));
        }
        return 0;
    }

    /** Whether something follows on the line. */
    private boolean isFollowed(int end) {
        int next = end;
        while (next < text.length() && text.charAt(next) == ' ') {
            next++;
        }
        return next < text.length() && !Character.isWhitespace(text.charAt(next));
    }

    private boolean isShort(String surface, boolean shortens, int end) {
        boolean may = stops.mayShorten(surface, words) && !stops.mayEnd(words, end);
        return (shortens || may) && !stops.denies(surface, words);
    }

    /** The strongest mark behind the stop of a short form: the comma of "on Elm St., said". */
    private char behind(int from, int to) {
        char strongest = 0;
        for (int i = from; i < to; i++) {
            strongest = Marks.stronger(strongest, Marks.mark(text.charAt(i)));
        }
        return strongest;
    }

    private static boolean hasLetterOrDigit(String surface) {
        return Letters.any(surface, c -> Character.isLetterOrDigit(c) || EdgeMarks.isNumeral(c));
    }

    private void endSentence(char end) {
        if (!words.isEmpty()) {
            sentences.add(new SentenceWords(words, end, aside));
            words = new ArrayList<>();
        }
        bracketed = false;
        for (int i = firstPiece; end == '?' && i < sentences.size(); i++) {
            SentenceWords piece = sentences.get(i);
            sentences.set(i, new SentenceWords(piece.words(), end, piece.aside()));
        }
        firstPiece = sentences.size();
    }
}
