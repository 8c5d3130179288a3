package io.github.sessioncompression.spring.ai;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

/** A provider's real client in whose next call something goes wrong that no server can do. */
final class FaultyChatModel {
    private final ChatModel client;
    private final AtomicReference<@Nullable ChatFault> next = new AtomicReference<>();
    private final CountDownLatch hanging = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    FaultyChatModel(ChatModel client) {
        this.client = client;
    }

    /** Sets the failure of the next call. */
    void next(ChatFault fault) {
        next.set(fault);
    }

    /** Waits until a call hangs. */
    void awaitHanging() throws InterruptedException {
        hanging.await();
    }

    /** Lets the call that hangs fail. */
    void release() {
        released.countDown();
    }

    /** As a model: of this version of Spring AI, whatever else it asks of one. */
    ChatModel asModel() {
        return (ChatModel) Proxy.newProxyInstance(
                ChatModel.class.getClassLoader(), new Class<?>[] {ChatModel.class}, (proxy, method, arguments) -> {
                    boolean one = arguments != null && arguments.length == 1 && arguments[0] instanceof Prompt;
                    ChatFault fault = one ? next.getAndSet(null) : null;
                    if (fault != null && method.getName().equals("call")) {
                        return call(fault, (Prompt) arguments[0]);
                    }
                    if (fault != null && method.getName().equals("stream")) {
                        return stream(fault, (Prompt) arguments[0]);
                    }
                    try {
                        return method.invoke(client, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private ChatResponse call(ChatFault fault, Prompt prompt) throws InterruptedException {
        return switch (fault) {
            case CANCELLED -> throw new CancellationException("the user has gone");
            case HANG -> {
                hanging.countDown();
                released.await();
                throw new IllegalStateException("no answer");
            }
            case MALFORMED -> malformed(client.call(prompt));
            default -> client.call(prompt);
        };
    }

    private Flux<ChatResponse> stream(ChatFault fault, Prompt prompt) {
        return switch (fault) {
            case HANG -> Flux.<ChatResponse>never().doOnSubscribe(subscribed -> hanging.countDown());
            case MALFORMED -> client.stream(prompt).map(FaultyChatModel::malformed);
            default -> client.stream(prompt);
        };
    }

    private static ChatResponse malformed(ChatResponse response) {
        List<Generation> results = response.getResults().stream()
                .map(result -> new Generation(malformed(result.getOutput()), result.getMetadata()))
                .toList();
        return new ChatResponse(results, response.getMetadata());
    }

    private static AssistantMessage malformed(AssistantMessage message) {
        return AssistantMessage.builder()
                .content(message.getText())
                .properties(message.getMetadata())
                .toolCalls(message.getToolCalls().stream()
                        .map(call ->
                                new AssistantMessage.ToolCall(call.id(), call.type(), call.name(), "{\"topic\": \"ros"))
                        .toList())
                .build();
    }
}
