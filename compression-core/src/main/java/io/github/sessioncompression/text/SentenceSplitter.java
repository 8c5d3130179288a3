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

    private static final String OPENING = "¿¡\"'“„‘«([{*_#`>~<-–—•|【「『（《";
    private static final String CLOSING = "\"'”’“»)]}*_`>~|#.,;:!?…-–—。！？，、；：】」』）》،؛؟।";
    private static final String UNSPACED_MARKS = "。！？，、；：「」『』【】（）《》";
    /** No sentence ends where one of these follows its stop: "am 15., sondern". */
    private static final String AFTER_A_STOP = ",;:";

    private static final String CURRENCIES_AND_UNITS = "%‰°′″℃℉№§¶✓✔✗✘☐☑☒";
    /** Of two values; a dash or star between words is punctuation. */
    private static final Set<String> BETWEEN_VALUES = Set.of("-", "–", "*");

    private static final Set<String> OPERATORS = Set.of(
            "<", ">", "<=", ">=", "<>", "≤", "≥", "=", "==", "===", "!=", "!==", "≠", "≈", "~", "±", "+", "−", "×", "÷",
            "/", "->", "→", "=>", "&&", "||");
    private static final int LONGEST_OPERATOR = 3;
    /** What a star at the end of a word stands for more behind: "src/**", "test_*". */
    private static final String BEFORE_A_STAR = "/._-";
    /** Characters of an address of version 6 with its zone and port. */
    private static final int LONGEST_ADDRESS = 70;
    /** Letters of a grade or a blood group, which a minus may follow. */
    private static final int LONGEST_GROUP = 2;

    private final String text;
    private final Stops stops;
    private final List<SentenceWords> sentences = new ArrayList<>();
    private List<Word> words = new ArrayList<>();
    private boolean aside;
    private boolean quoted;
    /** The first of the pieces of a sentence that is too long for one. */
    private int firstPiece;

    private SentenceSplitter(String text, LanguageProfile profile) {
        this.text = text;
        stops = new Stops(text, profile);
    }

    static List<SentenceWords> split(String text, LanguageProfile profile) {
        SentenceSplitter splitter = new SentenceSplitter(text, profile);
        splitter.run();
        return splitter.sentences;
    }

    private void run() {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') {
                endSentence('.');
                aside = false;
                at++;
            } else if (Character.isWhitespace(c)) {
                at++;
            } else {
                int end = endOfToken(at);
                token(at, end);
                at = end;
            }
        }
        endSentence('.');
    }

    private int endOfToken(int start) {
        int end = start;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
            if (UNSPACED_MARKS.indexOf(text.charAt(end - 1)) >= 0) {
                break;
            }
        }
        return end;
    }

    private void token(int start, int end) {
        if (isOperator(start, end)) {
            words.add(Word.of(text.substring(start, end), start, end, (char) 0, quoted, words.isEmpty()));
            return;
        }
        int from = start;
        int to = end;
        boolean opensAside = false;
        boolean opensBracket = false;
        while (from < to && OPENING.indexOf(text.charAt(from)) >= 0 && !isSign(from, end)) {
            char c = text.charAt(from++);
            opensAside |= c == '[' || c == '【';
            opensBracket |= c == '(' || c == '（';
            quoted |= c == '"' || c == '“' || c == '„' || c == '«' || c == '「' || c == '《';
        }
        char after = 0;
        boolean closesAside = false;
        boolean closesQuote = false;
        while (to > from && CLOSING.indexOf(text.charAt(to - 1)) >= 0 && !belongs(start, from, to)) {
            char c = text.charAt(--to);
            closesAside |= c == ']' || c == '】';
            closesQuote |= c == '"' || c == '”' || c == '»' || c == '」' || c == '》';
            after = stronger(after, mark(c));
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
            Word last = words.get(words.size() - 1);
            words.set(words.size() - 1, last.followedBy(stronger(last.after(), ',')));
        }
        if (from < to) {
            after = word(from, to, end, after);
        } else if (!words.isEmpty()) {
            char bare = end - start == 1 ? mark(text.charAt(start)) : after;
            Word last = words.get(words.size() - 1);
            after = stronger(last.after(), stronger(after, bare));
            words.set(words.size() - 1, last.followedBy(after));
        }
        if (closesQuote) {
            quoted = false;
        }
        if (isEnd(after) || closesAside) {
            endSentence(after);
        } else if (words.size() >= MAX_WORDS) {
            sentences.add(new SentenceWords(words, after, aside));
            words = new ArrayList<>();
        }
        if (closesAside) {
            aside = false;
        }
    }

    /** Whether a mark in front of a word belongs to it: the sign of a number, an option's dash, a home directory. */
    private boolean isSign(int at, int end) {
        char next = at + 1 < end ? text.charAt(at + 1) : 0;
        boolean value = Character.isDigit(next)
                || Character.getType(next) == Character.CURRENCY_SYMBOL
                || ((next == '.' || next == '-') && at + 2 < end && Character.isDigit(text.charAt(at + 2)));
        return switch (text.charAt(at)) {
            case '-' -> value || (!words.isEmpty() && (Character.isLetter(next) || next == '-') && end - at > 2);
            case '–' -> value;
            case '<', '>' -> value || next == '=';
            case '~' -> value || next == '/';
            case '#' -> Character.isLetterOrDigit(next);
            case '*' ->
                next == '.' || next == '/' || (next == '*' && at + 2 < end && "./".indexOf(text.charAt(at + 2)) >= 0);
            case '[' -> isAddress(at, end);
            case '_' -> Character.isLetterOrDigit(next) && text.charAt(end - 1) != '_';
            default -> false;
        };
    }

    /** Whether a bracket opens an address of version 6 with its port. */
    private boolean isAddress(int at, int end) {
        String address = text.substring(at, Math.min(end, at + LONGEST_ADDRESS));
        int close = address.indexOf("]:");
        return close > 0 && close + 2 < address.length() && Character.isDigit(address.charAt(close + 2));
    }

    /** Whether the mark at the end belongs to the word: "C#", the grade "A-", the inches of 5'10", the path "src/*". */
    private boolean belongs(int start, int from, int to) {
        if (to - 1 == from) {
            return false;
        }
        char before = text.charAt(to - 2);
        return switch (text.charAt(to - 1)) {
            case '#' -> Character.isLetter(before);
            case '-' -> to - 1 - from <= LONGEST_GROUP && isGroup(from, to - 1);
            case '"', '”', '\'' -> !quoted && start == from && isNumeral(before);
            case '*' ->
                BEFORE_A_STAR.indexOf(before) >= 0
                        || (before == '*' && to - 2 > from && BEFORE_A_STAR.indexOf(text.charAt(to - 3)) >= 0);
            default -> false;
        };
    }

    private boolean isGroup(int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!Character.isUpperCase(c) && c != '0') {
                return false;
            }
        }
        return true;
    }

    /** Whether it is a digit, or a number in one character such as "½". */
    private static boolean isNumeral(int c) {
        return Character.isDigit(c) || Character.getType(c) == Character.OTHER_NUMBER;
    }

    /** Whether the characters compare or join what stands around them. */
    private boolean isOperator(int start, int end) {
        if (end - start > LONGEST_OPERATOR) {
            return false;
        }
        String token = text.substring(start, end);
        int next = end;
        while (next < text.length() && text.charAt(next) == ' ') {
            next++;
        }
        boolean before = next < text.length() && isValueStart(text.charAt(next));
        if (BETWEEN_VALUES.contains(token)) {
            if (words.isEmpty()) {
                return false;
            }
            Word last = words.get(words.size() - 1);
            boolean row = token.equals("*") && (last.surface().equals("*") || text.startsWith("* ", next));
            return row || (before && last.isAtom());
        }
        return OPERATORS.contains(token) && (before || !words.isEmpty());
    }

    private static boolean isValueStart(char c) {
        return Character.isDigit(c) || c == '-' || Character.getType(c) == Character.CURRENCY_SYMBOL;
    }

    private static boolean isUnit(String surface) {
        return Letters.all(
                surface,
                c -> CURRENCIES_AND_UNITS.indexOf(c) >= 0 || Character.getType(c) == Character.CURRENCY_SYMBOL);
    }

    /** Adds a word and returns the punctuation that really follows it. */
    private char word(int from, int to, int end, char after) {
        String surface = text.substring(from, Math.min(to, from + MAX_WORD + 1)).replace('’', '\'');
        if (surface.length() > MAX_WORD || !(surface.equals("&") || hasLetterOrDigit(surface) || isUnit(surface))) {
            return isEnd(after) ? after : 0;
        }
        char real = after;
        boolean stop = after == '.' && end > to && text.charAt(to) == '.';
        boolean goesOn = stop && end > to + 1 && AFTER_A_STOP.indexOf(text.charAt(to + 1)) >= 0;
        if (stop && (goesOn ? stops.mayBeOrdinal(surface, words) : stops.makesOrdinal(surface, words, end))) {
            surface += ".";
            real = goesOn ? behind(to + 1, end) : 0;
            words.add(Word.of(surface, from, to + 1, real, quoted, words.isEmpty()));
            return real;
        }
        if (goesOn || (stop && (stops.shortens(surface, words, end) || (end - to == 1 && stops.goesOn(end))))) {
            real = behind(to + 1, end);
        }
        words.add(Word.of(surface, from, to, real, quoted, words.isEmpty()));
        return real;
    }

    /** The strongest mark behind the stop of a short form: the comma of "on Elm St., said". */
    private char behind(int from, int to) {
        char strongest = 0;
        for (int i = from; i < to; i++) {
            strongest = stronger(strongest, mark(text.charAt(i)));
        }
        return strongest;
    }

    private static boolean hasLetterOrDigit(String surface) {
        return Letters.any(surface, c -> Character.isLetterOrDigit(c) || isNumeral(c));
    }

    private static char mark(char c) {
        return switch (c) {
            case '?', '？', '؟' -> '?';
            case '!', '！' -> '!';
            case '.', '…', '。', '।' -> '.';
            case ';', '；', '؛' -> ';';
            case ',', '，', '、', '،' -> ',';
            case ':', '：' -> ':';
            case '-', '–', '—' -> '-';
            default -> 0;
        };
    }

    private static char stronger(char one, char other) {
        String byStrength = ",:-;.!?";
        return byStrength.indexOf(one) >= byStrength.indexOf(other) ? one : other;
    }

    private static boolean isEnd(char mark) {
        return mark == '.' || mark == '!' || mark == '?';
    }

    private void endSentence(char end) {
        boolean marker = words.size() == 1 && Stops.isListMarker(words.get(0).surface());
        if (marker) {
            words = new ArrayList<>();
        } else if (!words.isEmpty()) {
            sentences.add(new SentenceWords(words, end, aside));
            words = new ArrayList<>();
        }
        for (int i = firstPiece; end == '?' && i < sentences.size(); i++) {
            SentenceWords piece = sentences.get(i);
            sentences.set(i, new SentenceWords(piece.words(), end, piece.aside()));
        }
        firstPiece = sentences.size();
    }
}
