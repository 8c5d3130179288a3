package io.github.sessioncompression.langchain4j;

import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a {@link ChatMemoryStore} that can only be asked asynchronously, as it may be since LangChain4j 1.20, and waits for it.
 *
 * <p>The methods are found by their names, for the oldest version this works with has none of them. Asynchronous calls of a
 * memory come here on a thread of this library's own.
 */
final class AsyncStoreCalls {
    /** Thrown by methods that a store does not override. */
    private static final String NOT_SUPPORTED = "dev.langchain4j.exception.AsyncNotSupportedException";

    private AsyncStoreCalls() {}

    /**
     * Answer of the store, at once or else by the asynchronous method of that name.
     *
     * @throws UnsupportedOperationException if the store can be asked neither way
     */
    @SuppressWarnings("unchecked") // both methods have the same type of result by their contract
    static <T> @Nullable T ask(Supplier<@Nullable T> atOnce, ChatMemoryStore store, String name, Object... arguments) {
        try {
            return atOnce.get();
        } catch (UnsupportedOperationException refused) {
            Method method = find(name, arguments.length);
            if (method == null) {
                throw refused;
            }
            return (@Nullable T) await(method, store, arguments, refused);
        }
    }

    private static @Nullable Method find(String name, int parameters) {
        return Arrays.stream(ChatMemoryStore.class.getMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterCount() == parameters)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Object await(
            Method method, ChatMemoryStore store, Object[] arguments, UnsupportedOperationException refused) {
        try {
            CompletionStage<?> stage = (CompletionStage<?>) method.invoke(store, arguments);
            return stage == null ? null : stage.toCompletableFuture().join();
        } catch (CompletionException | InvocationTargetException failed) {
            throw unchecked(Objects.requireNonNullElse(failed.getCause(), failed), refused);
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException("ChatMemoryStore." + method.getName() + " is not accessible", hidden);
        }
    }

    /** The first refusal tells more where the store has no asynchronous method either. */
    private static RuntimeException unchecked(Throwable cause, UnsupportedOperationException refused) {
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause.getClass().getName().equals(NOT_SUPPORTED)) {
            return refused;
        }
        return cause instanceof RuntimeException exception ? exception : new IllegalStateException(cause);
    }
}
