package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Message.FormerSource;
import io.github.sessioncompression.message.Message.Parts;
import io.github.sessioncompression.message.MessageRules;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.MediaContent;

/**
 * Translates Spring AI's messages into the core's and back.
 *
 * <p>A {@link ToolResponseMessage} holds the results of all parallel calls and becomes one message for each; on the way back
 * those are put together again. Each carries the framework's message it came from, and what comes back unchanged is that very
 * instance, with its metadata and media. Safe for use by many threads.
 */
public final class MessageMapper {
    private static final String FUNCTION = "function";
    /** End of the repositories' key, which begins with their class's name. */
    private static final String TIME = "Repository_message_timestamp";

    /** Pins nothing, and knows no template. */
    static final MessageRules<org.springframework.ai.chat.messages.Message> NO_RULES = MessageRules.none();

    private MessageMapper() {}

    /** Messages read from Spring AI's, pinned and divided by the application's rules. */
    static List<Message> marked(
            List<Message> messages, MessageRules<org.springframework.ai.chat.messages.Message> rules) {
        return rules == NO_RULES
                ? messages
                : messages.stream()
                        .map(message -> divided(message, rules))
                        .map(message -> message.pinned()
                                ? message
                                : message.withPinned(
                                        rules.pins(fromCore(List.of(message)).get(0))))
                        .toList();
    }

    private static Message divided(Message message, MessageRules<org.springframework.ai.chat.messages.Message> rules) {
        String own = message.role() == Role.USER ? rules.ownWords(message.text()) : null;
        return own == null || own.equals(message.text())
                ? message
                : message.withParts(Parts.around(message.text(), own));
    }

    /**
     * The core's form of Spring AI's messages, in order, in a new list that may be changed.
     *
     * <p>A {@link ToolResponseMessage} without a result is skipped, and so is a message that is only the thinking before the
     * assistant's message that follows it.
     */
    public static List<Message> toCore(List<? extends org.springframework.ai.chat.messages.Message> messages) {
        List<Message> read = new ArrayList<>(messages.size());
        for (int i = 0; i < messages.size(); i++) {
            org.springframework.ai.chat.messages.Message message = messages.get(i);
            if (message instanceof ToolResponseMessage results) {
                for (ToolResponse result : present(results.getResponses())) {
                    read.add(Message.toolResult(text(result.id()), text(result.name()), text(result.responseData()))
                            .withSource(results));
                }
            } else if (!(isFollowedByAnswer(messages, i) && ThinkingParts.isAll(message))) {
                read.add(toCore(message));
            }
        }
        return read;
    }

    private static boolean isFollowedByAnswer(
            List<? extends org.springframework.ai.chat.messages.Message> messages, int index) {
        return index + 1 < messages.size() && messages.get(index + 1) instanceof AssistantMessage;
    }

    private static Message toCore(org.springframework.ai.chat.messages.Message message) {
        String text = text(message.getText());
        MessageType type = message.getMessageType();
        Message read;
        if (type == MessageType.SYSTEM) {
            read = Message.system(text);
        } else if (type == MessageType.USER) {
            read = Message.user(text).withParts(UserParts.of(text));
        } else if (message instanceof AssistantMessage assistant && assistant.hasToolCalls()) {
            read = Message.assistant(text, calls(assistant));
        } else if (type == MessageType.TOOL) {
            read = Message.toolResult("", "", text);
        } else {
            read = Message.assistant(text);
        }
        int media = message instanceof MediaContent content && content.getMedia() != null
                ? content.getMedia().size()
                : 0;
        Object source = ThinkingParts.source(message);
        return read.withMediaCount(media)
                .withTimestamp(savedAt(message))
                .withSource(hasGap(message) ? new FormerSource(source) : source);
    }

    /** Time of a message that Spring AI's repository has read from a table (JDBC from 2.0 on, Cassandra). */
    private static @Nullable Instant savedAt(org.springframework.ai.chat.messages.Message message) {
        for (Map.Entry<String, Object> entry : message.getMetadata().entrySet()) {
            if (entry.getKey().endsWith(TIME) && entry.getValue() instanceof Instant time) {
                return time;
            }
        }
        return null;
    }

    /** True if one of its calls is null, as can be if a store has read it from JSON: it is sent without. */
    private static boolean hasGap(org.springframework.ai.chat.messages.Message message) {
        return message instanceof AssistantMessage assistant
                && assistant.hasToolCalls()
                && assistant.getToolCalls().stream().anyMatch(Objects::isNull);
    }

    private static <T> List<T> present(@Nullable List<T> some) {
        return some == null ? List.of() : some.stream().filter(Objects::nonNull).toList();
    }

    /** The core's form of an answer's calls. */
    static List<ToolCall> calls(AssistantMessage assistant) {
        return present(assistant.getToolCalls()).stream()
                .map(call -> new ToolCall(text(call.id()), text(call.name()), text(call.arguments())))
                .toList();
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** True if this is an answer without text, calls or media: no provider takes it back. */
    static boolean saysNothing(Message message) {
        return message.role() == Role.ASSISTANT
                && message.text().isBlank()
                && !message.callsTools()
                && message.mediaCount() == 0;
    }

    /** Spring AI's form of messages, in a new list that may be changed. */
    static List<org.springframework.ai.chat.messages.Message> fromCore(List<Message> messages) {
        List<org.springframework.ai.chat.messages.Message> written = new ArrayList<>(messages.size());
        for (int i = 0; i < messages.size(); ) {
            Message message = messages.get(i);
            if (message.role() == Role.TOOL) {
                int end = endOfResults(messages, i);
                written.add(results(messages.subList(i, end)));
                i = end;
            } else {
                written.add(fromCore(message));
                i++;
            }
        }
        return written;
    }

    private static org.springframework.ai.chat.messages.Message fromCore(Message message) {
        boolean changed = message.source() instanceof FormerSource;
        if (!changed && message.frameworkMessage() instanceof org.springframework.ai.chat.messages.Message source) {
            return source;
        }
        if (message.frameworkMessage() instanceof AssistantMessage source) {
            return AssistantMessage.builder()
                    .content(source.getText())
                    .properties(source.getMetadata())
                    .media(source.getMedia())
                    .toolCalls(calls(message))
                    .build();
        }
        return switch (message.role()) {
            case SYSTEM -> new SystemMessage(message.text());
            case USER -> new UserMessage(message.text());
            default ->
                AssistantMessage.builder()
                        .content(message.text())
                        .toolCalls(calls(message))
                        .build();
        };
    }

    /** Spring AI's form of a message's calls. */
    static List<AssistantMessage.ToolCall> calls(Message message) {
        return message.toolCalls().stream()
                .map(call -> new AssistantMessage.ToolCall(call.id(), FUNCTION, call.name(), call.arguments()))
                .toList();
    }

    /** Results in a row belong to one message unless they are known to come from different ones. */
    private static int endOfResults(List<Message> messages, int start) {
        Object source = null;
        int end = start;
        while (end < messages.size() && messages.get(end).role() == Role.TOOL) {
            Object next = messages.get(end).frameworkMessage();
            if (next != null && source != null && next != source && !isFollowedBy(source, next)) {
                break;
            }
            source = next == null ? source : next;
            end++;
        }
        return end;
    }

    /** True if two results were read from a store and are of one message. */
    private static boolean isFollowedBy(Object source, Object next) {
        return source instanceof KeptResult first && next instanceof KeptResult second && first.isFollowedBy(second);
    }

    private static ToolResponseMessage results(List<Message> results) {
        ToolResponseMessage source = null;
        boolean whole = true;
        for (Message result : results) {
            source = result.frameworkMessage() instanceof ToolResponseMessage known ? known : source;
            whole &= result.source() instanceof ToolResponseMessage;
        }
        if (source != null && whole && source.getResponses().size() == results.size()) {
            return source;
        }
        return ToolResponseMessage.builder()
                .responses(results.stream().map(MessageMapper::response).toList())
                .metadata(source == null ? Map.of() : source.getMetadata())
                .build();
    }

    /** Spring AI's form of one result. */
    static ToolResponse response(Message result) {
        return new ToolResponse(result.toolCallId(), text(result.name()), result.text());
    }
}
