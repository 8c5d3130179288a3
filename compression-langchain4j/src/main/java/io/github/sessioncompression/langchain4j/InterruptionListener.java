package io.github.sessioncompression.langchain4j;

import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.observability.api.event.AiServiceErrorEvent;
import dev.langchain4j.observability.api.listener.AiServiceErrorListener;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.text.LogText;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to conversations that a turn of an AI service ended without an answer: by a guardrail, a tool, or a model that is not guarded. The
 * trigger point {@code interrupted} compresses then.
 *
 * <pre>{@code
 * Assistant assistant = AiServices.builder(Assistant.class)
 *         .chatModel(memories.guard(model))
 *         .chatMemoryProvider(memories)
 *         .registerListener(memories.interruptionListener())
 *         .build();
 * }</pre>
 *
 * <p>A guarded model reports failed requests and cancelled streams by itself. The messages of the chat stay as they are.
 * Safe for use by many threads and by many AI services over the same conversations.
 */
public final class InterruptionListener implements AiServiceErrorListener {
    private static final Logger log = LoggerFactory.getLogger(InterruptionListener.class);

    private final Function<Object, Conversation> conversations;

    private InterruptionListener(Function<Object, Conversation> conversations) {
        this.conversations = conversations;
    }

    /**
     * A listener for AI services.
     *
     * @param conversations the conversation of a chat memory id, as for {@link UsageListener#of}
     */
    public static InterruptionListener of(Function<Object, Conversation> conversations) {
        return new InterruptionListener(Objects.requireNonNull(conversations, "conversations"));
    }

    /** Reports the end of one turn to the conversation it belongs to. */
    @Override
    public void onEvent(AiServiceErrorEvent event) {
        @Nullable InvocationContext context = event.invocationContext();
        @Nullable Object id = context == null ? null : context.chatMemoryId();
        if (id != null) {
            report(conversations.apply(id));
        }
    }

    /** Reports an interruption; throws nothing, because the turn has failed already and its own failure is the one to report. */
    static void report(Conversation conversation) {
        try {
            conversation.framework().interrupted();
        } catch (RuntimeException e) {
            log.warn(
                    "Conversation {}: its interruption could not be handled ({}).",
                    LogText.name(conversation.id()),
                    e.getClass().getName());
        }
    }
}
