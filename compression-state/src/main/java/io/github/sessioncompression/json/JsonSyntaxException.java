package io.github.sessioncompression.json;

/**
 * A text that is not JSON, or exceeds the limits of {@link Json}.
 *
 * <p>The message names the place and the kind of fault. It never repeats the text itself, which may be confidential.
 */
public final class JsonSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;
    private final String problem;

    /**
     * A fault at a place.
     *
     * @param line 1 for the first
     * @param column in UTF-16 units, 1 for the first
     * @param problem a few words without any of the text
     */
    JsonSyntaxException(int line, int column, String problem) {
        super("not JSON at line " + line + ", column " + column + ": " + problem);
        this.line = line;
        this.column = column;
        this.problem = problem;
    }

    /** The line of the fault, 1 for the first. */
    public int line() {
        return line;
    }

    /** The column of the fault in UTF-16 units, 1 for the first. */
    public int column() {
        return column;
    }

    /** The problem in a few words, without the place. */
    public String problem() {
        return problem;
    }
}
