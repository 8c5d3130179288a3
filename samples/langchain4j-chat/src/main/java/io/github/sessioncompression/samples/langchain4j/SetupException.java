package io.github.sessioncompression.samples.langchain4j;

/** The program can't start as it was asked to; the message says why, in one line. */
final class SetupException extends Exception {
    private static final long serialVersionUID = 1L;

    SetupException(String message) {
        super(message);
    }
}
