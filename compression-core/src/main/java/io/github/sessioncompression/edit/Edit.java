package io.github.sessioncompression.edit;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change that makes a chat consist of what a list shows. An edit behind the boundary of a record keeps that record's state; one before it
 * begins without a state.
 *
 * @param keepThrough sequence number of the last message that stays in its place; 0 if none does
 * @param messages replace everything after {@code keepThrough}
 * @param record the record that holds: the one in force if the change is behind its boundary, else that of the list's view; {@code null} for none
 * @param unpinned sequence numbers of pins that the list lacks
 */
public record Edit(long keepThrough, List<Message> messages, @Nullable CompressionRecord record, Set<Long> unpinned) {
    /** These messages and no other. */
    static Edit only(List<Message> messages) {
        return new Edit(0, messages, null, Set.of());
    }
}
