package io.github.sessioncompression.token;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the tokens of a message in a request.
 *
 * <p><em>Algorithm</em>: 1. ask the application's {@link MessageCounter}, if there is one; 2. else add {@value #MESSAGE_OVERHEAD} for what frames a message
 * and its role (OpenAI's published recipe: 3 and 1), its text, its name if it has one with {@value #NAME_OVERHEAD} more, for each tool call
 * its name and arguments with {@value #CALL_OVERHEAD} for the id and the JSON around them, and {@value TokenOptions#MEDIA_TOKENS} for each medium;
 * 3. multiply by {@link TokenOptions#safetyFactor()} and round up.
 *
 * <p>Texts are passed to the counter as they are, without copies. An empty text is 0 and never passed.
 *
 * <p><em>Threads</em>: safe for use by many if the counters are. <em>On failure</em>: a counter that throws or returns less than 0 never fails a chat; its
 * text counts as its length divided by {@value TokenOptions#CHARS_PER_TOKEN}, and one WARN names the counter, without the text.
 */
public final class MessageTokens {
    /** Tokens that any message costs beside its content. */
    public static final int MESSAGE_OVERHEAD = 4;

    /** Tokens that a name costs beside its text. */
    public static final int NAME_OVERHEAD = 1;

    /** Tokens that a tool call costs beside its name and arguments: an estimate, for providers don't document it. */
    public static final int CALL_OVERHEAD = 8;

    private static final int LONG_TEXT = 2_000;

    private static final Logger LOG = LoggerFactory.getLogger(MessageTokens.class);
    private static final TokenCounter FALLBACK = TokenCounter.characters(TokenOptions.CHARS_PER_TOKEN);

    private final @Nullable MessageCounter whole;
    private final TokenCounter counter;
    private final double safetyFactor;
    private final AtomicBoolean warned = new AtomicBoolean();
    /** The two long texts counted last, while they are in use: a state is counted several times while it is written. */
    private volatile @Nullable Counted last;

    private record Counted(WeakReference<String> text, int tokens, @Nullable Counted before) {}

    /** Counts texts with {@code counter}. */
    public MessageTokens(TokenCounter counter, TokenOptions options) {
        this(null, counter, options);
    }

    /**
     * Counts messages with {@code whole}, and texts, or messages that it can't count, with {@code counter}.
     *
     * @param whole {@code null} for none
     */
    public MessageTokens(@Nullable MessageCounter whole, TokenCounter counter, TokenOptions options) {
        this.whole = whole;
        this.counter = Objects.requireNonNull(counter, "counter");
        this.safetyFactor = options.safetyFactor();
    }

    /** Counts texts with {@link TokenCounter#o200k()}. */
    public static MessageTokens of(TokenOptions options) {
        return new MessageTokens(TokenCounter.o200k(), options);
    }

    /** Tokens of a message in a request. */
    public int count(Message message) {
        int counted = whole == null ? -1 : counted(whole::count, message, whole);
        return counted < 0 ? countParts(message) : safe(counted);
    }

    /** Tokens of each message in a request. */
    public int[] counts(List<Message> messages) {
        return messages.stream().mapToInt(this::count).toArray();
    }

    /** Tokens of a message or a text by a counter; -1 if that fails. */
    private <T> int counted(ToIntFunction<T> count, T what, Object counter) {
        String got = "a negative number";
        try {
            int tokens = count.applyAsInt(what);
            if (tokens >= 0) {
                return tokens;
            }
        } catch (RuntimeException | Error e) {
            // Only the type: the message could quote the text.
            got = e.getClass().getName();
        }
        if (!warned.getAndSet(true)) {
            String name = counter.getClass().getName();
            LOG.warn("token counter {} gave {}; what it can't count is counted without it (said once)", name, got);
        }
        return -1;
    }

    private int countParts(Message message) {
        long tokens = MESSAGE_OVERHEAD + raw(message.text());
        if (message.name() != null) {
            tokens += NAME_OVERHEAD + raw(message.name());
        }
        for (ToolCall call : message.toolCalls()) {
            tokens += CALL_OVERHEAD + raw(call.name()) + raw(call.arguments());
        }
        return safe(tokens + (long) message.mediaCount() * TokenOptions.MEDIA_TOKENS);
    }

    /** Tokens of a text alone; 0 for an empty one. */
    public int countText(String text) {
        return safe(raw(text));
    }

    private long raw(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        Counted latest = last;
        for (Counted known = latest; known != null; known = known.before) {
            if (text.equals(known.text.get())) {
                return known.tokens;
            }
        }
        int counted = counted(counter::count, text, counter);
        int tokens = counted < 0 ? FALLBACK.count(text) : counted;
        if (text.length() >= LONG_TEXT) {
            Counted before = latest == null ? null : new Counted(latest.text, latest.tokens, null);
            last = new Counted(new WeakReference<>(text), tokens, before);
        }
        return tokens;
    }

    private int safe(long tokens) {
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(tokens * safetyFactor));
    }
}
