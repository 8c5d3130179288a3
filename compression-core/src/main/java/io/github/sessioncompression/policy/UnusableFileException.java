package io.github.sessioncompression.policy;

import java.io.Serial;

/** Says what is wrong in a file that a setting names, and where, so that more is told than the setting's name. */
final class UnusableFileException extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1L;

    UnusableFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
