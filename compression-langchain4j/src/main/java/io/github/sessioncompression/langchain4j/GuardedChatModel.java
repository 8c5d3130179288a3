package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A chat model whose requests are made valid and kept below its limit before they are sent. As safe for many threads as the model is. */
record GuardedChatModel(ChatModel model, Wiring wiring) implements ChatModel {
    private static final @Nullable Method ASYNC = ByName.find(ChatModel.class, "chatAsync", ChatRequest.class);
    private static final @Nullable Method ASYNC_WITH_OPTIONS =
            ByName.find(ChatModel.class, "chatAsync", ChatRequest.class, ChatRequestOptions.class);

    @Override
    public ChatResponse chat(ChatRequest request) {
        return guarded(request, model::chat);
    }

    @Override
    public ChatResponse chat(ChatRequest request, ChatRequestOptions options) {
        return guarded(request, fitting -> model.chat(fitting, options));
    }

    private @Nullable GuardedCall call(ChatRequest request) {
        return GuardedCall.of(wiring, request, model, model.provider(), model.defaultRequestParameters());
    }

    private ChatRequest passed(ChatRequest request) {
        return GuardedCall.passed(request, model.provider(), model.defaultRequestParameters());
    }

    private ChatResponse guarded(ChatRequest request, Function<ChatRequest, ChatResponse> send) {
        GuardedCall call = call(request);
        if (call == null) {
            return send.apply(passed(request));
        }
        while (true) {
            ChatResponse response;
            try {
                response = call.send(send);
            } catch (RuntimeException e) {
                if (!call.isChangedAfter(e)) {
                    call.interrupted();
                    throw Failures.told(e);
                }
                continue;
            }
            call.answered(response);
            return response;
        }
    }

    /** {@link #chat(ChatRequest)} of LangChain4j since 1.20, without a thread that waits; older versions do not declare it. */
    public CompletableFuture<ChatResponse> chatAsync(ChatRequest request) {
        return asynchronously(request, fitting -> ByName.call(ASYNC, model, fitting));
    }

    /** The same with options. */
    public CompletableFuture<ChatResponse> chatAsync(ChatRequest request, ChatRequestOptions options) {
        return asynchronously(request, fitting -> ByName.call(ASYNC_WITH_OPTIONS, model, fitting, options));
    }

    @SuppressWarnings("unchecked") // by the methods' declarations
    private CompletableFuture<ChatResponse> asynchronously(ChatRequest request, Function<ChatRequest, Object> send) {
        CompletableFuture<ChatResponse> result = new CompletableFuture<>();
        try {
            GuardedCall call = call(request);
            if (call == null) {
                return (CompletableFuture<ChatResponse>) send.apply(passed(request));
            }
            attempt(call, send, result);
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
        return result;
    }

    @SuppressWarnings({"unchecked", "FutureReturnValueIgnored"}) // Its outcome goes into the result.
    private static void attempt(
            GuardedCall call, Function<ChatRequest, Object> send, CompletableFuture<ChatResponse> result) {
        CompletableFuture<ChatResponse> sent = (CompletableFuture<ChatResponse>) call.send(send);
        result.whenComplete((response, failure) -> {
            if (result.isCancelled()) {
                call.interrupted();
                sent.cancel(true);
            }
        });
        sent.whenComplete((response, failure) -> {
            try {
                if (failure == null) {
                    call.answered(response);
                    result.complete(response);
                    return;
                }
                Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
                if (!result.isDone() && call.isChangedAfter(cause)) {
                    attempt(call, send, result);
                } else {
                    call.interrupted();
                    result.completeExceptionally(cause);
                }
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters();
    }

    @Override
    public List<ChatModelListener> listeners() {
        return model.listeners();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    @Override
    public Set<Capability> supportedCapabilities() {
        return model.supportedCapabilities();
    }

    @Override
    public String toString() {
        return "Guarded[" + model + ']';
    }
}
