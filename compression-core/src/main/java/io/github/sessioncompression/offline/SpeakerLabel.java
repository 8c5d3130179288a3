package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.Letters;
import java.util.Arrays;

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
                    .limit(Letters.any(name, Character::isSupplementaryCodePoint) ? LONGEST_NAME / 2 : LONGEST_NAME)
                    .filter(c -> ".:;!?,\"".indexOf(c) < 0)
                    .map(c -> Character.isISOControl(c) ? ' ' : c)
                    .forEach(label::appendCodePoint);
            if (!label.toString().isBlank()) {
                return unlikeNotes(label.toString().strip());
            }
        }
        return message.role() == Role.USER ? USER : "Assistant";
    }

    /** A label of a few words, and none that a tool's or a found note has. */
    private static String unlikeNotes(String name) {
        String[] words = name.split("\\s+", StateReading.MOST_WORDS + 1);
        String label =
                String.join(" ", Arrays.asList(words).subList(0, Math.min(words.length, StateReading.MOST_WORDS)));
        boolean like = (label + ' ').startsWith(StateReading.TOOL) || label.equals(FoundText.LABEL);
        return like ? Character.toUpperCase(label.charAt(0)) + label.substring(1) : label;
    }
}
