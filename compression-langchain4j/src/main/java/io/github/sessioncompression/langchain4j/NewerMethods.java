package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Methods of models that LangChain4j has since 1.20, called by their names: the oldest version that this works with, and is compiled
 * with, has none of them.
 */
final class NewerMethods {
    private static final @Nullable MethodHandle ASYNC =
            find(ChatModel.class, "chatAsync", CompletableFuture.class, ChatRequest.class);
    private static final @Nullable MethodHandle ASYNC_WITH_OPTIONS =
            find(ChatModel.class, "chatAsync", CompletableFuture.class, ChatRequest.class, ChatRequestOptions.class);
    private static final @Nullable MethodHandle PUBLISHER =
            find(StreamingChatModel.class, "chat", Flow.Publisher.class, ChatRequest.class);

    private NewerMethods() {}

    private static @Nullable MethodHandle find(Class<?> in, String name, Class<?> result, Class<?>... parameters) {
        try {
            return MethodHandles.publicLookup().findVirtual(in, name, MethodType.methodType(result, parameters));
        } catch (NoSuchMethodException | IllegalAccessException older) {
            return null;
        }
    }

    @SuppressWarnings("unchecked") // by the method's declaration
    static CompletableFuture<ChatResponse> chatAsync(ChatModel model, ChatRequest request) {
        return (CompletableFuture<ChatResponse>) call(ASYNC, "ChatModel.chatAsync", model, request);
    }

    @SuppressWarnings("unchecked") // by the method's declaration
    static CompletableFuture<ChatResponse> chatAsync(ChatModel model, ChatRequest request, ChatRequestOptions options) {
        return (CompletableFuture<ChatResponse>)
                call(ASYNC_WITH_OPTIONS, "ChatModel.chatAsync", model, request, options);
    }

    @SuppressWarnings("unchecked") // by the method's declaration
    static Flow.Publisher<Object> publisher(StreamingChatModel model, ChatRequest request) {
        return (Flow.Publisher<Object>) call(PUBLISHER, "StreamingChatModel.chat(ChatRequest)", model, request);
    }

    private static Object call(@Nullable MethodHandle method, String name, Object... arguments) {
        if (method == null) {
            throw new UnsupportedOperationException(name + " needs LangChain4j 1.20 or newer");
        }
        try {
            return method.invokeWithArguments(arguments);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable checked) {
            throw new IllegalStateException(name + " threw what it does not declare", checked);
        }
    }
}
