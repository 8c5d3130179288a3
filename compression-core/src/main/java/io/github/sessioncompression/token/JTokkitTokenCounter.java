package io.github.sessioncompression.token;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts with one of OpenAI's byte pair encodings.
 *
 * <p>Design note. The encoding first splits a text into words (runs of letters, of white space, of signs) and then merges
 * bytes within each. Merging is more than linear in the length of the word, and a stranger can send one of a million
 * letters; so a run of one kind is cut after {@link #MAX_RUN} characters, between code points. Any other text is cut only
 * where the encoding splits too: before a space between a visible character and a letter. So ordinary text is counted
 * exactly.
 *
 * <p>Most of a text between two such places is a word that was counted before. Words without digits are kept with
 * their tokens in a table of fixed size, so that a text of known words takes a fraction of the time.
 */
final class JTokkitTokenCounter {
    /** The longest run of one kind of character that is encoded at once, in UTF-16 units. */
    static final int MAX_RUN = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(JTokkitTokenCounter.class);
    private static final int CHUNK = 8 * MAX_RUN;
    private static final int LONGEST_WORD = 24;
    private static final int TABLE_SIZE = 1 << 15;

    private final ToIntFunction<String> encoding;
    /** The words counted last, placed by hash. Each is immutable, so threads that race count a word twice at worst. */
    private final Word[] words = new Word[TABLE_SIZE];

    /** A word, with the space before it and the marks behind it, and its tokens. */
    private record Word(String text, int tokens) {}

    /** Counts in pieces that {@code encoding} can handle. */
    JTokkitTokenCounter(ToIntFunction<String> encoding) {
        this.encoding = encoding;
    }

    private static JTokkitTokenCounter of(EncodingType type) {
        Encoding encoding = Encodings.newLazyEncodingRegistry().getEncoding(type);
        return new JTokkitTokenCounter(encoding::countTokensOrdinary);
    }

    /** Loads the vocabulary when first used. */
    static final class O200k {
        static final JTokkitTokenCounter COUNTER = of(EncodingType.O200K_BASE);

        private O200k() {}
    }

    /** Loads the vocabulary when first used. */
    static final class Cl100k {
        static final JTokkitTokenCounter COUNTER = of(EncodingType.CL100K_BASE);

        private Cl100k() {}
    }

    /** Begins to load the vocabulary on a thread of its own, once for a process: when this class is initialized. */
    static final class O200kLoading {
        static {
            load("o200k", () -> O200k.COUNTER);
        }

        private O200kLoading() {}

        static void begin() {
            // The class is initialized by then.
        }
    }

    /** Begins to load the vocabulary on a thread of its own, once for a process: when this class is initialized. */
    static final class Cl100kLoading {
        static {
            load("cl100k", () -> Cl100k.COUNTER);
        }

        private Cl100kLoading() {}

        static void begin() {
            // The class is initialized by then.
        }
    }

    private static void load(String name, Supplier<JTokkitTokenCounter> vocabulary) {
        Thread thread = new Thread(() -> vocabulary.get().count("Hello, world"), "session-compression-" + name);
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            LOG.debug("The process can have no more threads: the first count loads the vocabulary.");
        }
    }

    private enum Kind {
        LETTER,
        SPACE,
        DIGIT,
        SIGN;

        static Kind of(int codePoint) {
            if (codePoint < 128) {
                return ofAscii(codePoint);
            }
            if (Character.isLetter(codePoint) || isMark(codePoint)) {
                return LETTER;
            }
            return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint) ? SPACE : SIGN;
        }

        private static Kind ofAscii(int c) {
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
                return LETTER;
            }
            if (c == ' ' || (c >= '\t' && c <= '\r')) {
                return SPACE;
            }
            return c >= '0' && c <= '9' ? DIGIT : SIGN;
        }

        private static boolean isMark(int codePoint) {
            int type = Character.getType(codePoint);
            return type == Character.NON_SPACING_MARK
                    || type == Character.COMBINING_SPACING_MARK
                    || type == Character.ENCLOSING_MARK;
        }
    }

    int count(String text) {
        long tokens = 0;
        int start = 0;
        int wordStart = 0;
        int runStart = 0;
        Kind run = Kind.SIGN;
        int i = 0;
        while (i < text.length()) {
            int codePoint = text.codePointAt(i);
            Kind kind = Kind.of(codePoint);
            if (kind != run) {
                boolean afterOneSpace = i - runStart == 1 && text.charAt(runStart) == ' ';
                if (afterOneSpace && kind == Kind.LETTER && runStart > wordStart) {
                    int known = word(text, wordStart, runStart);
                    if (known >= 0 || runStart - start > CHUNK) {
                        tokens += known < 0 ? encode(text, start, runStart) : encode(text, start, wordStart) + known;
                        start = runStart;
                    }
                    wordStart = runStart;
                }
                run = kind;
                runStart = i;
            } else if (i - runStart >= MAX_RUN) {
                tokens += encode(text, start, i);
                start = i;
                wordStart = i;
                runStart = i;
            }
            i += Character.charCount(codePoint);
        }
        tokens += encode(text, start, text.length());
        return (int) Math.min(Integer.MAX_VALUE, tokens);
    }

    /** Tokens of a word that is kept in the table; -1 for one that is long or has digits. */
    private int word(String text, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (i - from == LONGEST_WORD || (c >= '0' && c <= '9')) {
                return -1;
            }
            hash = 31 * hash + c;
        }
        int place = (hash ^ (hash >>> 15)) & (TABLE_SIZE - 1);
        Word word = words[place];
        if (word == null || word.text().length() != to - from || !text.startsWith(word.text(), from)) {
            word = new Word(text.substring(from, to), encode(text, from, to));
            words[place] = word;
        }
        return word.tokens();
    }

    private int encode(String text, int from, int to) {
        if (from == to) {
            return 0;
        }
        String piece = text.substring(from, to);
        try {
            return encoding.applyAsInt(piece);
        } catch (AssertionError e) {
            // With assertions on, the library refuses half a surrogate pair, as cut texts have it; off, it counts a
            // '?'.
            return encoding.applyAsInt(wellFormed(piece));
        }
    }

    private static String wellFormed(String text) {
        StringBuilder repaired = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? '?' : c)
                .forEach(repaired::appendCodePoint);
        return repaired.toString();
    }
}
