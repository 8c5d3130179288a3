package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ContentType;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import io.github.sessioncompression.prune.Pruner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Sets the breakpoints of Anthropic's prompt cache in a request: the provider caches nothing that does not end at one.
 *
 * <p>At the last message, the system prompt, the state, the pins before it, the last question, and the last pruned tool result, in this
 * order, as far as the four that the provider allows go; those of the application count. Clients before 1.18 read them at questions only, and before 1.17 the
 * system prompt's can't be set here.
 */
final class CacheBreakpoints {
    private static final int MOST = 4;
    /** Breakpoints that a client may set of its own accord without telling: after the tools and after the system prompt. */
    private static final int UNTOLD = 2;

    /** Models that send a request to one of several others and do not name its provider; since LangChain4j 1.23. */
    private static final String ROUTERS = "dev.langchain4j.model.chat.router.";

    private static final String ATTRIBUTE = "cache_control";
    private static final String EPHEMERAL = "ephemeral";

    private final List<ChatMessage> messages;
    private int free = MOST;

    private CacheBreakpoints(ChatRequest request) {
        this.messages = new ArrayList<>(request.messages());
    }

    /** True if the provider caches up to breakpoints only. */
    static boolean isUsedBy(ModelProvider provider) {
        return provider == ModelProvider.ANTHROPIC;
    }

    /** True if the request is forwarded to a model that {@code model} chooses by itself. */
    static boolean isRouter(Object model) {
        return Stream.<Class<?>>iterate(model.getClass(), Objects::nonNull, Class::getSuperclass)
                .anyMatch(type -> type.getName().startsWith(ROUTERS));
    }

    /** A request with breakpoints for any route that it may take: the clients of other providers do not send them. */
    static ChatRequest forRoutes(ChatRequest request) {
        CacheBreakpoints breakpoints = new CacheBreakpoints(request);
        breakpoints.free -= UNTOLD
                + (int) breakpoints.messages.stream()
                        .filter(CacheBreakpoints::isMarked)
                        .count();
        breakpoints.mark(breakpoints.messages.size() - 1);
        breakpoints.mark(breakpoints.last(Marks::isState));
        breakpoints.mark(breakpoints.last(UserMessage.class::isInstance));
        return ChatRequest.builder()
                .messages(breakpoints.messages)
                .parameters(request.parameters())
                .build();
    }

    /** A request with breakpoints; {@code defaults} are the parameters that the model adds. */
    static ChatRequest in(ChatRequest request, ChatRequestParameters defaults) {
        return new CacheBreakpoints(request).set(request.parameters(), AnthropicParameters.of(defaults));
    }

    private ChatRequest set(ChatRequestParameters own, AnthropicParameters model) {
        free -= (int) messages.stream().filter(CacheBreakpoints::isMarked).count();
        free -= model.isTold() ? model.breakpoints(own) : UNTOLD;
        mark(model.isTold() ? messages.size() - 1 : last(UserMessage.class::isInstance));
        ChatRequestParameters parameters = own;
        if (free > 0 && model.leavesSystemOpen(own) && messages.stream().anyMatch(SystemMessage.class::isInstance)) {
            parameters = model.withSystem(own);
            free--;
        }
        int state = last(Marks::isState);
        mark(state);
        mark(state - 1); // Pinned messages keep their place when the state changes.
        mark(last(UserMessage.class::isInstance));
        mark(last(message ->
                message instanceof ToolExecutionResultMessage && Pruner.isPlaceholder(MessageMapper.content(message))));
        return ChatRequest.builder().messages(messages).parameters(parameters).build();
    }

    private int last(Predicate<ChatMessage> wanted) {
        int at = messages.size() - 1;
        while (at >= 0 && !wanted.test(messages.get(at))) {
            at--;
        }
        return at;
    }

    private void mark(int place) {
        if (free <= 0 || place < 0) {
            return;
        }
        ChatMessage message = messages.get(place);
        if (!isMarked(message) && canBeMarked(message)) {
            messages.set(place, marked(message));
            free--;
        }
    }

    private static boolean isMarked(ChatMessage message) {
        return EPHEMERAL.equals(Marks.attributes(message).get(ATTRIBUTE));
    }

    /** The provider refuses a breakpoint at an empty text. */
    private static boolean canBeMarked(ChatMessage message) {
        if (message instanceof UserMessage user) {
            return says(user.contents());
        } else if (message instanceof AiMessage ai) {
            return ai.hasToolExecutionRequests()
                    || (ai.text() != null && !ai.text().isBlank());
        }
        return message instanceof ToolExecutionResultMessage result && says(result.contents());
    }

    private static boolean says(List<Content> contents) {
        Content end = contents.get(contents.size() - 1);
        return end instanceof TextContent text
                ? !text.text().isBlank()
                : end.type() == ContentType.IMAGE || end.type() == ContentType.PDF;
    }

    private static ChatMessage marked(ChatMessage message) {
        Map<String, Object> attributes = new HashMap<>(Marks.attributes(message));
        attributes.put(ATTRIBUTE, EPHEMERAL);
        if (message instanceof UserMessage user) {
            return user.toBuilder().attributes(attributes).build();
        } else if (message instanceof AiMessage ai) {
            return ai.toBuilder().attributes(attributes).build();
        }
        return Marks.copy((ToolExecutionResultMessage) message)
                .attributes(attributes)
                .build();
    }
}
