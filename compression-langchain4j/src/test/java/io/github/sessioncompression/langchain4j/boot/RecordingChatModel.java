package io.github.sessioncompression.langchain4j.boot;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers every request alike and remembers it. */
final class RecordingChatModel implements ChatModel {
    private final List<ChatRequest> requests = new CopyOnWriteArrayList<>();
    private final ModelProvider provider;

    RecordingChatModel() {
        this(ModelProvider.OTHER);
    }

    RecordingChatModel(ModelProvider provider) {
        this.provider = provider;
    }

    @Override
    public ModelProvider provider() {
        return provider;
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        requests.add(request);
        return ChatResponse.builder()
                .aiMessage(AiMessage.from("It is on its way. ".repeat(20)))
                .tokenUsage(new TokenUsage(10, 5))
                .build();
    }

    List<ChatRequest> requests() {
        return requests;
    }
}
