package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list as it was read: its messages without the pair, typed envelopes as they were typed, and the state in it. */
record ListReading<M>(List<Message> messages, List<M> raws, @Nullable StatePair<M> pair, StateDocument state) {

    static <M> ListReading<M> of(StateSchema schema, List<Message> all, List<M> list) {
        StatePair.Found found = StatePair.find(schema, all);
        List<Message> messages = new ArrayList<>(list.size());
        List<M> raws = new ArrayList<>(list.size());
        for (int i = 0; i < all.size(); i++) {
            if (found == null || (i != found.user() && i != found.acknowledgement())) {
                messages.add(TypedEnvelope.read(all.get(i)));
                raws.add(list.get(i));
            }
        }
        if (found == null) {
            return new ListReading<>(messages, raws, null, StateDocument.EMPTY);
        }
        StatePair<M> pair = new StatePair<>(
                all.get(found.user()).text(), found.first(), list.get(found.user()), list.get(found.acknowledgement()));
        return new ListReading<>(messages, raws, pair, found.state());
    }

    /** These messages as lines, from the one at {@code from} on, the first numbered {@code sequence}. */
    List<NumberedMessage<M>> lines(int from, long sequence) {
        List<NumberedMessage<M>> lines = new ArrayList<>(messages.size() - from);
        for (int i = from; i < messages.size(); i++) {
            lines.add(NumberedMessage.read(sequence + i - from, messages.get(i), raws.get(i)));
        }
        return lines;
    }

    /** The text that names a conversation by its first message and its state. */
    String basis() {
        StringBuilder basis = new StringBuilder();
        if (!messages.isEmpty()) {
            Message first = messages.get(0);
            basis.append(first.role()).append(' ').append(first.text());
        }
        if (pair != null) {
            basis.append('\n').append(pair.at()).append(pair.envelope());
        }
        return basis.toString();
    }
}
