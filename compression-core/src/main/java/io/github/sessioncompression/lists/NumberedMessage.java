package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.token.MessageTokens;
import java.util.List;

/**
 * A message of a list under its sequence number.
 *
 * <p>One that was read from the list is counted when it is first asked for: what a state covers never is. Used under the
 * conversation's lock only.
 */
final class NumberedMessage {
    private static final int UNCOUNTED = -1;

    private final long sequence;
    private final Message message;
    private int tokens;

    private NumberedMessage(long sequence, Message message, int tokens) {
        this.sequence = sequence;
        this.message = message;
        this.tokens = tokens;
    }

    static NumberedMessage of(Entry entry) {
        return new NumberedMessage(entry.sequence(), entry.message(), entry.tokens());
    }

    static NumberedMessage uncounted(long sequence, Message message) {
        return new NumberedMessage(sequence, message, UNCOUNTED);
    }

    long sequence() {
        return sequence;
    }

    Message message() {
        return message;
    }

    Entry entry(MessageTokens counter) {
        if (tokens == UNCOUNTED) {
            tokens = counter.count(message);
        }
        return new Entry(sequence, message, tokens);
    }

    /** Number of {@code lines}, which are in order, up to and including {@code sequence}. */
    static int countThrough(List<NumberedMessage> lines, long sequence) {
        return Entry.countThrough(lines, NumberedMessage::sequence, sequence);
    }
}
