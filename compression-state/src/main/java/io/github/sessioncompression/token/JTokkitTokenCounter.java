package io.github.sessioncompression.token;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts with o200k, the byte pair encoding of OpenAI's models since GPT-4o.
 *
 * <p>Design note. The encoding first splits a text into words (runs of letters, of white space, of signs) and then merges
 * bytes within each. Merging is more than linear in the length of the word, and a stranger can send one of a million
 * letters; so a run of one kind is cut after {@link #MAX_RUN} characters, between code points. Any other text is cut only
 * at the encoding's own splits: before a space between a visible character and a letter. So ordinary text is counted
 * exactly.
 *
 * <p>Most of a text between two such places is a word that was counted before. Of the words counted last, hashes of 64 bits are kept with
 * their tokens, so that a text of known words is counted in the time it takes to read it. The hash begins with a random number, so that nobody
 * can write words that share one.
 */
final class JTokkitTokenCounter {
    /** The longest run of one kind of character that is encoded at once, in UTF-16 units. */
    static final int MAX_RUN = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(JTokkitTokenCounter.class);
    /** Lowest bits of a hash: the place of a word in the table, which holds its tokens instead of them. */
    private static final int PLACE = (1 << 16) - 1;

    private static final long SEED = new SplittableRandom().nextLong();
    /** Odd multiplier that spreads the bits of a hash: 2^64 divided by the golden ratio. */
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private static final Kind[] ASCII = new Kind[128];

    static {
        for (int c = 0; c < ASCII.length; c++) {
            ASCII[c] = Kind.ofAscii(c);
        }
    }

    private final ToIntFunction<String> encoding;
    /** The words counted last, by the lowest bits of their hash: the other bits, with their tokens. 0 for none. */
    private final AtomicLongArray words = new AtomicLongArray(PLACE + 1);

    /** Counts in pieces that {@code encoding} can handle. */
    JTokkitTokenCounter(ToIntFunction<String> encoding) {
        this.encoding = encoding;
    }

    /** Loads the vocabulary when first used. */
    static final class O200k {
        static final JTokkitTokenCounter COUNTER = new JTokkitTokenCounter(
                Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE)::countTokensOrdinary);

        private O200k() {}
    }

    /** Begins to load the vocabulary on a thread of its own, once for a process: when this class is initialized. */
    static final class Loading {
        static {
            Thread thread = new Thread(() -> O200k.COUNTER.count("Hello, world"), "session-compression-o200k");
            thread.setDaemon(true);
            try {
                thread.start();
            } catch (OutOfMemoryError e) {
                LOG.debug("The process can have no more threads: the first count loads the vocabulary.");
            }
        }

        private Loading() {}

        static void begin() {
            // The class is initialized by then.
        }
    }

    private enum Kind {
        LETTER,
        SPACE,
        DIGIT,
        SIGN;

        static Kind of(int codePoint) {
            if (codePoint < 128) {
                return ASCII[codePoint];
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
        int runStart = 0;
        long hash = SEED;
        long hashOfRun = SEED; // of the text before the run
        Kind run = Kind.SIGN;
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int codePoint = Character.isHighSurrogate(c) ? text.codePointAt(i) : c;
            Kind kind = Kind.of(codePoint);
            if (kind != run) {
                boolean afterOneSpace = i - runStart == 1 && text.charAt(runStart) == ' ';
                if (afterOneSpace && kind == Kind.LETTER && runStart > start) {
                    tokens += word(hashOfRun, text, start, runStart);
                    start = runStart;
                    hash = with(SEED, ' ');
                }
                run = kind;
                runStart = i;
                hashOfRun = hash;
            } else if (i - runStart >= MAX_RUN) {
                tokens += encode(text, start, i);
                start = i;
                runStart = i;
                hash = SEED;
                hashOfRun = SEED;
            }
            hash = with(hash, codePoint);
            i += Character.charCount(codePoint);
        }
        tokens += word(hash, text, start, text.length());
        return (int) Math.min(Integer.MAX_VALUE, tokens);
    }

    private static long with(long hash, int codePoint) {
        long mixed = (hash ^ codePoint) * PRIME;
        return mixed ^ (mixed >>> 32);
    }

    /** Tokens of a word with the space before it and the marks behind it. Threads that race count it twice at worst. */
    private int word(long hash, String text, int from, int to) {
        if (to - from > MAX_RUN) {
            return encode(text, from, to);
        }
        int place = (int) hash & PLACE;
        long known = words.getOpaque(place);
        if (known != 0 && (known & ~PLACE) == (hash & ~PLACE)) {
            return (int) known & PLACE;
        }
        int tokens = encode(text, from, to);
        words.setOpaque(place, (hash & ~PLACE) | tokens);
        return tokens;
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
