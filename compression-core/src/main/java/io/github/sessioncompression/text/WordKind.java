package io.github.sessioncompression.text;

import java.util.EnumSet;
import java.util.Set;

/** What a word does in a sentence; a language's resource file has these names in lower case as keys. */
enum WordKind {
    FIRST,
    SUBJECT,
    SECOND,
    THIRD,
    /** One that means people who do not talk here. */
    OTHERS,
    FUNCTION,
    NEGATION,
    DROPPED,
    CONJUNCTION,
    JOINER,
    /** A conjunction that goes against what stands before it. */
    CONTRAST,
    PREPOSITION,
    /** A preposition and an article in one: "im", "du". */
    CONTRACTION,
    GLUE,
    LIGHT,
    DETERMINER,
    COURTESY,
    TIME,
    RELATIVE,
    RELATIVE_LEAD,
    UPSET,
    PLEASED,
    MODAL,
    COMPARISON,
    MONTH,
    YES,
    ASKING,
    /** A verb that says nothing without what follows it. */
    LEADING,
    /** A short form whose stop ends no sentence. */
    ABBREVIATION,
    /** One that is a short form only before a number. */
    NUMBERED,
    /** One that often is a sentence's last word. */
    CLOSING;

    static final Set<WordKind> GRAMMAR =
            EnumSet.of(FIRST, SECOND, THIRD, FUNCTION, NEGATION, DROPPED, CONJUNCTION, JOINER, PREPOSITION, GLUE);
    /** A word of these promises another: a note must not end with it. */
    static final Set<WordKind> LEADING_ON =
            EnumSet.of(FUNCTION, NEGATION, DROPPED, CONJUNCTION, JOINER, PREPOSITION, GLUE, LEADING);

    /** In a script without spaces these are found inside a run of characters. */
    static final Set<WordKind> INFIXES =
            EnumSet.of(FIRST, SECOND, NEGATION, TIME, RELATIVE, UPSET, PLEASED, MODAL, COMPARISON, ASKING);

    /** Languages that write an ordinal as a number and a stop. */
    static final Set<String> ORDINAL_STOPS = Set.of("de", "da", "no", "fi", "cs", "hu", "tr");

    /** Short forms that occur in texts of any language. */
    static final Set<String> ABBREVIATIONS = Set.of(
            "dr", "mr", "mrs", "ms", "st", "vs", "e.g", "i.e", "nr", "z.b", "bzw", "ca", "prof", "max", "min", "tel");
    /** Such forms that are short only before a number. */
    static final Set<String> BEFORE_NUMBERS =
            Set.of("no", "fig", "vol", "pp", "ext", "apt", "art", "sec", "ch", "eq", "par");
}
