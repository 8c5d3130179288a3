package io.github.sessioncompression.spring.ai.compaction;

import io.github.sessioncompression.message.Message;
import java.util.List;

/**
 * Tells a {@link CompactionPlanner} what the events of a session API are. All that an adapter to one has to know of it, but for making a
 * result of a {@link Compaction}.
 *
 * @param <E> the session API's events; told from each other by identity
 */
public interface EventReader<E> {
    /** True if an event is the session's own, not a sub-agent's: others are neither compacted nor counted. */
    boolean isOwn(E event);

    /** True if an event is one of those that an earlier compaction put in: as its metadata tell, whatever it says. */
    boolean isSummary(E event);

    /**
     * What an event says.
     *
     * @return one message for each parallel tool result, else one; none for an event that is not for the model, which stays
     */
    List<Message> messages(E event);
}
