package io.github.sessioncompression.replay;

/** Thrown where the user's input can't be worked with: the program ends with exit code 2 and this message as its one line. */
final class InputException extends Exception {
    private static final long serialVersionUID = 1L;

    InputException(String message) {
        super(message);
    }
}
