package io.github.sessioncompression.request;

import io.github.sessioncompression.message.Message;
import java.util.List;

/**
 * The messages that a request is made of: what a view shows, with the places of its messages in the transcript. A value of its own, because the
 * context that it comes from may change while the request is under way. Immutable; <b>threads:</b> safe for use by many.
 */
public final class ShownRequest {
    /** No messages. */
    static final ShownRequest EMPTY = new ShownRequest(List.of(), new long[0], new int[0], 0, 0, false);

    private final List<Message> messages;
    private final long[] sequences;
    private final int[] tokens;
    private final int stateFrom;
    private final int stateTo;
    private final boolean onlyEarlier;

    /**
     * Takes over its arguments, which do not change any more.
     *
     * @param sequences for each message its sequence number; 0 for system messages, the state and repairs
     * @param tokens for each message its cost
     * @param stateFrom index of the first message that carries the state
     * @param stateTo index behind the last of them
     * @param onlyEarlier true if the state is about earlier sessions and the user alone
     */
    public ShownRequest(
            List<Message> messages, long[] sequences, int[] tokens, int stateFrom, int stateTo, boolean onlyEarlier) {
        this.messages = messages;
        this.sequences = sequences;
        this.tokens = tokens;
        this.stateFrom = stateFrom;
        this.stateTo = stateTo;
        this.onlyEarlier = onlyEarlier;
    }

    int size() {
        return tokens.length;
    }

    Message message(int index) {
        return messages.get(index);
    }

    long sequence(int index) {
        return sequences[index];
    }

    int tokens(int index) {
        return tokens[index];
    }

    int stateFrom() {
        return stateFrom;
    }

    int stateTo() {
        return stateTo;
    }

    /** True if the message carries the state. */
    boolean isState(int index) {
        return index >= stateFrom && index < stateTo;
    }

    /** True if the state is about earlier sessions and the user alone. */
    boolean onlyEarlier() {
        return onlyEarlier;
    }

    /** The last sequence number of a message; 0 if no message has one. */
    long lastSequence() {
        int last = size() - 1;
        while (last >= 0 && sequences[last] == 0) {
            last--;
        }
        return last < 0 ? 0 : sequences[last];
    }
}
