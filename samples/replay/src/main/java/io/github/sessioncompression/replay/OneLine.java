package io.github.sessioncompression.replay;

/** Text of unknown origin made fit for one line of a terminal: no line breaks, no control characters, not too long. */
final class OneLine {
    private static final int MAX_CODE_POINTS = 300;

    private OneLine() {}

    static String of(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints().limit(MAX_CODE_POINTS + 1L).forEach(c -> {
            int type = Character.getType(c);
            boolean breaks = Character.isISOControl(c)
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR
                    || type == Character.FORMAT
                    || type == Character.SURROGATE;
            line.appendCodePoint(breaks ? ' ' : c);
        });
        if (line.codePointCount(0, line.length()) > MAX_CODE_POINTS) {
            line.setLength(line.offsetByCodePoints(0, MAX_CODE_POINTS - 1));
            line.append('…');
        }
        return line.toString();
    }
}
