package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.token.MessageTokens;
import java.util.List;

/**
 * A message of a list under its sequence number, with the framework's message for it.
 *
 * <p>One that was read from the list is counted when it is first asked for: what a state covers never is. Used under the
 * conversation's lock only.
 */
final class NumberedMessage<M> {
    private static final int UNCOUNTED = -1;

    private final long sequence;
    private final Message message;
    private final M raw;
    private int tokens;

    private NumberedMessage(long sequence, Message message, M raw, int tokens) {
        this.sequence = sequence;
        this.message = message;
        this.raw = raw;
        this.tokens = tokens;
    }

    static <M> List<NumberedMessage<M>> written(List<Entry> entries, MessageLists<M> lists) {
        return entries.stream()
                .map(entry -> new NumberedMessage<>(
                        entry.sequence(),
                        entry.message(),
                        lists.write(TypedEnvelope.written(entry.message())),
                        entry.tokens()))
                .toList();
    }

    static <M> NumberedMessage<M> read(long sequence, Message message, M raw) {
        return new NumberedMessage<>(sequence, message, raw, UNCOUNTED);
    }

    /** After the list was read again: with the text that the application has put there, if it is another one. */
    NumberedMessage<M> reread(Message now, M nowRaw) {
        boolean isReplaced = !now.text().isBlank() && !sameText(message.text(), now.text());
        return isReplaced ? read(sequence, now, nowRaw) : new NumberedMessage<>(sequence, message, nowRaw, tokens);
    }

    long sequence() {
        return sequence;
    }

    Message message() {
        return message;
    }

    M raw() {
        return raw;
    }

    Entry entry(MessageTokens counter) {
        if (tokens == UNCOUNTED) {
            tokens = counter.count(message);
        }
        return new Entry(sequence, message, tokens);
    }

    /** Number of {@code lines}, which are in order, up to and including {@code sequence}. */
    static <M> int countThrough(List<NumberedMessage<M>> lines, long sequence) {
        return Entry.countThrough(lines, NumberedMessage::sequence, sequence);
    }

    /** True for texts that are equal except for blanks at their ends, which stores lose. */
    static boolean sameText(String known, String read) {
        return known.equals(read) || known.strip().equals(read.strip());
    }
}
