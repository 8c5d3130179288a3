package io.github.sessioncompression.message;

/**
 * A transcript that can't be read, with the place of the fault.
 *
 * <p>The message is one line for a person: place and problem. Of the transcript it repeats at most a role, a tool call's id
 * or a date, shortened, never a text.
 */
public final class TranscriptFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int messageNumber;

    TranscriptFormatException(int line, int messageNumber, String problem) {
        super(
                messageNumber == 0
                        ? "line " + line + ": " + problem
                        : "line " + line + ", message " + messageNumber + ": " + problem);
        this.line = line;
        this.messageNumber = messageNumber;
    }

    /** The line: of the fault if the text is not JSON, else the one on which the message begins; 1 for the first. */
    public int line() {
        return line;
    }

    /** The number of the message, 1 for the first; 0 if the transcript has none. */
    public int messageNumber() {
        return messageNumber;
    }
}
