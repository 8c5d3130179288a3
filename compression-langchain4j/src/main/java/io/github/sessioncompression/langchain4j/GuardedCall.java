package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.github.sessioncompression.CompressionFailedException;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.ModelCall;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ProviderFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One request of a chat on its way to a guarded model: what is sent, again and shorter where the provider refuses it as too long. */
final class GuardedCall {
    private final Wiring wiring;
    private final ChatRequest asked;
    private final ModelCall call;

    private GuardedCall(Wiring wiring, String chat, ChatRequest request, ChatRequestParameters defaults) {
        this.wiring = wiring;
        this.asked = request;
        Conversation conversation = wiring.conversation(chat);
        ChatRequestParameters own = request.parameters();
        List<Message> messages = new ArrayList<>(request.messages().size());
        request.messages().forEach(message -> messages.add(wiring.mapper().stored(message)));
        boolean tools =
                own.toolSpecifications() != null && !own.toolSpecifications().isEmpty();
        this.call = conversation
                .framework()
                .call(new ModelCall.Request(
                        orElse(own.modelName(), defaults.modelName(), ""),
                        messages,
                        wiring.tools()
                                .of(conversation, tools ? own.toolSpecifications() : defaults.toolSpecifications()),
                        Math.max(0, orElse(own.maxOutputTokens(), defaults.maxOutputTokens(), 0))));
    }

    /**
     * A request; {@code null} for one that is to be sent as it is, because it is of no chat or was seen already.
     *
     * @param defaults what the model adds to it
     */
    static @Nullable GuardedCall of(Wiring wiring, ChatRequest request, @Nullable ChatRequestParameters defaults) {
        if (SeenRequests.has(request)) {
            return null;
        }
        return wiring.handedOut()
                .of(request.messages())
                .map(chat -> new GuardedCall(
                        wiring, chat, request, defaults == null ? DefaultChatRequestParameters.EMPTY : defaults))
                .orElse(null);
    }

    private static <T> T orElse(@Nullable T first, @Nullable T second, T third) {
        return first != null ? first : second != null ? second : third;
    }

    private ChatRequest request() {
        if (call.isAsGiven()) {
            return asked;
        }
        List<ChatMessage> messages = new ArrayList<>();
        call.messages().forEach(message -> messages.add(wiring.mapper().fromCore(message)));
        return ChatRequest.builder()
                .messages(messages)
                .parameters(asked.parameters())
                .build();
    }

    /** True if there is another request to send now, because of what this one failed for. */
    boolean isChangedAfter(Throwable failure) {
        try {
            return call.refused(ProviderFailure.of(failure, Failures.READER));
        } catch (CompressionFailedException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    /** Sends what is to be sent. */
    <T extends @Nullable Object> T send(Function<ChatRequest, T> by) {
        ChatRequest request = request();
        return SeenRequests.send(request, () -> by.apply(request));
    }

    /** The answer is there. */
    void answered(@Nullable ChatResponse response) {
        if (response != null) {
            ReportedUsage.of(response.tokenUsage()).ifPresent(usage -> {
                ToldUsage.add(response.tokenUsage());
                call.answered(usage);
            });
        }
    }
}
