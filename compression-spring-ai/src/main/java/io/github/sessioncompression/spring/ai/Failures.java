package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.model.ProviderFailure;
import org.jspecify.annotations.Nullable;

/** Reads the exceptions of Spring AI's clients, each of which has its own: by their accessors for status and body. */
final class Failures implements ProviderFailure.Reader {
    private static final String[] STATUS = {"statusCode", "getStatusCode", "code"};

    static final ProviderFailure.Reader READER = new Failures();

    private Failures() {}

    @Override
    public int status(Throwable thrown) {
        for (String accessor : STATUS) {
            Object status = Accessor.read(thrown, accessor);
            if (status != null && !(status instanceof Integer)) {
                status = Accessor.read(status, "value");
            }
            if (status instanceof Integer code) {
                return code;
            }
        }
        return 0;
    }

    @Override
    public @Nullable String body(Throwable thrown) {
        return Accessor.read(thrown, "getResponseBodyAsString") instanceof String body ? body : null;
    }
}
