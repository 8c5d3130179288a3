package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.TokenCountEstimator;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.token.MessageCounter;

/**
 * An estimator of LangChain4j's as the core's counter of messages.
 *
 * <p>It is asked about one message at a time, never about a list: some throw for lists without a user message, and a list
 * would be counted again and again. What it throws is the core's to handle.
 */
final class EstimatedTokens implements MessageCounter {
    private final TokenCountEstimator estimator;
    private final MessageMapper mapper;

    EstimatedTokens(TokenCountEstimator estimator, MessageMapper mapper) {
        this.estimator = estimator;
        this.mapper = mapper;
    }

    @Override
    public int count(Message message) {
        ChatMessage counted = mapper.fromCore(message);
        return estimator.estimateTokenCountInMessage(counted);
    }
}
