package io.github.sessioncompression.prune;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.token.MessageTokens;
import org.jspecify.annotations.Nullable;

/** Puts placeholders in the place of tool results and media, and counts them. */
record PlaceholderCosts(MessageTokens tokens) {
    /** A rounded number with as many digits as a count of tokens has at most. */
    private static final long LARGEST_NUMBER = 999_000_000;

    /** The placeholder for the tool result {@code entry}; {@code null} if it is one already, or costs no more than one. */
    @Nullable
    Entry placeholderFor(Entry entry) {
        if (isPlaceholder(entry.message())) {
            return null;
        }
        Entry counted =
                TextShortener.counted(entry, placeholder(entry.message(), entry.tokens(), entry.sequence()), tokens);
        return counted.tokens() < entry.tokens() ? counted : null;
    }

    /** The user's message {@code entry} without its media; {@code null} if it would not get smaller. */
    @Nullable
    Entry mediaLess(Entry entry) {
        Message marked = TextShortener.withoutMedia(entry);
        Entry bare = TextShortener.counted(entry, marked.withText(marked.text().stripLeading()), tokens);
        return bare.tokens() < entry.tokens() ? bare : null;
    }

    /** Largest cost of the placeholder for {@code result}, for any number and id; the same for a result and its placeholder. */
    int largest(Message result) {
        return tokens.count(placeholder(result, LARGEST_NUMBER, Long.MAX_VALUE - 1));
    }

    /** True if {@code result} has the text of its tool's placeholder. */
    static boolean isPlaceholder(Message result) {
        return result.mediaCount() == 0
                && Placeholder.isText(result.text(), Placeholder.shown(result.name()), result.error());
    }

    private static Message placeholder(Message result, long resultTokens, long sequence) {
        String tool = Placeholder.shown(result.name());
        return result.withText(Placeholder.text(tool, result.error(), resultTokens, sequence))
                .withMediaCount(0);
    }
}
