package io.github.sessioncompression.token;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.function.ToIntFunction;

/**
 * Counts with one of OpenAI's byte pair encodings.
 *
 * <p>Design note. The encoding first splits a text into words (runs of letters, of white space, of signs) and then merges
 * bytes within each. Merging is more than linear in the length of the word, and a stranger can send one of a million
 * letters; so a run of one kind is cut after {@link #MAX_RUN} characters, between code points. Any other text is cut only
 * where the encoding splits too: before a space between a visible character and a letter. So ordinary text is counted
 * exactly.
 */
final class JTokkitTokenCounter {
    /** The longest run of one kind of character that is encoded at once, in UTF-16 units. */
    static final int MAX_RUN = 1024;

    private static final int CHUNK = 8 * MAX_RUN;

    private final ToIntFunction<String> encoding;

    /** Counts in pieces that {@code encoding} can handle. */
    JTokkitTokenCounter(ToIntFunction<String> encoding) {
        this.encoding = encoding;
    }

    private static JTokkitTokenCounter of(EncodingType type) {
        Encoding encoding = Encodings.newLazyEncodingRegistry().getEncoding(type);
        return new JTokkitTokenCounter(new PlainWords(encoding::countTokensOrdinary));
    }

    /** Loads the vocabulary when first used. */
    static final class O200k {
        private static final JTokkitTokenCounter COUNTER = of(EncodingType.O200K_BASE);

        private O200k() {}

        static int count(String text) {
            return COUNTER.count(text);
        }
    }

    /** Loads the vocabulary when first used. */
    static final class Cl100k {
        private static final JTokkitTokenCounter COUNTER = of(EncodingType.CL100K_BASE);

        private Cl100k() {}

        static int count(String text) {
            return COUNTER.count(text);
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
        return text.length() <= MAX_RUN ? encode(text) : countLong(text);
    }

    private int encode(String text) {
        try {
            return encoding.applyAsInt(text);
        } catch (AssertionError e) {
            // With assertions on, the library refuses half a surrogate pair, as cut texts have it; off, it counts a
            // '?'.
            return encoding.applyAsInt(wellFormed(text));
        }
    }

    private static String wellFormed(String text) {
        StringBuilder repaired = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? '?' : c)
                .forEach(repaired::appendCodePoint);
        return repaired.toString();
    }

    private int countLong(String text) {
        long tokens = 0;
        int start = 0;
        int runStart = 0;
        Kind run = Kind.SIGN;
        int i = 0;
        while (i < text.length()) {
            int codePoint = text.codePointAt(i);
            Kind kind = Kind.of(codePoint);
            if (kind != run) {
                boolean wordAfterOneSpace = kind == Kind.LETTER && i - runStart == 1 && text.charAt(runStart) == ' ';
                if (wordAfterOneSpace && i - start > CHUNK) {
                    tokens += encode(text.substring(start, runStart));
                    start = runStart;
                }
                run = kind;
                runStart = i;
            } else if (i - runStart >= MAX_RUN) {
                tokens += encode(text.substring(start, i));
                start = i;
                runStart = i;
            }
            i += Character.charCount(codePoint);
        }
        tokens += encode(text.substring(start));
        return (int) Math.min(Integer.MAX_VALUE, tokens);
    }
}
