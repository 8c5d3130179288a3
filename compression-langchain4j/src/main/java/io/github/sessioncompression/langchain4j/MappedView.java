package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * The views of one memory in LangChain4j's messages.
 *
 * <p>A view extends the one before, so what was mapped for that is taken over and only the new messages are mapped: what
 * is left to do for the others is to copy a reference. Safe for use by many threads.
 */
final class MappedView {
    private final MessageMapper mapper;
    private volatile Mapped last = new Mapped(List.of(), List.of());

    MappedView(MessageMapper mapper) {
        this.mapper = mapper;
    }

    /** The messages of a view in a list of their own. */
    List<ChatMessage> of(List<Message> view) {
        Mapped before = last;
        List<ChatMessage> messages = new ArrayList<>(view.size() + 2);
        for (int i = 0; i < view.size(); i++) {
            Message message = view.get(i);
            messages.add(before.has(i, message) ? before.messages.get(i) : mapper.fromCore(message));
        }
        last = new Mapped(view, List.copyOf(messages));
        return messages;
    }

    /** A view and its messages, place by place. */
    private record Mapped(List<Message> view, List<ChatMessage> messages) {
        /** True if the view had this very message at that place. */
        @SuppressWarnings("ReferenceEquality") // Comparing texts would cost more than mapping them.
        boolean has(int place, Message message) {
            return place < view.size() && view.get(place) == message;
        }
    }
}
