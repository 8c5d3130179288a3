package io.github.sessioncompression.anchor;

import io.github.sessioncompression.state.StateItem;

/** What an {@link Anchor} is: a statement that must not get lost, or an atom, which is a value that must survive literally. */
public enum AnchorType {
    /** Somebody promised something or has to do it. */
    COMMITMENT(80, StateItem.Kind.COMMITMENT),
    /** A choice that was made. */
    DECISION(90, StateItem.Kind.DECISION),
    /** A question that nobody has answered yet. */
    QUESTION(60, StateItem.Kind.QUESTION),
    /** What must or must not be. */
    CONSTRAINT(100, StateItem.Kind.CONSTRAINT),
    /** What somebody likes, dislikes or would rather have. */
    PREFERENCE(75, StateItem.Kind.PREFERENCE),
    /** What puts right something said before. */
    CORRECTION(85, StateItem.Kind.CORRECTION),
    /** What went wrong. */
    ERROR(45, StateItem.Kind.FACT),
    /** What mended it. */
    FIX(55, StateItem.Kind.FACT),
    /** A sum of money. */
    AMOUNT(50),
    /** A number, with its sign, comparison and unit. */
    NUMBER(30),
    /** A day, month with year, or year. */
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
    /** An identifier of a program, a command's option, or what stands between backticks. */
    CODE(35);

    private final int weight;
    private final boolean atom;
    private final StateItem.Kind kind;

    AnchorType(int weight, StateItem.Kind kind) {
        this.weight = weight;
        this.atom = false;
        this.kind = kind;
    }

    AnchorType(int weight) {
        this.weight = weight;
        this.atom = true;
        this.kind = StateItem.Kind.FACT;
    }

    /** How much an anchor of this type matters beside others, 1 to 100. */
    public int weight() {
        return weight;
    }

    /** True if it is a value, not a statement. */
    public boolean isAtom() {
        return atom;
    }

    /** True if it is one that only people can make: what a tool or a pasted page says is never one. */
    public boolean isRule() {
        return switch (this) {
            case COMMITMENT, DECISION, CONSTRAINT, PREFERENCE, CORRECTION -> true;
            default -> false;
        };
    }

    /** True if it holds until somebody says that it does no longer. */
    public boolean isStanding() {
        return this == DECISION || this == CONSTRAINT || this == PREFERENCE;
    }

    /** The kind of a state's item that says it. */
    public StateItem.Kind kind() {
        return kind;
    }
}
