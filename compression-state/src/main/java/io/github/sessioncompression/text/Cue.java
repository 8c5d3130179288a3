package io.github.sessioncompression.text;

import java.util.Locale;

/** Kind of statement that a phrase announces; a language's resource file has these names in lower case as keys. */
public enum Cue {
    /** A choice that was made: "we decided". */
    DECISION,
    /** An obligation, prohibition or limit: "must not", "at most". */
    RULE,
    /** A liking or dislike: "I'd rather". */
    PREFERENCE,
    /** A promise or duty: "I'll send". */
    COMMITMENT,
    /** A repair of an earlier statement: "I meant". */
    CORRECTION,
    /** A question out of politeness, which needs no answer: "how are you". */
    NO_QUESTION,
    /** A set phrase of an assistant: "happy to help". */
    BOILERPLATE,
    /** A wish about the manner of answers: "keep it short". */
    STYLE;

    /** The key in a resource file. */
    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
