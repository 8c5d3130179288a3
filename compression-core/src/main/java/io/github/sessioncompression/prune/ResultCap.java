package io.github.sessioncompression.prune;

import com.github.benmanes.caffeine.cache.Cache;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.token.MessageTokens;

/**
 * Takes the middle out of tool results that are too large.
 *
 * <p>What is left depends on the result and the cap alone, so it is the same in every view. Cutting has to count tokens, so the
 * latest results cut are remembered for as long as their entries live. Safe for use by many threads.
 *
 * <p>A result may always be as large as {@value #MIN_PLACEHOLDERS} of its placeholders. So what is left of one is larger than
 * its placeholder, whatever the template and however much the counter takes for it.
 */
final class ResultCap {
    private static final int MIN_PLACEHOLDERS = 4;
    private static final int MAX_REMEMBERED = 256;

    private final long maxTokens;
    private final PlaceholderCosts placeholders;
    private final MessageTokens tokens;
    private final Cache<Entry, Entry> remembered = Middle.cache(MAX_REMEMBERED);

    ResultCap(long maxTokens, PlaceholderCosts placeholders, MessageTokens tokens) {
        this.maxTokens = maxTokens;
        this.placeholders = placeholders;
        this.tokens = tokens;
    }

    /** The tool result {@code entry} cut to the cap, {@code entry} itself if it is within. */
    Entry capped(Entry entry) {
        if (entry.tokens() <= maxTokens) {
            return entry;
        }
        long limit = Math.max(maxTokens, (long) MIN_PLACEHOLDERS * placeholders.largest(entry.message()));
        return entry.tokens() <= limit ? entry : remembered.get(entry, large -> cut(large, limit));
    }

    private Entry cut(Entry entry, long limit) {
        Message result = entry.message();
        int textTokens = entry.tokens();
        if (result.mediaCount() > 0) {
            Entry bare = with(entry, result.text() + Middle.mediaMark(entry.sequence()));
            if (bare.tokens() <= limit) {
                return bare;
            }
            textTokens = bare.tokens();
        }
        return shortened(entry, textTokens, limit);
    }

    private Entry shortened(Entry entry, int textTokens, long limit) {
        String text = entry.message().text();
        String mark = Middle.mark(entry.tokens() - limit, entry.sequence());
        Entry shorter =
                Middle.fitting(text.length(), textTokens, limit, keep -> with(entry, Middle.without(text, keep, mark)));
        return shorter.tokens() <= limit ? shorter : entry;
    }

    private Entry with(Entry entry, String text) {
        Message shorter = PlaceholderCosts.withoutMedia(entry.message(), text);
        return new Entry(entry.sequence(), shorter, tokens.count(shorter));
    }
}
