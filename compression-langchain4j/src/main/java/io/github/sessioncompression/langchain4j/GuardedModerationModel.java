package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.input.Prompt;
import dev.langchain4j.model.moderation.Moderation;
import dev.langchain4j.model.moderation.ModerationModel;
import dev.langchain4j.model.moderation.ModerationRequest;
import dev.langchain4j.model.moderation.ModerationResponse;
import dev.langchain4j.model.moderation.listener.ModerationModelListener;
import dev.langchain4j.model.output.Response;
import java.util.List;

/**
 * A moderation model that is asked about the messages of a request that come after the chat's view: AI services ask about the whole list, and a message
 * that was flagged once, or a state that quotes it, would block the chat for good.
 */
record GuardedModerationModel(ModerationModel model, HandedOut handedOut) implements ModerationModel {
    @Override
    public Response<Moderation> moderate(List<ChatMessage> messages) {
        int from = handedOut.newFrom(messages);
        return model.moderate(from < messages.size() ? messages.subList(from, messages.size()) : messages);
    }

    @Override
    public Response<Moderation> moderate(ChatMessage message) {
        return model.moderate(message);
    }

    @Override
    public Response<Moderation> moderate(String text) {
        return model.moderate(text);
    }

    @Override
    public Response<Moderation> moderate(Prompt prompt) {
        return model.moderate(prompt);
    }

    @Override
    public Response<Moderation> moderate(TextSegment segment) {
        return model.moderate(segment);
    }

    @Override
    public ModerationResponse moderate(ModerationRequest request) {
        return model.moderate(request);
    }

    @Override
    public List<ModerationModelListener> listeners() {
        return model.listeners();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    @Override
    public String modelName() {
        return model.modelName();
    }
}
