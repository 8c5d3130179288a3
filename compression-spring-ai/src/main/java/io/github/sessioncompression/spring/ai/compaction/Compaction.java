package io.github.sessioncompression.spring.ai.compaction;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.Message;

/**
 * What a compaction makes of a session's events. Each of them is in one of the four lists, in the order in which it was.
 *
 * @param covered those that the summary stands for; none if nothing changes
 * @param replaced those of the summary before, which this one takes the place of
 * @param pinned those that stay although what is around them is covered: system messages, which go first, and pinned ones
 * @param preserved those that stay as they are: the tail, and those of sub-agents
 * @param summary the state, as a user's message, and the assistant's acknowledgement
 * @param state the state that the summary holds: its texts by field, in the schema's order
 * @param schema the name of the state's schema
 * @param writtenByModel whether a model wrote the state, not the offline compiler
 * @param tokensSaved by how many tokens the session gets smaller, the summary counted; 0 or more
 */
public record Compaction<E>(
        List<E> covered,
        List<E> replaced,
        List<E> pinned,
        List<E> preserved,
        List<Message> summary,
        Map<String, List<String>> state,
        String schema,
        boolean writtenByModel,
        int tokensSaved) {

    /** Copies the lists. */
    public Compaction {
        covered = List.copyOf(covered);
        replaced = List.copyOf(replaced);
        pinned = List.copyOf(pinned);
        preserved = List.copyOf(preserved);
        summary = List.copyOf(summary);
        state = Collections.unmodifiableMap(new LinkedHashMap<>(state));
    }

    static <E> Compaction<E> unchanged(List<E> events) {
        return new Compaction<>(List.of(), List.of(), List.of(), events, List.of(), Map.of(), "", false, 0);
    }

    /** True if all events stay as they are. */
    public boolean isUnchanged() {
        return covered.isEmpty();
    }
}
