package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state in a list, behind {@code at} messages: the user's message with the envelope and the assistant's acknowledgement. */
record StatePair<M>(String envelope, int at, M user, M acknowledgement) {

    /** The pair for {@code record} in a list; {@code null} if the record shows nothing. */
    static <M> @Nullable StatePair<M> of(
            CompressionRecord record, List<NumberedMessage<M>> lines, StateSchema schema, MessageLists<M> lists) {
        if (record.injected().isEmpty()) {
            return null;
        }
        String envelope = StateEnvelope.wrap(schema, record.injected());
        return new StatePair<>(
                envelope,
                NumberedMessage.countThrough(lines, record.boundary()),
                lists.write(Message.user(envelope)),
                lists.write(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT)));
    }

    /** True if both have the same text and place, or neither exists. */
    static boolean same(@Nullable StatePair<?> one, @Nullable StatePair<?> other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return one.at == other.at && one.envelope.equals(other.envelope);
    }

    /** This pair after another number of messages. */
    StatePair<M> at(int place) {
        return new StatePair<>(envelope, place, user, acknowledgement);
    }

    /** The indices of a pair in a list, and its content; the acknowledgement is before the envelope if a store has lost their order. */
    record Found(int user, int acknowledgement, StateDocument state) {}

    /** The last pair of a list; {@code null} if there is none. */
    static @Nullable Found find(StateSchema schema, List<Message> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            Message message = messages.get(i);
            if (message.role() != Role.USER) {
                continue;
            }
            int neighbour = acknowledges(messages, i + 1) ? i + 1 : i - 1;
            if (acknowledges(messages, neighbour)) {
                StateDocument state =
                        StateEnvelope.unwrap(schema, message.text()).orElse(StateDocument.EMPTY);
                if (!state.isEmpty()) {
                    return new Found(i, neighbour, state);
                }
            }
        }
        return null;
    }

    private static boolean acknowledges(List<Message> messages, int index) {
        return index >= 0 && index < messages.size() && StateEnvelope.isAcknowledgement(messages.get(index));
    }
}
