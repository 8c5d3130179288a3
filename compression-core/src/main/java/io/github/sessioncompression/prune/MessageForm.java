package io.github.sessioncompression.prune;

import com.github.benmanes.caffeine.cache.Cache;
import io.github.sessioncompression.message.Contents;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.token.MessageTokens;

/**
 * Gives each message the form in which a view can show it; the transcript stays as it is.
 *
 * <ul>
 *   <li>{@link Contents} that every provider accepts.
 *   <li>What begins like a state is {@linkplain StateEnvelope#quoted quoted}, so that nobody can plant one.
 *   <li>A message that would not fit into any request loses its middle, with a note how much: a user's message or a tool result
 *       may take {@value #MAX_PERCENT} % of the hard limit, an assistant's {@value #MAX_ASSISTANT_PERCENT} %, calls included.
 *       Without that one pasted file, or one call that wrote one, would make every request that follows too long. That is why
 *       pinned messages are cut, too. Arguments of calls that are cut become {@code {"text": "…"}}. What only the framework's own
 *       message holds, media for one, goes with the middle.
 * </ul>
 *
 * <p>A system message keeps its length: it is the application's. So does a message whose calls' names alone are too long.
 *
 * <p>What a message becomes depends on it and the limit alone, so views grow by appending, and what it becomes is not changed again.
 * Takes linear time. What was changed is counted once while its entry lives, for the last {@value TextShortener#MAX_REMEMBERED} of
 * them. Safe for use by many threads; one may serve any number of conversations.
 */
public final class MessageForm {
    /** The sequence number of an entry that is in no transcript, so that what is cut out of it has no id. */
    public static final long NO_PLACE = Placeholder.NO_PLACE;

    private static final int MAX_PERCENT = 75;
    private static final int MAX_ASSISTANT_PERCENT = 50;
    private static final int PERCENT = 100;

    private final long maxTokens;
    private final long maxAssistantTokens;
    private final MessageTokens tokens;
    private final Cache<Entry, Entry> remembered = TextShortener.cache();

    /**
     * A form for views of up to {@code hardLimitTokens}.
     *
     * @throws IllegalArgumentException if {@code hardLimitTokens} is below 1
     */
    public MessageForm(MessageTokens tokens, int hardLimitTokens) {
        Bounds.within("hardLimitTokens", hardLimitTokens, 1, Integer.MAX_VALUE);
        this.tokens = tokens;
        this.maxTokens = (long) hardLimitTokens * MAX_PERCENT / PERCENT;
        this.maxAssistantTokens = (long) hardLimitTokens * MAX_ASSISTANT_PERCENT / PERCENT;
    }

    /** {@code entry} in the form in which it can be shown; {@code entry} itself if it has it. */
    @SuppressWarnings("ReferenceEquality") // What is accepted passes as the same instance.
    public Entry of(Entry entry) {
        Message message = entry.message();
        if (entry.tokens() <= limit(message) && accepted(message) == message) {
            return entry;
        }
        return remembered.get(entry, this::changed);
    }

    /** True if the message loses its middle in each view, because it takes more of the hard limit than one message may. */
    public boolean isCut(Entry entry) {
        return entry.tokens() > limit(entry.message());
    }

    /**
     * {@code entry} with so much of its middle left out that it costs no more than {@code limit}; whole if it does not anyway, and as
     * little as there can be of it if that is more.
     */
    public Entry within(Entry entry, long limit) {
        return TextShortener.cut(entry, limit, tokens);
    }

    private long limit(Message message) {
        return switch (message.role()) {
            case SYSTEM -> Long.MAX_VALUE;
            case USER, TOOL -> maxTokens;
            case ASSISTANT -> maxAssistantTokens;
        };
    }

    private static Message accepted(Message message) {
        Message accepted = Contents.accepted(message);
        if (accepted.role() == Role.SYSTEM) {
            return accepted;
        }
        String quoted = StateEnvelope.quoted(accepted.text());
        return quoted.equals(accepted.text()) ? accepted : accepted.withText(quoted);
    }

    @SuppressWarnings("ReferenceEquality") // As above.
    private Entry changed(Entry entry) {
        Message accepted = accepted(entry.message());
        Entry whole = accepted == entry.message() ? entry : TextShortener.counted(entry, accepted, tokens);
        return TextShortener.cut(whole, limit(accepted), tokens);
    }
}
