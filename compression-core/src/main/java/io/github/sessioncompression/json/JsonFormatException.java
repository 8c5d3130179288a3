package io.github.sessioncompression.json;

/** A JSON document that is not what was written: damaged, or of a newer format. The message names the field, never its content. */
public final class JsonFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** A problem, described without any of the content. */
    public JsonFormatException(String problem) {
        super(problem);
    }

    /** A problem with a cause, neither of which repeats any content. */
    public JsonFormatException(String problem, Throwable cause) {
        super(problem, cause);
    }
}
