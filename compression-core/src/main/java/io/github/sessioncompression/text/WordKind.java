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
    /** Article or possessive in front of a noun. */
    DETERMINER,
    /** Everyday or polite word that carries little. */
    LIGHT,
    /** Agreement. */
    YES,
    /** Time: "week", "yesterday". */
    TIME,
    /** Time that needs the day on which it is said: "yesterday". */
    RELATIVE,
    /** Short form whose full stop ends no sentence. */
    ABBREVIATION,
    /** Short form only in front of a number: "no. 5". */
    NUMBERED,
    /** Displeasure. */
    UPSET,
    /** Pleasure. */
    PLEASED
}
