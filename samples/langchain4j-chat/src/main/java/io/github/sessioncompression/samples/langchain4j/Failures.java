package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;

/** Says in one line why a turn has no answer, and what could be done about it. */
final class Failures {
    private static final int MAX_CHARACTERS = 200;
    private static final int MAX_CAUSES = 20;

    private Failures() {}

    static String line(Throwable failure, Setup.Ready to) {
        Provider provider = to.provider();
        if (is(failure, AuthenticationException.class)) {
            return provider.title() + " refused the key: check " + provider.keyVariable();
        } else if (is(failure, ModelNotFoundException.class)) {
            return "there is no model '" + to.model() + "' at " + to.baseUrl() + ": check --model and --base-url";
        } else if (is(failure, RateLimitException.class)) {
            return provider.title() + " refuses more calls for now (429): wait a while, or check the account";
        } else if (is(failure, InternalServerException.class)) {
            return provider.title() + " has a problem of its own: try again later";
        } else if (is(failure, ConnectException.class)
                || is(failure, UnknownHostException.class)
                || is(failure, UnresolvedAddressException.class)
                || is(failure, UnresolvedModelServerException.class)) {
            return to.baseUrl() + " can't be reached: check the network and --base-url";
        } else if (is(failure, TimeoutException.class) || is(failure, HttpTimeoutException.class)) {
            return to.baseUrl() + " took too long to answer: try again";
        }
        String message = failure.getMessage();
        return "no answer: "
                + Text.line(message == null ? failure.getClass().getSimpleName() : message, MAX_CHARACTERS);
    }

    private static boolean is(Throwable failure, Class<? extends Throwable> kind) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            if (kind.isInstance(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
