package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.github.sessioncompression.CompressionFailedException;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.ModelCall;
import io.github.sessioncompression.View;
import io.github.sessioncompression.langchain4j.HandedOut.Owner;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.model.ProviderFailure;
import io.github.sessioncompression.state.StateOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One request of a chat on its way to a guarded model: what is sent, again and shorter if the provider refuses it as too long. */
final class GuardedCall {
    private final Wiring wiring;
    private final StateOptions state;
    private final ChatRequest asked;
    private final ChatRequestParameters defaults;
    private final boolean marksCache;
    private final boolean isRouted;
    private final boolean isAnthropic;
    private final ModelCall call;
    private final Conversation conversation;
    private final @Nullable MemoryTurn turn;
    private final AtomicBoolean over = new AtomicBoolean();

    private GuardedCall(
            Wiring wiring,
            Owner owner,
            ChatRequest given,
            Object model,
            ModelProvider provider,
            ChatRequestParameters defaults) {
        this.wiring = wiring;
        this.defaults = defaults;
        this.conversation = wiring.conversation(owner.id());
        this.state = conversation.policy().state();
        ChatRequest request = owner.first() ? withAwareness(given) : given;
        this.asked = request;
        this.marksCache = wiring.cacheBreakpoints() && conversation.enabled();
        this.isRouted = CacheBreakpoints.isRouter(model);
        this.isAnthropic = CacheBreakpoints.isUsedBy(provider);
        ChatRequestParameters own = request.parameters();
        List<Message> messages = new ArrayList<>(request.messages().size());
        request.messages().forEach(message -> messages.add(wiring.mapper().stored(message)));
        boolean tools =
                own.toolSpecifications() != null && !own.toolSpecifications().isEmpty();
        ModelCall.Request core = new ModelCall.Request(
                orElse(own.modelName(), defaults.modelName(), ""),
                messages,
                wiring.tools().of(conversation, tools ? own.toolSpecifications() : defaults.toolSpecifications()),
                Math.max(0, orElse(own.maxOutputTokens(), defaults.maxOutputTokens(), 0)));
        this.turn = wiring.turns().of(conversation, given.messages());
        this.call = turn == null ? conversation.framework().call(core) : turn.call(conversation, core);
    }

    /**
     * The first request of a chat as the next ones begin, because the memory's list was empty when the request was made of it. What is known of
     * the user comes with the call.
     */
    private ChatRequest withAwareness(ChatRequest request) {
        if (!conversation.enabled()) {
            return request;
        }
        View view = conversation.framework().steadyView();
        if (view.parts().isEmpty() || !view.parts().get(0).equals(new ViewPart(ViewPart.Kind.SYSTEM, 0))) {
            return request;
        }
        List<ChatMessage> messages = new ArrayList<>(request.messages());
        int place = 0;
        while (place < messages.size() && messages.get(place) instanceof SystemMessage) {
            place++;
        }
        messages.add(place, wiring.mapper().fromCore(view.messages().get(0)));
        return request.toBuilder().messages(messages).build();
    }

    /** A request; {@code null} for one that must be sent unchanged, because it is of no chat or was seen already. */
    static @Nullable GuardedCall of(
            Wiring wiring,
            ChatRequest request,
            Object model,
            ModelProvider provider,
            @Nullable ChatRequestParameters defaults) {
        if (SeenRequests.has(request)) {
            return null;
        }
        return wiring.handedOut()
                .of(request.messages())
                .map(owner -> new GuardedCall(
                        wiring,
                        owner,
                        request,
                        model,
                        provider,
                        orElse(defaults, null, DefaultChatRequestParameters.EMPTY)))
                .orElse(null);
    }

    /**
     * A request without a call, as it is sent: with breakpoints for this route if another guard, of a routing model, has sent it here.
     */
    static ChatRequest passed(ChatRequest request, ModelProvider provider, @Nullable ChatRequestParameters defaults) {
        return SeenRequests.marksCache(request) && CacheBreakpoints.isUsedBy(provider)
                ? CacheBreakpoints.in(request, orElse(defaults, null, DefaultChatRequestParameters.EMPTY))
                : request;
    }

    private static <T> T orElse(@Nullable T first, @Nullable T second, T third) {
        return first != null ? first : second != null ? second : third;
    }

    private ChatRequest request() {
        // An instance that the application does not have: it may send its own more than once.
        ChatRequest fitting = call.isAsGiven() ? asked.toBuilder().build() : changed();
        if (!marksCache || !(isRouted || isAnthropic)) {
            return fitting;
        }
        return isRouted ? CacheBreakpoints.forRoutes(fitting) : CacheBreakpoints.in(fitting, defaults);
    }

    private ChatRequest changed() {
        List<ChatMessage> messages = new ArrayList<>();
        call.messages().forEach(message -> messages.add(wiring.mapper().fromCore(message)));
        if (messages.stream().anyMatch(Marks::isState)) {
            explain(messages);
        }
        return ChatRequest.builder()
                .messages(messages)
                .parameters(asked.parameters())
                .build();
    }

    /** A state that got into a request which was made while the chat was off comes with the awareness block. */
    private void explain(List<ChatMessage> messages) {
        if (messages.get(0) instanceof SystemMessage own) {
            String explaining = state.appendAwareness(state.removeAwareness(own.text()));
            messages.set(0, explaining.equals(own.text()) ? own : SystemAttributes.withText(own, explaining));
        } else if (state.awareness()) {
            messages.add(0, SystemMessage.from(state.appendAwareness("")));
        }
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

    /** The request has failed for good, or its answer was cancelled: the turn is interrupted, unless it has its answer. */
    void interrupted() {
        if (!over.getAndSet(true)) {
            if (turn != null) {
                turn.fail();
            }
            InterruptionListener.report(conversation);
        }
    }

    /** Sends the request, and again if it was refused as too long. */
    <T extends @Nullable Object> T send(Function<ChatRequest, T> by) {
        ChatRequest request = request();
        return SeenRequests.send(request, marksCache && !isAnthropic, () -> by.apply(request));
    }

    /** The answer is there. */
    void answered(@Nullable ChatResponse response) {
        over.set(true);
        if (response != null) {
            if (response.aiMessage() != null) {
                call.answered(wiring.mapper().stored(response.aiMessage()));
                if (turn != null) {
                    conversation.framework().carry(response.aiMessage(), turn);
                }
            }
            ReportedUsage.told(response.tokenUsage()).ifPresent(call::answered);
        }
    }
}
