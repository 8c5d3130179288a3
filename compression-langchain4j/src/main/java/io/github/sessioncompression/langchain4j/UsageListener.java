package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.observability.api.event.AiServiceResponseReceivedEvent;
import dev.langchain4j.observability.api.listener.AiServiceResponseReceivedListener;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Message.Thinking;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Passes what the provider reports about each call of an AI service, cached tokens included, to the conversations, so that contexts are
 * measured as the provider measures them, and which request an answer with thinking was given to.
 *
 * <pre>{@code
 * Assistant assistant = AiServices.builder(Assistant.class)
 *         .chatModel(model)
 *         .chatMemoryProvider(memories)
 *         .registerListener(memories.usageListener())
 *         .build();
 * }</pre>
 *
 * <p>Not needed beside a model that {@link CompressingChatMemoryProvider#guard} has made, but harmless: what that has passed on already is
 * not passed on again. Every call counts by itself, those between tool rounds too, streamed or not. Calls whose provider reports nothing are passed
 * over. Safe for use by many threads and by many AI services over the same conversations.
 */
public final class UsageListener implements AiServiceResponseReceivedListener {
    private final Function<Object, Conversation> conversations;

    private UsageListener(Function<Object, Conversation> conversations) {
        this.conversations = conversations;
    }

    /**
     * A listener for AI services.
     *
     * @param conversations the conversation of a chat memory id; the id in its messages is the one the AI service
     *     gives its memories, {@code "default"} for a method without one
     */
    public static UsageListener of(Function<Object, Conversation> conversations) {
        return new UsageListener(Objects.requireNonNull(conversations, "conversations"));
    }

    /** Reports the usage of one call to the conversation it belongs to. */
    @Override
    public void onEvent(AiServiceResponseReceivedEvent event) {
        @Nullable InvocationContext context = event.invocationContext();
        @Nullable Object id = context == null ? null : context.chatMemoryId();
        if (id != null) {
            Conversation conversation = conversations.apply(id);
            ReportedUsage.untold(event.response().tokenUsage())
                    .ifPresent(usage -> conversation.framework().reportUsage(usage));
            tellThinking(conversation, event);
        }
    }

    private static void tellThinking(Conversation conversation, AiServiceResponseReceivedEvent event) {
        @Nullable AiMessage answer = event.response().aiMessage();
        if (answer != null && ThinkingParts.source(answer) instanceof Thinking thinking) {
            List<Message> request = event.request().messages().stream()
                    .map(message -> MessageMapper.content(message).withSource(ThinkingParts.source(message)))
                    .toList();
            conversation
                    .framework()
                    .answered(request, MessageMapper.content(answer).withSource(thinking));
        }
    }
}
