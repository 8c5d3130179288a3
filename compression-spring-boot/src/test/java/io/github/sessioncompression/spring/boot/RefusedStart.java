package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.settings.InvalidSettingsException;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;

/** Message for an application with invalid settings. */
public final class RefusedStart {
    private RefusedStart() {}

    /**
     * The message of the {@link InvalidSettingsException} that ended the start.
     *
     * @throws AssertionError if the application started, or failed for another cause
     */
    public static String message(AssertableApplicationContext context) {
        Throwable failure = context.getStartupFailure();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidSettingsException) {
                return String.valueOf(cause.getMessage());
            }
        }
        throw new AssertionError("another failure or none", failure);
    }
}
