package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts a conversation's messages back into the order in which they were saved, for repositories that sort them by a timestamp
 * that several of them share.
 *
 * <p>What was saved last is remembered for the conversations used lately. Messages that were not saved here are left where they
 * are, except for the state and its acknowledgement: they stay together. Takes linear time.
 * Safe for use by many threads.
 */
final class RememberedOrder {
    private static final int MOST_CONVERSATIONS = 1_000;
    /** Most places between a state and its acknowledgement. */
    private static final int MOST_PLACES = 4;

    private record Key(Role role, String text, String callId) {
        static Key of(Message message) {
            return new Key(message.role(), message.text(), message.toolCallId());
        }
    }

    /**
     * Messages as they were saved last.
     *
     * @param messages as the core has them
     * @param written as the repository got them, in its own list
     */
    private record Saved(List<Message> messages, List<org.springframework.ai.chat.messages.Message> written) {}

    private final Map<String, Saved> saved = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Saved> eldest) {
            return size() > MOST_CONVERSATIONS;
        }
    });

    void saved(String id, List<Message> messages, List<org.springframework.ai.chat.messages.Message> written) {
        saved.put(id, new Saved(List.copyOf(messages), written));
    }

    /** The messages as they were saved, if the repository kept the very objects; {@code null} if not. */
    @Nullable
    List<Message> unchanged(String id, List<org.springframework.ai.chat.messages.Message> found) {
        Saved known = saved.get(id);
        return known != null && PromptMessages.areSame(found, known.written()) ? known.messages() : null;
    }

    void deleted(String id) {
        saved.remove(id);
    }

    /** The messages in their order. */
    List<Message> restored(String id, List<Message> loaded) {
        Saved known = saved.get(id);
        List<Message> restored = known == null ? null : restored(known.messages(), loaded);
        return restored != null ? restored : withStateFirst(loaded);
    }

    private static @Nullable List<Message> restored(List<Message> known, List<Message> loaded) {
        Map<Key, Deque<Integer>> places = new HashMap<>();
        for (int i = 0; i < known.size(); i++) {
            places.computeIfAbsent(Key.of(known.get(i)), key -> new ArrayDeque<>())
                    .add(i);
        }
        @Nullable Message[] placed = new Message[known.size()];
        for (Message message : loaded) {
            Deque<Integer> free = places.get(Key.of(message));
            Integer place = free == null ? null : free.poll();
            if (place == null) {
                return null;
            }
            placed[place] = message;
        }
        return Stream.of(placed).filter(Objects::nonNull).toList();
    }

    /** The state is followed by its acknowledgement, if that is not far away. */
    private static List<Message> withStateFirst(List<Message> loaded) {
        for (int i = loaded.size() - 1; i >= 0; i--) {
            Message state = loaded.get(i);
            if (state.role() == Role.USER && StateEnvelope.holds(state.text())) {
                return isAcknowledgement(loaded, i + 1) ? loaded : withAcknowledgement(loaded, i);
            }
        }
        return loaded;
    }

    private static List<Message> withAcknowledgement(List<Message> loaded, int state) {
        for (int distance = 1; distance <= MOST_PLACES; distance++) {
            for (int place : new int[] {state - distance, state + 1 + distance}) {
                if (isAcknowledgement(loaded, place)) {
                    List<Message> ordered = new ArrayList<>(loaded);
                    Message acknowledgement = ordered.remove(place);
                    ordered.add(place < state ? state : state + 1, acknowledgement);
                    return ordered;
                }
            }
        }
        return loaded;
    }

    private static boolean isAcknowledgement(List<Message> messages, int place) {
        return place >= 0 && place < messages.size() && StateEnvelope.isAcknowledgement(messages.get(place));
    }
}
