package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.TokenCountEstimator;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.token.MessageCounter;

/**
 * Counts tokens by a {@link TokenCountEstimator}, for a {@link SessionCompressor} that the application wires.
 *
 * <p>The builders of memory and provider do this by themselves.
 */
public final class TokenCountEstimators {
    private TokenCountEstimators() {}

    /**
     * The estimator as a counter of messages, for {@link SessionCompressor.Builder#messageCounter}. It is asked once for each
     * message, never about lists, and may throw: that message is then counted by the policy's counter.
     */
    public static MessageCounter asMessageCounter(TokenCountEstimator estimator) {
        return asMessageCounter(estimator, new MessageMapper(CompressingChatMemory.functionalToolResults()));
    }

    static MessageCounter asMessageCounter(TokenCountEstimator estimator, MessageMapper mapper) {
        return message -> estimator.estimateTokenCountInMessage(mapper.fromCore(message));
    }
}
