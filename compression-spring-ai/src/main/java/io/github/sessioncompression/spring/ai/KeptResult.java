package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.message.Message;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.ToolResponseMessage;

/**
 * One result read back from a store, which knows its place among the results of the message it was part of.
 *
 * <p>A store keeps each result by itself, with the metadata of the whole; their places show where one message ends and the next begins.
 */
final class KeptResult extends ToolResponseMessage {
    private final int place;

    private KeptResult(ToolResponse result, Map<String, Object> metadata, int place) {
        super(List.of(result), metadata);
        this.place = place;
    }

    /** A result as it was kept; {@link IllegalArgumentException} if its place is damaged. */
    static KeptResult of(Message result, Map<String, Object> metadata, @Nullable Object place) {
        if (!(place instanceof Long number) || number < 0 || number > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("place is damaged");
        }
        return new KeptResult(MessageMapper.response(result), metadata, number.intValue());
    }

    /** The place of {@code result} among {@code results}; 0 if it isn't there. */
    static int place(ToolResponseMessage results, Message result) {
        return results instanceof KeptResult kept
                ? kept.place
                : Math.max(
                        0,
                        results.getResponses().stream()
                                .map(response -> Objects.requireNonNullElse(response.id(), ""))
                                .toList()
                                .indexOf(result.toolCallId()));
    }

    /** True if {@code next} comes after this within one message. Results without ids share a place. */
    boolean isFollowedBy(KeptResult next) {
        return place < next.place || (place == next.place && !hasId() && !next.hasId());
    }

    private boolean hasId() {
        return !getResponses().get(0).id().isEmpty();
    }
}
