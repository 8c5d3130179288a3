package io.github.sessioncompression.anchor;

/** How much a clause says beside what it speaks of: what its words of modality, frequency, quantity, comparison, order and condition make of it. */
public enum Force {
    /** It must be so; denied, it must not. */
    MUST,
    /** It has to be so; denied, it need not. */
    HAS_TO,
    /** It is needed, which is less than that it must be; denied, it need not. */
    NEEDS,
    SHOULD,
    MAY,
    /** It is forbidden, said by a word that denies by itself. */
    BARRED,
    /** It is left to somebody. */
    FREE,
    WILL,
    DONE,
    IF,
    PERHAPS,
    YET,
    ALWAYS,
    USUALLY,
    SOMETIMES,
    RARELY,
    NEVER,
    ALL,
    MOST,
    SOME,
    /** So much or more. */
    UP,
    /** So much or less. */
    DOWN,
    BEFORE,
    AFTER,
    AND,
    OR
}
