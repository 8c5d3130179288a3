package io.github.sessioncompression.langchain4j;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import io.github.sessioncompression.model.ProviderFailure;

/** Reads LangChain4j's exceptions. The provider's body is in their messages. */
final class Failures {
    /**
     * The status that LangChain4j made an exception from. What a client refuses by itself counts as refused, without anything having
     * been sent.
     */
    static final ProviderFailure.Reader READER = thrown -> {
        if (thrown instanceof InvalidRequestException || thrown instanceof UnsupportedFeatureException) {
            return 400;
        } else if (thrown instanceof RateLimitException) {
            return 429;
        }
        return thrown instanceof HttpException http ? http.statusCode() : 0;
    };

    private Failures() {}
}
