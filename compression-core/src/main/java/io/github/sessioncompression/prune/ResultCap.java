package io.github.sessioncompression.prune;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.token.MessageTokens;

/**
 * Takes the middle out of tool results that are too large.
 *
 * <p>What is left depends on the result and the cap alone, so it is the same in every view. The beginning says what it is and
 * the end how it came out, so both stay, 60 to 40. Cutting has to count tokens, so the latest results cut are remembered
 * for as long as their entries live. Safe for use by many threads.
 */
final class ResultCap {
    private static final int MAX_REMEMBERED = 256;
    private static final int HEAD_PERCENT = 60;
    private static final int MAX_PROPORTIONAL_TRIES = 6;
    private static final int MAX_NUMBER_CHARS = 26;
    /** About what the mark and the frame of a message take, to begin with. */
    private static final int FRAME_TOKENS = 24;

    private static final String MARK = "\n[middle left out: about ";
    private static final String MARK_END = " tokens]\n";
    private static final String MEDIA_MARK = "\n[media left out]";

    private final long maxTokens;
    private final MessageTokens tokens;
    private final Cache<Entry, Entry> remembered = Caffeine.newBuilder()
            .weakKeys()
            .maximumSize(MAX_REMEMBERED)
            .executor(Runnable::run)
            .build();

    /** A cap of {@code maxTokens} for a result with all that frames it. */
    ResultCap(long maxTokens, MessageTokens tokens) {
        this.maxTokens = maxTokens;
        this.tokens = tokens;
    }

    long maxTokens() {
        return maxTokens;
    }

    /** The tool result {@code entry} cut to the cap, {@code entry} itself if it is within. */
    Entry capped(Entry entry) {
        return entry.tokens() <= maxTokens ? entry : remembered.get(entry, this::cut);
    }

    private Entry cut(Entry entry) {
        Message result = entry.message();
        String text = result.text();
        if (isMark(text)) {
            return entry;
        }
        int textTokens = entry.tokens();
        if (result.mediaCount() > 0) {
            Entry bare = with(entry, text + MEDIA_MARK);
            if (bare.tokens() <= maxTokens) {
                return bare;
            }
            textTokens = bare.tokens();
        }
        return shortened(entry, textTokens);
    }

    /**
     * Keeps a share of the text in proportion to its tokens, and less of it where the tokens are not spread evenly, until it
     * fits. Each try counts about as many tokens as the cap allows, so the work is linear in what stays.
     */
    private Entry shortened(Entry entry, int textTokens) {
        String text = entry.message().text();
        String mark = MARK + Placeholder.grouped(Placeholder.rounded(entry.tokens() - maxTokens)) + MARK_END;
        int keep = share(text.length(), maxTokens - FRAME_TOKENS, textTokens);
        Entry best = entry;
        for (int i = 1; best.tokens() > maxTokens; i++) {
            Entry shorter = with(entry, ends(text, keep, mark));
            if (shorter.tokens() < best.tokens()) {
                best = shorter;
            }
            if (keep == 0) {
                break;
            }
            // What frames the text does not shrink with it: where proportion does not get there, big steps do.
            keep = i < MAX_PROPORTIONAL_TRIES ? share(keep, maxTokens * 19 / 20, shorter.tokens()) : keep / 8;
        }
        return best;
    }

    private Entry with(Entry entry, String text) {
        Message shorter = PlaceholderCosts.withoutMedia(entry.message(), text);
        return new Entry(entry.sequence(), shorter, tokens.count(shorter));
    }

    /** Whether nothing but the mark is left, so that cutting again would change its number only. */
    private static boolean isMark(String text) {
        return text.startsWith(MARK)
                && text.endsWith(MARK_END)
                && text.length() < MARK.length() + MARK_END.length() + MAX_NUMBER_CHARS;
    }

    private static int share(int chars, long wanted, int actual) {
        return (int) Math.max(0, Math.min(chars, chars * wanted / Math.max(1, actual)));
    }

    /** The first and last of {@code text}, {@code keep} UTF-16 units at most and no code point torn, with the mark between. */
    private static String ends(String text, int keep, String mark) {
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
