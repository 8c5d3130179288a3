package io.github.sessioncompression.offline;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Something that was said, or an entry of the previous state.
 *
 * @param order its place among all utterances of one compilation, 0 or more
 * @param origin where it comes from
 * @param speaker the label under which it is noted; empty for an entry without one
 * @param text what was said
 * @param date the day on which it was said (UTC); {@code null} if unknown
 * @param field for an entry of the previous state the field it stood in, if the schema still has it
 * @param provenance where it comes from in the transcript
 */
record Utterance(
        int order,
        Origin origin,
        String speaker,
        String text,
        @Nullable LocalDate date,
        @Nullable String field,
        Provenance provenance) {
    /** Where an utterance comes from. */
    enum Origin {
        /** A user's message. */
        USER,
        /** A model's or the second person's message. */
        ASSISTANT,
        /** A tool's result or arguments. */
        TOOL,
        /** The previous state. */
        STATE
    }
}
