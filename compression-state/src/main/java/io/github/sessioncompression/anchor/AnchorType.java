package io.github.sessioncompression.anchor;

import io.github.sessioncompression.state.StateItem;

/**
 * Kind of what must not be lost: a statement, or an atom, which is a value that must survive literally.
 *
 * <p>The weights order anchors against each other: what people laid down comes before values, and rules before all.
 *
 */
public enum AnchorType {
    /** A promise, or something to be done. */
    COMMITMENT(80, StateItem.Kind.COMMITMENT),
    /** A choice that was made. */
    DECISION(90, StateItem.Kind.DECISION),
    /** A question that nobody has answered yet. */
    QUESTION(60, StateItem.Kind.QUESTION),
    /** A rule. */
    CONSTRAINT(100, StateItem.Kind.CONSTRAINT),
    /** A like, dislike or preference. */
    PREFERENCE(75, StateItem.Kind.PREFERENCE),
    /** A correction of an earlier statement. */
    CORRECTION(85, StateItem.Kind.CORRECTION),
    /** A number with its sign: a sum, a measure, a count, a year. */
    NUMBER(40),
    /** A day, or a month with its year. */
    DATE(45),
    /** A time of day. */
    TIME(35),
    /** An order's, ticket's or telephone number, a hash, or another name made of letters and digits. */
    ID(50),
    /** An e-mail address. */
    EMAIL(50),
    /** An address on the web. */
    URL(40),
    /** A file or folder. */
    PATH(40),
    /** A version number. */
    VERSION(40),
    /** A name or title in quotation marks. */
    NAME(30),
    /** Text between backticks. */
    CODE(35);

    private final int weight;
    private final StateItem.Kind kind;

    /** A statement with the kind of a state's item for it. */
    AnchorType(int weight, StateItem.Kind kind) {
        this.weight = weight;
        this.kind = kind;
    }

    /** An atom: a fact. */
    AnchorType(int weight) {
        this(weight, StateItem.Kind.FACT);
    }

    /** Weight of an anchor of this type beside others, 1 to 100. */
    public int weight() {
        return weight;
    }

    /** True if it is a value, not a statement. */
    public boolean isAtom() {
        return kind == StateItem.Kind.FACT;
    }

    /** The kind of a state's item with it. */
    public StateItem.Kind kind() {
        return kind;
    }
}
