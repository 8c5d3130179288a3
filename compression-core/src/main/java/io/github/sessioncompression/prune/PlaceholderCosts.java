package io.github.sessioncompression.prune;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.token.MessageTokens;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts placeholders in the place of tool results and media, and counts those of different cost once.
 *
 * <p>What a placeholder costs depends on the tool's name, the number of tokens and the length of the id, not on the call id. Bounded: if a
 * transcript has more different ones than fit, the rest is counted anew each time. Safe for use by many threads.
 */
final class PlaceholderCosts {
    private static final int MAX_REMEMBERED = 4_096;
    private static final int MAX_NAME_CHARS = 256;
    private static final long LARGEST_NUMBER = 999_000_000;

    private final MessageTokens tokens;
    private final Map<Kind, Counted> remembered = new ConcurrentHashMap<>();

    PlaceholderCosts(MessageTokens tokens) {
        this.tokens = tokens;
    }

    private record Kind(@Nullable String toolName, boolean error, long roundedTokens, int idLength) {}

    private record Counted(String shownName, int tokens) {}

    /** The placeholder for the tool result {@code entry}; {@code null} if it is one already, or costs no more than one. */
    @Nullable
    Entry placeholderFor(Entry entry) {
        Message result = entry.message();
        Counted counted = counted(result, Placeholder.rounded(entry.tokens()), entry.sequence());
        boolean already =
                result.mediaCount() == 0 && Placeholder.isText(result.text(), counted.shownName, result.error());
        if (already || counted.tokens >= entry.tokens()) {
            return null;
        }
        String text = Placeholder.text(counted.shownName, result.error(), entry.tokens(), entry.sequence());
        return new Entry(entry.sequence(), result.withText(text).withMediaCount(0), counted.tokens);
    }

    /** The user's message {@code entry} without its media; {@code null} if it has none, or would not get smaller. */
    @Nullable
    Entry mediaLess(Entry entry) {
        Message message = entry.message();
        if (message.mediaCount() == 0) {
            return null;
        }
        Message marked = Middle.withoutMedia(entry);
        Message bare = marked.withText(marked.text().stripLeading());
        int cost = tokens.count(bare);
        return cost < entry.tokens() ? new Entry(entry.sequence(), bare, cost) : null;
    }

    /** Largest cost of the placeholder for {@code result}, for any number and id; the same for a result and its placeholder. */
    int largest(Message result) {
        return counted(result, LARGEST_NUMBER, Long.MAX_VALUE - 1).tokens;
    }

    private Counted counted(Message result, long roundedTokens, long sequence) {
        Kind kind = new Kind(
                result.name(),
                result.error(),
                roundedTokens,
                Long.toString(sequence).length());
        Counted known = remembered.get(kind);
        if (known != null) {
            return known;
        }
        String name = Placeholder.shown(result.name());
        String text = Placeholder.text(name, result.error(), roundedTokens, sequence);
        Counted counted = new Counted(name, tokens.count(result.withText(text).withMediaCount(0)));
        boolean shortName = result.name() == null || result.name().length() <= MAX_NAME_CHARS;
        if (shortName && remembered.size() < MAX_REMEMBERED) {
            remembered.put(kind, counted);
        }
        return counted;
    }
}
