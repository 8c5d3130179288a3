package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.command.ChatCommands;
import java.lang.annotation.Annotation;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
 * <p>The user's text is the argument marked {@link UserMessage}, else the only text that has no annotation, else the only one marked {@link V}.
 * Commands are answered by methods that return a text: {@code String}, {@code Result<String>}, {@code List<String>} (the reply's lines),
 * {@code CompletableFuture<String>} or {@link TokenStream}, which gives the reply as one piece. Calls of all other methods go through as they
 * are.
 *
 * <p>The interface need not be public. A commanded service is equal to itself only. Safe for use by many threads if the service is.
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
        Object proxy = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, commanded::call);
        return type.cast(proxy);
    }

    private @Nullable Object call(Object self, Method method, Object @Nullable [] args) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> args != null && self == args[0];
                case "hashCode" -> System.identityHashCode(self);
                default -> "Commanded[" + service + ']';
            };
        }
        if (method.isDefault() && Modifier.isPublic(method.getDeclaringClass().getModifiers())) {
            return InvocationHandler.invokeDefault(self, method, args);
        }
        Optional<Object> reply = args == null ? Optional.empty() : reply(method, args);
        return reply.isPresent() ? reply.get() : passed(method, args);
    }

    /** Calls the service: a proxy's handler, because the method of an interface that is not public can't be called from here. */
    private @Nullable Object passed(Method method, Object @Nullable [] args) throws Throwable {
        if (Proxy.isProxyClass(service.getClass())) {
            return Proxy.getInvocationHandler(service).invoke(service, method, args);
        }
        try {
            method.setAccessible(true);
        } catch (InaccessibleObjectException ofAModule) {
            // A public method of a public interface needs no access.
        }
        try {
            return method.invoke(service, args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private Optional<Object> reply(Method method, Object[] args) {
        Optional<Function<String, Object>> form = form(method.getGenericReturnType());
        return form.isEmpty()
                ? Optional.empty()
                : text(method, args)
                        .filter(ChatCommands::isCommand)
                        .flatMap(text -> commands.reply(conversations.apply(memoryId(method, args)), text))
                        .map(form.get());
    }

    /** The form of a reply as a value of the type; empty if the type can't be a text. */
    @SuppressWarnings("FutureReturnValueIgnored") // It is the value.
    private static Optional<Function<String, Object>> form(Type returned) {
        if (returned == String.class) {
            return Optional.of(reply -> reply);
        } else if (returned == TokenStream.class) {
            return Optional.of(ReplyStream::of);
        }
        boolean isOfTexts =
                returned instanceof ParameterizedType type && type.getActualTypeArguments()[0] == String.class;
        Object raw = returned instanceof ParameterizedType type ? type.getRawType() : returned;
        if (raw == Result.class && (isOfTexts || raw == returned)) {
            return Optional.of(CommandedService::result);
        } else if (raw == List.class && isOfTexts) {
            return Optional.of(reply -> new ArrayList<>(reply.lines().toList()));
        }
        return raw == CompletableFuture.class && isOfTexts
                ? Optional.of(CompletableFuture::completedFuture)
                : Optional.empty();
    }

    private static Optional<String> text(Method method, Object[] args) {
        List<String> plain = new ArrayList<>();
        List<String> variables = new ArrayList<>();
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < args.length; i++) {
            if (args[i] instanceof String text) {
                if (parameters[i].isAnnotationPresent(UserMessage.class)) {
                    return Optional.of(text);
                }
                Annotation[] marks = parameters[i].getAnnotations();
                if (Arrays.stream(marks).allMatch(V.class::isInstance)) {
                    (marks.length == 0 ? plain : variables).add(text);
                }
            }
        }
        List<String> candidates = plain.isEmpty() ? variables : plain;
        return candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
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
        return Result.builder()
                .content(reply)
                .finishReason(FinishReason.STOP)
                .tokenUsage(new TokenUsage(0, 0))
                .build();
    }
}
