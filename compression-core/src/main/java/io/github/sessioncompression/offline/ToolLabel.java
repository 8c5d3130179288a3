package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Contents;
import java.util.Set;

/**
 * A tool's name as it stands in notes: without what would end a label or a note, and never one of the words that notes of calls have.
 *
 * <p>Names come from servers that nobody here knows, and the next compression reads the notes again.
 */
final class ToolLabel {
    /** The longest name in characters; providers allow 64. */
    static final int LONGEST = 100;

    /** What the labels of the trail and of names end with, and what the trail says of a failure. */
    private static final Set<String> TAKEN = Set.of("calls", "names", Trail.FAILED);

    private static final String AS_A_CALL = "()";

    private ToolLabel() {}

    /** The name in notes. */
    static String of(String name) {
        StringBuilder label = new StringBuilder();
        name.strip().codePoints().limit(LONGEST).map(ToolLabel::shown).forEach(label::appendCodePoint);
        while (!label.isEmpty() && label.charAt(label.length() - 1) == ':') {
            label.setLength(label.length() - 1);
        }
        if (label.isEmpty()) {
            return Contents.NO_NAME;
        }
        boolean number = label.chars().allMatch(c -> c >= '0' && c <= '9');
        return number || TAKEN.contains(label.toString()) ? label + AS_A_CALL : label.toString();
    }

    private static int shown(int c) {
        boolean ends = Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c);
        return ends || ";,\"!?".indexOf(c) >= 0 ? '_' : c;
    }
}
