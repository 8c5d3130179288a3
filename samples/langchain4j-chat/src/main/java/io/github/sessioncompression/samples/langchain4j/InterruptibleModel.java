package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.Set;

/**
 * A chat model whose turns can be broken off between any two pieces, tool rounds included.
 *
 * <p>LangChain4j lets go of a stream only while a piece arrives; until then a late answer would still be written into the
 * memory of a chat that has gone on. One turn at a time.
 */
final class InterruptibleModel implements StreamingChatModel {
    private final StreamingChatModel model;
    private volatile Gate gate = new Gate();

    InterruptibleModel(StreamingChatModel model) {
        this.model = model;
    }

    /** Begins a turn: its answers go through this gate. */
    Gate nextTurn() {
        Gate next = new Gate();
        gate = next;
        return next;
    }

    @Override
    public void chat(ChatRequest request, ChatRequestOptions options, StreamingChatResponseHandler handler) {
        model.chat(request, options, new Gated(gate, handler));
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters();
    }

    @Override
    public Set<Capability> supportedCapabilities() {
        return model.supportedCapabilities();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    /** Texts, the end and errors; nothing else is shown or remembered. */
    private record Gated(Gate gate, StreamingChatResponseHandler handler) implements StreamingChatResponseHandler {
        @Override
        public void onPartialResponse(String text) {
            gate.pass(() -> handler.onPartialResponse(text));
        }

        @Override
        public void onPartialResponse(PartialResponse text, PartialResponseContext context) {
            gate.pass(context.streamingHandle(), () -> handler.onPartialResponse(text, context));
        }

        @Override
        public void onCompleteResponse(ChatResponse response) {
            gate.pass(() -> {
                try {
                    handler.onCompleteResponse(response);
                } catch (RuntimeException e) {
                    // Some clients drop what their handler throws, and the turn would never end.
                    handler.onError(e);
                }
            });
        }

        @Override
        public void onError(Throwable error) {
            gate.pass(() -> handler.onError(error));
        }
    }
}
