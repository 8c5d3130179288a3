package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.ModelCall;
import io.github.sessioncompression.TurnHandle;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Contents;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.text.LogText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;

/**
 * One call of a chat client, from the user's message to the answer. Safe for use by many threads.
 */
final class Turn {
    private static final Logger log = LoggerFactory.getLogger(Turn.class);

    private final Conversation conversation;
    private @Nullable TurnHandle handle;
    private final StringBuilder shown = new StringBuilder();
    private final AtomicBoolean over = new AtomicBoolean();
    private final String question;
    private final @Nullable AssistantMessage prefill;
    /** The calls of tools that the model made so far. */
    private final Set<String> calls = ConcurrentHashMap.newKeySet();

    /**
     * A turn.
     *
     * @param asked the messages of the request as the application made it; none if something else did
     */
    Turn(Conversation conversation, List<Message> asked) {
        this.conversation = conversation;
        this.question = question(asked);
        this.prefill =
                !asked.isEmpty() && asked.get(asked.size() - 1) instanceof AssistantMessage last && !last.hasToolCalls()
                        ? last
                        : null;
    }

    /**
     * The request with a conversation id of the turn's own, a string with the same characters: a memory advisor gives its memory only that id,
     * by which every memory of the compressor finds the turn. Unchanged if the application's id is no string.
     */
    ChatClientRequest carriedBy(ChatClientRequest request) {
        if (!(request.context().get(ChatMemory.CONVERSATION_ID) instanceof String id)) {
            return request;
        }
        String own = new String(id.toCharArray());
        conversation.framework().carry(own, this);
        Map<String, Object> context = new HashMap<>(request.context());
        context.put(ChatMemory.CONVERSATION_ID, own);
        return new ChatClientRequest(request.prompt(), context);
    }

    /** The messages that the next request of the turn begins with. */
    synchronized View view() {
        TurnHandle begun = handle;
        if (begun == null || !begun.isAsked()) {
            begun = conversation.framework().begin();
            handle = begun;
        }
        return begun.isAsked() ? conversation.framework().view(begun) : begun.view();
    }

    /** Adds messages of the turn, its question first, to the session of the question; calls without an id get {@linkplain TurnCallIds one}. */
    synchronized void append(List<io.github.sessioncompression.message.Message> messages) {
        TurnHandle begun = handle == null ? conversation.framework().begin() : handle;
        List<io.github.sessioncompression.message.Message> named = begun.isAsked() && conversation.enabled()
                ? TurnCallIds.named(begun.question(), begun.messages(), messages)
                : messages;
        handle = conversation.framework().append(begun, named);
    }

    /** The model answered nothing at all. */
    synchronized void unanswered() {
        if (handle != null && handle.isAsked()) {
            handle = conversation.framework().interrupted(handle, "");
        } else {
            conversation.framework().interrupted("");
        }
    }

    /** The user was shown the results of tools, or their refusal, as the answer. */
    synchronized void answeredByTools(List<io.github.sessioncompression.message.Message> results, String answer) {
        if (handle != null && handle.isAsked()) {
            handle = conversation.framework().answeredByTools(handle, results, answer);
        } else {
            conversation.framework().answeredByTools(this::hasMade, results, answer);
        }
    }

    /** Looks at a request of the turn that is about to be sent. */
    ModelCall call(ModelCall.Request request) {
        TurnHandle begun = asked();
        return begun == null
                ? conversation.framework().call(request)
                : conversation.framework().call(request, begun);
    }

    private synchronized @Nullable TurnHandle asked() {
        return handle != null && handle.isAsked() ? handle : null;
    }

    private static String question(List<Message> asked) {
        return asked.stream()
                .filter(UserMessage.class::isInstance)
                .reduce((before, after) -> after)
                .map(Message::getText)
                .orElse("");
    }

    /** The user's message as it came; a request may hold more. */
    String question() {
        return question;
    }

    /** True if {@code message} is the beginning of the answer that the application gave the model. */
    boolean isPrefill(Message message) {
        return message.equals(prefill);
    }

    /** The model answered, with calls of tools perhaps. */
    void called(@Nullable ChatResponse response) {
        if (response != null) {
            response.getResults().stream()
                    .flatMap(result -> result.getOutput().getToolCalls().stream())
                    .map(Turn::key)
                    .forEach(calls::add);
        }
    }

    /** True if the model made calls of tools in this turn. */
    boolean hasCalled() {
        return !calls.isEmpty();
    }

    /** True if the model made the calls of {@code message} in this turn. */
    boolean hasMade(AssistantMessage message) {
        return message.getToolCalls().stream().anyMatch(call -> calls.contains(key(call)));
    }

    /** True if the model made a call in this turn. */
    boolean hasMade(ToolCall call) {
        return calls.contains(key(new AssistantMessage.ToolCall(call.id(), "function", call.name(), call.arguments())));
    }

    /** Key of a call: the id that its provider gave it, else its contents, for some give none. */
    static String key(AssistantMessage.ToolCall call) {
        String told = call.id() == null ? "" : Contents.originalId(call.id());
        return told.isEmpty() ? call.name() + '\n' + call.arguments() : told;
    }

    Conversation conversation() {
        return conversation;
    }

    /** The memory has what was shown so far. */
    void stored() {
        synchronized (shown) {
            shown.setLength(0);
        }
    }

    /** A piece of the answer was shown to the user. */
    void shown(ChatClientResponse piece) {
        ChatResponse response = piece.chatResponse();
        if (response != null && response.getResult() != null) {
            String text = response.getResult().getOutput().getText();
            if (text != null) {
                synchronized (shown) {
                    shown.append(text);
                }
            }
        }
    }

    /** True if this is the first time that the turn ends. */
    boolean end() {
        return !over.getAndSet(true);
    }

    /** Ends the chat's turn with what was shown, so that it continues with whole turns. */
    void interrupted() {
        String seen;
        synchronized (shown) {
            seen = shown.toString();
        }
        try {
            TurnHandle begun = asked();
            if (begun == null) {
                conversation.framework().interrupted(seen);
            } else {
                conversation.framework().interrupted(begun, seen);
            }
        } catch (RuntimeException e) {
            // The turn has failed already; its own failure is the one to report.
            log.warn(
                    "Conversation {}: the interrupted turn could not be ended ({}).",
                    LogText.name(conversation.id()),
                    e.getClass().getName());
        }
    }
}
