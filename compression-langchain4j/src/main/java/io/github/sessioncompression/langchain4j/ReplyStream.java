package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.TokenStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Handler of a {@link TokenStream} that gives a finished text to its callbacks when it is started, as one piece. A callback's exception goes to the
 * error callback, as in a model's stream. A proxy, because newer versions of LangChain4j have more callbacks than the one compiled against.
 */
final class ReplyStream implements InvocationHandler {
    private final ChatResponse response;
    private final String text;
    private final Map<String, Object> callbacks = new ConcurrentHashMap<>();

    private ReplyStream(String text) {
        this.text = text;
        this.response = ChatResponse.builder()
                .aiMessage(AiMessage.from(text))
                .finishReason(FinishReason.STOP)
                .tokenUsage(new TokenUsage(0, 0))
                .build();
    }

    static TokenStream of(String text) {
        return (TokenStream) Proxy.newProxyInstance(
                TokenStream.class.getClassLoader(), new Class<?>[] {TokenStream.class}, new ReplyStream(text));
    }

    @Override
    public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) {
        switch (method.getName()) {
            case "start" -> start();
            case "equals" -> {
                return arguments != null && self == arguments[0];
            }
            case "hashCode" -> {
                return System.identityHashCode(self);
            }
            case "toString" -> {
                return "ReplyStream[" + text.length() + " characters]";
            }
            default -> {
                if (arguments != null && arguments.length == 1) {
                    callbacks.put(method.getName(), arguments[0]);
                }
            }
        }
        return method.getReturnType() == TokenStream.class ? self : null;
    }

    private void start() {
        try {
            call("onPartialResponse", text);
            if (callbacks.get("onPartialResponseWithContext") instanceof BiConsumer<?, ?> callback) {
                callWithContext(callback);
            }
            call("onCompleteResponse", response);
        } catch (RuntimeException thrown) {
            call("onError", thrown);
        }
    }

    @SuppressWarnings("unchecked") // the type that the method of that name takes
    private <T> void call(String name, T value) {
        Object callback = callbacks.get(name);
        if (callback != null) {
            ((Consumer<T>) callback).accept(value);
        }
    }

    @SuppressWarnings("unchecked") // the types that the method takes
    private void callWithContext(BiConsumer<?, ?> callback) {
        AtomicBoolean cancelled = new AtomicBoolean();
        ((BiConsumer<PartialResponse, PartialResponseContext>) callback)
                .accept(new PartialResponse(text), new PartialResponseContext(new StreamingHandle() {
                    @Override
                    public void cancel() {
                        cancelled.set(true);
                    }

                    @Override
                    public boolean isCancelled() {
                        return cancelled.get();
                    }
                }));
    }
}
