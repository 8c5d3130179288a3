package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateItem;

/** The parts of a field of facts, in the order in which a reader needs them. */
enum Section {
    /** What was decided. */
    DECIDED,
    /** What must or must not be, and what somebody prefers. */
    RULES,
    /** What nobody has answered, and what somebody still has to do. */
    OPEN,
    /** What people said, by subject. */
    SAID,
    /** Names and values of tools. */
    FOUND;

    /** The part that a sentence belongs in. */
    static Section of(Sentence sentence) {
        if (sentence.utterance.origin() == Utterance.Origin.TOOL) {
            return FOUND;
        }
        StateItem.Kind kind = sentence.kind;
        if (kind == null) {
            return SAID;
        }
        return switch (kind) {
            case DECISION -> DECIDED;
            case CONSTRAINT, PREFERENCE -> RULES;
            case COMMITMENT, QUESTION -> OPEN;
            default -> SAID;
        };
    }
}
