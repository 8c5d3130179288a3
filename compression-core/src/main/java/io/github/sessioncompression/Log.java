package io.github.sessioncompression;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one logger of everything that happens to conversations, under the name that an application configures. */
final class Log {
    static final Logger LOG = LoggerFactory.getLogger("io.github.sessioncompression.Conversation");

    private static final int LONGEST_NAME = 100;
    /** Room for some names of classes and the 200 characters that may be a provider's. */
    private static final int LONGEST_SENTENCE = 400;

    private Log() {}

    /** A name that somebody else chose, as it can stand in a line of the log. */
    static String name(String name) {
        return cut(name, LONGEST_NAME);
    }

    /** What a failure is said to be, as it can stand in a line of the log. */
    static String sentence(String sentence) {
        return cut(sentence, LONGEST_SENTENCE);
    }

    private static String cut(String text, int most) {
        String cut = text.length() <= most ? text : text.substring(0, most);
        return cut.replaceAll("\\p{Cntrl}", "?");
    }
}
