package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The same as {@link GuardedChatModel} for a model that streams. */
record GuardedStreamingChatModel(StreamingChatModel model, Wiring wiring) implements StreamingChatModel {
    private static final @Nullable Method PUBLISHER = ByName.find(StreamingChatModel.class, "chat", ChatRequest.class);

    @Override
    public void chat(ChatRequest request, StreamingChatResponseHandler handler) {
        send(request, handler, model::chat);
    }

    @Override
    public void chat(ChatRequest request, ChatRequestOptions options, StreamingChatResponseHandler handler) {
        send(request, handler, (fitting, watched) -> model.chat(fitting, options, watched));
    }

    private @Nullable GuardedCall call(ChatRequest request) {
        return GuardedCall.of(wiring, request, model, model.provider(), model.defaultRequestParameters());
    }

    private ChatRequest passed(ChatRequest request) {
        return GuardedCall.passed(request, model.provider(), model.defaultRequestParameters());
    }

    private void send(
            ChatRequest request,
            StreamingChatResponseHandler handler,
            BiConsumer<ChatRequest, StreamingChatResponseHandler> send) {
        GuardedCall call = call(request);
        if (call == null) {
            send.accept(passed(request), handler);
        } else {
            new Watched(call, handler, send).begin();
        }
    }

    /** The events of a request, as of LangChain4j since 1.20; older versions do not declare it. */
    @SuppressWarnings("unchecked") // by the method's declaration
    public Flow.Publisher<Object> chat(ChatRequest request) {
        return new GuardedPublisher(() -> call(request), () -> passed(request), fitting ->
                (Flow.Publisher<Object>) ByName.call(PUBLISHER, model, fitting));
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

    /**
     * Passes every call of a handler's method on: newer versions of LangChain4j have more methods than the one that this
     * is compiled with. Only a refusal before anything else is kept, if the request can be sent again shorter.
     */
    private static final class Watched implements InvocationHandler {
        private final GuardedCall call;
        private final StreamingChatResponseHandler handler;
        private final BiConsumer<ChatRequest, StreamingChatResponseHandler> send;
        private final StreamingChatResponseHandler proxy;
        private volatile boolean started;

        Watched(
                GuardedCall call,
                StreamingChatResponseHandler handler,
                BiConsumer<ChatRequest, StreamingChatResponseHandler> send) {
            this.call = call;
            this.handler = handler;
            this.send = send;
            this.proxy = (StreamingChatResponseHandler) Proxy.newProxyInstance(
                    StreamingChatResponseHandler.class.getClassLoader(),
                    new Class<?>[] {StreamingChatResponseHandler.class},
                    this);
        }

        /** Sends; an exception that the model throws goes to the handler as its error. */
        void begin() {
            while (true) {
                try {
                    call.send(fitting -> {
                        send.accept(fitting, proxy);
                        return null;
                    });
                    return;
                } catch (RuntimeException e) {
                    if (started || !call.isChangedAfter(e)) {
                        call.interrupted();
                        throw e;
                    }
                }
            }
        }

        @Override
        public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) throws Throwable {
            if (arguments != null && arguments.length == 1) {
                if (arguments[0] instanceof Throwable failure
                        && method.getName().equals("onError")) {
                    if (!started && call.isChangedAfter(failure)) {
                        begin();
                        return null;
                    }
                    call.interrupted();
                } else if (arguments[0] instanceof ChatResponse response) {
                    call.answered(response);
                }
            }
            watchCancelling(arguments);
            started |= method.getDeclaringClass() != Object.class;
            try {
                return method.invoke(handler, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }

        /** Replaces the handles by which a handler can cancel the stream with ones that report their use. */
        private void watchCancelling(Object @Nullable [] arguments) {
            for (int i = 0; arguments != null && i < arguments.length; i++) {
                if (arguments[i] instanceof PartialResponseContext context) {
                    arguments[i] = new PartialResponseContext(new Handle(call, context.streamingHandle()));
                } else if (arguments[i] instanceof PartialThinkingContext context) {
                    arguments[i] = new PartialThinkingContext(new Handle(call, context.streamingHandle()));
                } else if (arguments[i] instanceof PartialToolCallContext context) {
                    arguments[i] = new PartialToolCallContext(new Handle(call, context.streamingHandle()));
                }
            }
        }
    }

    private record Handle(GuardedCall call, StreamingHandle handle) implements StreamingHandle {
        @Override
        public void cancel() {
            handle.cancel();
            call.interrupted();
        }

        @Override
        public boolean isCancelled() {
            return handle.isCancelled();
        }
    }
}
