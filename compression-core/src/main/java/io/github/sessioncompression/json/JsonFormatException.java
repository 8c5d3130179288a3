package io.github.sessioncompression.json;

/** A JSON document that is not what was written: damaged, or of a newer format. The message names the field, never its content. */
public final class JsonFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** With what is wrong, in words that repeat nothing of the content. */
    public JsonFormatException(String problem) {
        super(problem);
    }

    /** The same because of something else, which repeats nothing of the content either. */
    public JsonFormatException(String problem, Throwable cause) {
        super(problem, cause);
    }
}
