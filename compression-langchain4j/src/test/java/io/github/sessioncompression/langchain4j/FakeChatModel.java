package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A chat model of somebody else's, as small as it can be. */
record FakeChatModel(Function<ChatRequest, ChatResponse> answers, ChatRequestParameters defaults) implements ChatModel {
    /** One that was built with no parameters. */
    FakeChatModel(Function<ChatRequest, ChatResponse> answers) {
        this(answers, ChatRequestParameters.builder().build());
    }

    static ChatResponse answer(String text, @Nullable FinishReason reason) {
        return ChatResponse.builder()
                .aiMessage(AiMessage.from(text))
                .finishReason(reason)
                .build();
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        return answers.apply(request);
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return defaults;
    }
}
