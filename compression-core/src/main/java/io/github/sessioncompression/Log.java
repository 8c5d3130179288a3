package io.github.sessioncompression;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one logger of everything that happens to conversations, under the name that an application configures. */
final class Log {
    static final Logger LOG = LoggerFactory.getLogger("io.github.sessioncompression.Conversation");

    private static final int LONGEST_NAME = 100;

    private Log() {}

    /** A name that somebody else chose, as it can stand in a line of the log. */
    static String name(String name) {
        String cut = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
        return cut.replaceAll("\\p{Cntrl}", "?");
    }
}
