package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A chat model whose requests are made valid and kept below its limit before they are sent. As safe for many threads as the model is. */
final class GuardedChatModel implements ChatModel {
    private final ChatModel model;
    private final Wiring wiring;

    GuardedChatModel(ChatModel model, Wiring wiring) {
        this.model = model;
        this.wiring = wiring;
    }

    /** The model itself. */
    ChatModel unguarded() {
        return model;
    }

    @Override
    public ChatResponse chat(ChatRequest request) {
        return guarded(request, model::chat);
    }

    @Override
    public ChatResponse chat(ChatRequest request, ChatRequestOptions options) {
        return guarded(request, fitting -> model.chat(fitting, options));
    }

    private ChatResponse guarded(ChatRequest request, Function<ChatRequest, ChatResponse> send) {
        GuardedCall call = new GuardedCall(wiring, request, model.defaultRequestParameters());
        while (true) {
            try {
                ChatResponse response = send.apply(call.request());
                call.answered(response);
                return response;
            } catch (RuntimeException e) {
                if (!call.isShorterAfter(e)) {
                    throw e;
                }
            }
        }
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
