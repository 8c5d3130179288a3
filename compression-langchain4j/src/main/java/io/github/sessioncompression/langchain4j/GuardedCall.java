package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.github.sessioncompression.CompressionFailedException;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.ModelCall;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ContextLengthExceeded;
import io.github.sessioncompression.model.ProviderFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One request on its way to a guarded model: what is sent, again and shorter where the provider refuses it as too long. */
final class GuardedCall {
    /** Requests that are of no chat are measured and cut all the same; nothing is stored under this name. */
    private static final String NO_CHAT = "requests of no chat";

    private final Wiring wiring;
    private final ChatRequest asked;
    private final ModelCall call;

    /**
     * A request.
     *
     * @param defaults what the model adds to it
     */
    GuardedCall(Wiring wiring, ChatRequest request, ChatRequestParameters defaults) {
        this.wiring = wiring;
        this.asked = request;
        Conversation conversation = wiring.handedOut()
                .of(request.messages())
                .map(wiring::conversation)
                .orElseGet(() -> wiring.compressor().conversation(NO_CHAT));
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
                        wiring.toolTokens()
                                .of(conversation, tools ? own.toolSpecifications() : defaults.toolSpecifications()),
                        Math.max(0, orElse(own.maxOutputTokens(), defaults.maxOutputTokens(), 0))));
    }

    private static <T> T orElse(@Nullable T first, @Nullable T second, T third) {
        return first != null ? first : second != null ? second : third;
    }

    /** What to send. */
    ChatRequest request() {
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

    /** Whether there is less to send now, because that is what the request failed for. */
    boolean isShorterAfter(Throwable failure) {
        Optional<ContextLengthExceeded> tooLong =
                ProviderFailure.of(failure, Failures.READER).contextLengthExceeded();
        try {
            return tooLong.isPresent() && call.refused(tooLong.get());
        } catch (CompressionFailedException e) {
            failure.addSuppressed(e);
            return false;
        }
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
