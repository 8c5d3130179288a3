package io.github.sessioncompression.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Message.FormerSource;
import io.github.sessioncompression.message.MessageRules;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Translates LangChain4j's messages into the core's and back.
 *
 * <p>The framework's message rides along as {@link Message#source()}, so what comes back out is the same instance with its
 * attributes, media and thinking. Only what the core wrote or rewrote itself is made again, equal for equal input. Safe for
 * use by many threads if the rule for pins is.
 */
final class MessageMapper {
    private final MessageRules<ChatMessage> rules;
    private final Function<List<Message>, List<ChatMessage>> views = this::fromCore;

    /** A mapper that pins the messages that {@code pin} accepts. */
    MessageMapper(Predicate<ChatMessage> pin) {
        this(pin, text -> null);
    }

    /**
     * A mapper for messages that the application's own templates have made.
     *
     * @param ownWords the user's own words in a user's text; {@code null} for a text of no template of the application's
     */
    MessageMapper(Predicate<ChatMessage> pin, UnaryOperator<@Nullable String> ownWords) {
        this.rules = new MessageRules<>(pin, ownWords);
    }

    /** LangChain4j's form of the messages of views, each mapped once by the view that it comes first in. */
    Function<List<Message>, List<ChatMessage>> views() {
        return views;
    }

    private List<ChatMessage> fromCore(List<Message> messages) {
        return messages.stream().map(this::fromCore).toList();
    }

    /** The core's form of each message, in order; stand-in results that this library put at the end of a view are skipped. */
    List<Message> toCore(Iterable<? extends ChatMessage> messages) {
        List<Message> mapped = new ArrayList<>();
        for (ChatMessage message : messages) {
            if (!Marks.isStandIn(message)) {
                mapped.add(toCore(message));
            }
        }
        return mapped;
    }

    /** The core's form of a message; what this library made comes without a source, so that nothing of it is kept. */
    Message toCore(ChatMessage message) {
        return Marks.isMarked(message) ? content(message) : stored(message);
    }

    /** The core's form of a message from a store. */
    Message stored(ChatMessage message) {
        ChatMessage whole = Gaps.closed(message);
        Message read = content(whole);
        Message own = read.role() == Role.USER ? read.withParts(UserParts.of(read.text(), rules::ownWords)) : read;
        return own.withSource(ThinkingParts.source(whole)).withPinned(rules.pins(whole));
    }

    /** The core's form of a message, without its source. */
    static Message content(ChatMessage message) {
        if (message instanceof SystemMessage system) {
            return Message.system(system.text());
        } else if (message instanceof UserMessage user) {
            return Message.user(text(user.contents()))
                    .withMediaCount(media(user.contents()))
                    .withName(user.name());
        } else if (message instanceof AiMessage ai) {
            return Message.assistant(orEmpty(ai.text()), calls(ai));
        } else if (message instanceof ToolExecutionResultMessage result) {
            return Message.toolResult(orEmpty(result.id()), orEmpty(result.toolName()), text(result.contents()))
                    .withMediaCount(media(result.contents()))
                    .withError(Boolean.TRUE.equals(result.isError()));
        } else if (message instanceof CustomMessage custom) {
            // What it means is between the application and its model; to the chat it is a user message.
            return Message.user(String.valueOf(custom.attributes()));
        }
        throw new IllegalArgumentException("message must be one of LangChain4j's own types, but was "
                + (message == null ? "null" : "a " + message.getClass().getName()));
    }

    private static List<ToolCall> calls(AiMessage ai) {
        List<ToolCall> calls = new ArrayList<>();
        if (ai.hasToolExecutionRequests()) {
            for (ToolExecutionRequest request : ai.toolExecutionRequests()) {
                calls.add(new ToolCall(orEmpty(request.id()), orEmpty(request.name()), orEmpty(request.arguments())));
            }
        }
        return calls;
    }

    private static String text(List<Content> contents) {
        if (contents.size() == 1 && contents.get(0) instanceof TextContent only) {
            return only.text();
        }
        StringBuilder text = new StringBuilder();
        for (Content content : contents) {
            if (content instanceof TextContent part) {
                text.append(text.isEmpty() ? "" : "\n").append(part.text());
            }
        }
        return text.toString();
    }

    private static int media(List<Content> contents) {
        return (int) contents.stream()
                .filter(content -> !(content instanceof TextContent))
                .count();
    }

    /** LangChain4j's form of a message: its own instance if there is one. */
    ChatMessage fromCore(Message message) {
        if (message.source() instanceof FormerSource) {
            return changed(message.frameworkMessage(), message);
        }
        return message.frameworkMessage() instanceof ChatMessage own ? own : made(message);
    }

    /** LangChain4j's own message, thinking and attributes included, with the calls or the system prompt of {@code message}. */
    private static ChatMessage changed(@Nullable Object own, Message message) {
        if (own instanceof AiMessage calling) {
            return calling.toBuilder().toolExecutionRequests(requests(message)).build();
        } else if (own instanceof ToolExecutionResultMessage result) {
            return Marks.copy(result)
                    .id(orNull(message.toolCallId()))
                    .toolName(message.name())
                    .build();
        } else if (own instanceof SystemMessage system) {
            return SystemAttributes.withText(system, message.text());
        }
        return made(message);
    }

    /** A message that the core does not have, but which a provider would miss. */
    static ChatMessage standIn(Message filler) {
        return filler.role() == Role.TOOL ? Marks.asStandIn(madeResult(filler)) : made(filler);
    }

    private static ChatMessage made(Message message) {
        return switch (message.role()) {
            case SYSTEM -> SystemMessage.from(message.text());
            case USER ->
                UserMessage.builder()
                        .name(message.name())
                        .addContent(TextContent.from(message.text()))
                        .attributes(Marks.of(message))
                        .build();
            case ASSISTANT ->
                AiMessage.builder()
                        .text(message.callsTools() && message.text().isEmpty() ? null : message.text())
                        .toolExecutionRequests(requests(message))
                        .attributes(Marks.of(message))
                        .build();
            case TOOL -> madeResult(message);
        };
    }

    private static ToolExecutionResultMessage madeResult(Message message) {
        return ToolExecutionResultMessage.builder()
                .id(orNull(message.toolCallId()))
                .toolName(message.name())
                .text(message.text())
                .isError(message.error() ? Boolean.TRUE : null)
                .build();
    }

    private static List<ToolExecutionRequest> requests(Message message) {
        List<ToolExecutionRequest> requests = new ArrayList<>();
        for (ToolCall call : message.toolCalls()) {
            requests.add(ToolExecutionRequest.builder()
                    .id(orNull(call.id()))
                    .name(call.name())
                    .arguments(call.arguments())
                    .build());
        }
        return requests;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
