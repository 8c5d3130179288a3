package io.github.sessioncompression.prune;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.message.Entry;
import java.util.function.IntFunction;

/**
 * Takes the middle out of texts that are too large. The beginning says what it is and the end how it came out, so both stay,
 * 60 to 40.
 */
final class Middle {
    /** About what the mark and the frame of a message take, to begin with. */
    private static final int FRAME_TOKENS = 24;

    private static final int HEAD_PERCENT = 60;
    private static final int MAX_PROPORTIONAL_TRIES = 6;

    private static final String MARK = "\n[middle left out: about ";
    private static final String MARK_END = " tokens";

    private Middle() {}

    /** A cache of what the latest {@code most} entries became, each for as long as its entry lives. */
    static <T> Cache<Entry, T> cache(int most) {
        return Caffeine.newBuilder()
                .weakKeys()
                .maximumSize(most)
                .executor(Runnable::run)
                .build();
    }

    /**
     * Keeps a share of the text in proportion to its tokens, and less of it where the tokens are not spread evenly, until it fits. Each try
     * counts about as many tokens as the limit allows, so the work is linear in what stays.
     */
    static Entry fitting(int chars, int textTokens, long limit, IntFunction<Entry> shorter) {
        int keep = share(chars, limit - FRAME_TOKENS, textTokens);
        Entry entry = shorter.apply(keep);
        for (int i = 1; entry.tokens() > limit && keep > 0; i++) {
            // What frames the text does not shrink with it: where proportion does not get there, big steps do.
            keep = i < MAX_PROPORTIONAL_TRIES ? share(keep, limit * 19 / 20, entry.tokens()) : keep / 8;
            entry = shorter.apply(keep);
        }
        return entry;
    }

    private static int share(int chars, long wanted, int actual) {
        return (int) Math.max(0, Math.min(chars, chars * wanted / Math.max(1, actual)));
    }

    /** The mark behind a text whose media were left out. */
    static String mediaMark(long sequence) {
        return "\n[media left out" + Placeholder.idEnd(sequence);
    }

    /** The mark that says that about so many tokens of message {@code sequence} are left out. */
    static String mark(long tokens, long sequence) {
        return MARK + Placeholder.grouped(Placeholder.rounded(tokens)) + MARK_END + Placeholder.idEnd(sequence) + "\n";
    }

    /** The first and last of {@code text}, {@code keep} UTF-16 units at most and no code point torn, with the mark between. */
    static String without(String text, int keep, String mark) {
        int head = (int) (keep * (long) HEAD_PERCENT / 100);
        int tail = text.length() - (keep - head);
        head -= tears(text, head) ? 1 : 0;
        tail += tears(text, tail) ? 1 : 0;
        return text.substring(0, head) + mark + text.substring(tail);
    }

    private static boolean tears(String text, int at) {
        return at > 0
                && at < text.length()
                && Character.isHighSurrogate(text.charAt(at - 1))
                && Character.isLowSurrogate(text.charAt(at));
    }
}
