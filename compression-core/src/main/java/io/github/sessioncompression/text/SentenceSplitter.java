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

    private static final String OPENING = "\"'“„‘«([{*_#`>~<-–—•|【「『（《";
    private static final String CLOSING = "\"'”’“»)]}*_`>~|#.,;:!?…-–—。！？，、；：】」』）》،؛؟।";
    private static final String UNSPACED_MARKS = "。！？，、；：「」『』【】（）《》";
    private static final Set<String> ABBREVIATIONS =
            Set.of("Dr", "Mr", "Mrs", "Ms", "St", "vs", "e.g", "i.e", "No", "Nr", "z.B", "bzw", "ca", "Prof");

    private final String text;
    private final List<SentenceWords> sentences = new ArrayList<>();
    private List<Word> words = new ArrayList<>();
    private boolean aside;
    private boolean quoted;

    private SentenceSplitter(String text) {
        this.text = text;
    }

    static List<SentenceWords> split(String text) {
        SentenceSplitter splitter = new SentenceSplitter(text);
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
        int from = start;
        int to = end;
        boolean opensAside = false;
        while (from < to && OPENING.indexOf(text.charAt(from)) >= 0) {
            char c = text.charAt(from++);
            opensAside |= c == '[' || c == '【';
            quoted |= c == '"' || c == '“' || c == '„' || c == '«' || c == '「' || c == '《';
        }
        char after = 0;
        boolean closesAside = false;
        boolean closesQuote = false;
        while (to > from && CLOSING.indexOf(text.charAt(to - 1)) >= 0) {
            char c = text.charAt(--to);
            closesAside |= c == ']' || c == '】';
            closesQuote |= c == '"' || c == '”' || c == '»' || c == '」' || c == '》';
            after = stronger(after, mark(c));
        }
        if (opensAside) {
            endSentence('.');
            aside = true;
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
        if (isEnd(after) || closesAside || words.size() >= MAX_WORDS) {
            endSentence(after);
        }
        if (closesAside) {
            aside = false;
        }
    }

    /** Adds a word and returns the punctuation that really follows it. */
    private char word(int from, int to, int end, char after) {
        String surface = text.substring(from, Math.min(to, from + MAX_WORD + 1)).replace('’', '\'');
        if (surface.length() > MAX_WORD || !(surface.equals("&") || hasLetterOrDigit(surface))) {
            return isEnd(after) ? after : 0;
        }
        char real = after;
        if (after == '.' && (isAbbreviation(surface) || (end - to == 1 && text.charAt(to) == '.' && goesOn(end)))) {
            real = 0;
        }
        words.add(Word.of(surface, from, to, real, quoted, words.isEmpty()));
        return real;
    }

    private static boolean isAbbreviation(String surface) {
        return ABBREVIATIONS.contains(surface) || (surface.length() == 1 && Character.isLetter(surface.charAt(0)));
    }

    private boolean goesOn(int end) {
        int next = end;
        while (next < text.length() && text.charAt(next) == ' ') {
            next++;
        }
        return next < text.length() && next > end && Character.isLowerCase(text.charAt(next));
    }

    private static boolean hasLetterOrDigit(String surface) {
        return surface.codePoints().anyMatch(Character::isLetterOrDigit);
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

    /** Whether a word alone is the number of a list's item, not a value. */
    private static boolean isListMarker(String surface) {
        return surface.length() <= 2 && surface.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean isEnd(char mark) {
        return mark == '.' || mark == '!' || mark == '?';
    }

    private void endSentence(char end) {
        boolean marker = words.size() == 1 && isListMarker(words.get(0).surface());
        if (marker) {
            words = new ArrayList<>();
        } else if (!words.isEmpty()) {
            sentences.add(new SentenceWords(words, end, aside));
            words = new ArrayList<>();
        }
    }
}
