package io.github.sessioncompression.langchain4j;

import dev.langchain4j.exception.ContentFilteredException;
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
        } else if (isRefusedRoute(thrown)) {
            return 400;
        }
        return thrown instanceof HttpException http ? http.statusCode() : 0;
    };

    private static final String GEMINI = "dev.langchain4j.model.googleai.";
    private static final String ROUTER = "dev.langchain4j.model.chat.router.";

    private Failures() {}

    /** True for the way in which Gemini's client fails at an answer without candidates, as blocked prompts get. */
    static boolean isBlockedPrompt(NullPointerException thrown) {
        return isThrownBy(GEMINI, thrown);
    }

    /** The failure of a chat's request as the application gets it: for a prompt that Gemini blocked, an exception that names the reason. */
    static RuntimeException told(RuntimeException thrown) {
        return thrown instanceof NullPointerException blocked && isBlockedPrompt(blocked)
                ? new ContentFilteredException("the provider blocked the prompt", blocked)
                : thrown;
    }

    /** True if a routing model has refused a response schema, because it sent the request to a model that does not declare to take one. */
    private static boolean isRefusedRoute(Throwable thrown) {
        return thrown instanceof IllegalStateException
                && isThrownBy(ROUTER, thrown)
                && String.valueOf(thrown.getMessage()).contains("does not support the capabilities");
    }

    private static boolean isThrownBy(String packageName, Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return trace.length > 0 && trace[0].getClassName().startsWith(packageName);
    }
}
