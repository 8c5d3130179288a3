package io.github.sessioncompression.text;

/** Role of a word in a sentence; a language's resource file has these names in lower case as keys. */
public enum WordKind {
    /** Speaker: "I", "my". */
    FIRST,
    /** Listener: "you", "your". */
    SECOND,
    /** Somebody or something named before: "she", "it". */
    THIRD,
    /** Negation: "not", "never". */
    NEGATION,
    /** Grammar without content. */
    FUNCTION,
    /** Everyday or polite word that carries little. */
    LIGHT,
    /** Time: "week", "yesterday". */
    TIME,
    /** Short form whose full stop ends no sentence. */
    ABBREVIATION,
    /** Short form only in front of a number: "no. 5". */
    NUMBERED
}
