package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;

/** What stands before the notes of a speaker. */
final class SpeakerLabel {
    /** Characters of a label. */
    private static final int LONGEST_NAME = 40;

    /** A user who has no name. */
    static final String USER = "User";

    private SpeakerLabel() {}

    /** The name as a label: without what would end it, and short. */
    static String of(Message message) {
        String name = message.name();
        if (name != null) {
            StringBuilder label = new StringBuilder();
            name.codePoints()
                    .limit(LONGEST_NAME)
                    .filter(c -> ".:;!?,\"".indexOf(c) < 0)
                    .map(c -> Character.isISOControl(c) ? ' ' : c)
                    .forEach(label::appendCodePoint);
            if (!label.toString().isBlank()) {
                return label.toString().strip();
            }
        }
        return message.role() == Role.USER ? USER : "Assistant";
    }
}
