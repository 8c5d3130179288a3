package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.command.ChatCommands;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An AI service that answers {@link ChatCommands} itself: the model is not asked, and nothing of them is stored.
 *
 * <pre>{@code
 * Assistant assistant = CommandedService.of(
 *         Assistant.class, service, memories::conversation, ChatCommands.of(Notices.of(Locale.ENGLISH)));
 * }</pre>
 *
 * <p>For methods that return {@code String}, {@link Result} or {@link TokenStream}; calls of all others go through as they are. The user's text is the
 * argument marked {@link UserMessage}, else the only text that is not the {@link MemoryId}. A {@link TokenStream} gives the reply as one piece.
 */
public final class CommandedService {
    private final Object service;
    private final Function<Object, Conversation> conversations;
    private final ChatCommands commands;

    private CommandedService(Object service, Function<Object, Conversation> conversations, ChatCommands commands) {
        this.service = service;
        this.conversations = conversations;
        this.commands = commands;
    }

    /**
     * The service with commands in front.
     *
     * @param type the service's interface
     * @param service the service that LangChain4j has made
     * @param conversations the conversation of a memory id, as {@link CompressingChatMemoryProvider#conversation} gives it; asked with
     *     {@value CompressingChatMemory#DEFAULT_ID} by methods without a {@link MemoryId}
     */
    public static <T> T of(
            Class<T> type, T service, Function<Object, Conversation> conversations, ChatCommands commands) {
        CommandedService commanded = new CommandedService(
                Objects.requireNonNull(service, "service"),
                Objects.requireNonNull(conversations, "conversations"),
                Objects.requireNonNull(commands, "commands"));
        Object proxy = Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> commanded.call(method, args));
        return type.cast(proxy);
    }

    private @Nullable Object call(Method method, Object @Nullable [] args) throws Throwable {
        Optional<Object> reply = args == null ? Optional.empty() : reply(method, args);
        if (reply.isPresent()) {
            return reply.get();
        }
        try {
            return method.invoke(service, args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private Optional<Object> reply(Method method, Object[] args) {
        Class<?> returned = method.getReturnType();
        boolean canReply = returned == String.class || returned == Result.class || returned == TokenStream.class;
        if (!canReply) {
            return Optional.empty();
        }
        return text(method, args)
                .filter(ChatCommands::isCommand)
                .flatMap(text -> commands.reply(conversations.apply(memoryId(method, args)), text))
                .map(reply ->
                        returned == String.class ? reply : returned == Result.class ? result(reply) : stream(reply));
    }

    private static Optional<String> text(Method method, Object[] args) {
        String only = null;
        int texts = 0;
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < args.length; i++) {
            if (args[i] instanceof String text) {
                if (parameters[i].isAnnotationPresent(UserMessage.class)) {
                    return Optional.of(text);
                }
                if (parameters[i].getAnnotations().length == 0) {
                    only = text;
                    texts++;
                }
            }
        }
        return texts == 1 ? Optional.ofNullable(only) : Optional.empty();
    }

    private static Object memoryId(Method method, Object[] args) {
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < args.length; i++) {
            if (parameters[i].isAnnotationPresent(MemoryId.class)) {
                return args[i];
            }
        }
        return CompressingChatMemory.DEFAULT_ID;
    }

    private static Object result(String reply) {
        return Result.builder().content(reply).build();
    }

    /** A stream that gives the reply to whoever listens once it is started, and nothing else. */
    private static Object stream(String reply) {
        Map<String, Object> listeners = new HashMap<>();
        return Proxy.newProxyInstance(
                TokenStream.class.getClassLoader(), new Class<?>[] {TokenStream.class}, (self, method, args) -> {
                    if (method.getName().equals("start")) {
                        tell(listeners.get("onPartialResponse"), reply);
                        tell(
                                listeners.get("onCompleteResponse"),
                                ChatResponse.builder()
                                        .aiMessage(AiMessage.from(reply))
                                        .build());
                        return null;
                    }
                    if (args != null && args.length == 1) {
                        listeners.put(method.getName(), args[0]);
                    }
                    return method.getReturnType() == TokenStream.class ? self : null;
                });
    }

    @SuppressWarnings("unchecked") // the type that the method of that name takes
    private static <T> void tell(@Nullable Object listener, T value) {
        if (listener != null) {
            ((Consumer<T>) listener).accept(value);
        }
    }
}
