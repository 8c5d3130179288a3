package io.github.sessioncompression.log;

import io.github.sessioncompression.text.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The one logger of everything that happens to conversations, under the name that an application configures. No line holds contents of a chat.
 * <b>Threads:</b> safe for use by many.
 */
public final class ConversationLog {
    public static final Logger LOG = LoggerFactory.getLogger("io.github.sessioncompression.Conversation");

    /** Room for some names of classes and the 200 characters that may be a provider's. */
    private static final int LONGEST_SENTENCE = 400;

    /** Maximum causes of a throwable that are logged; a chain may be endless. */
    private static final int MOST_CAUSES = 5;

    private ConversationLog() {}

    /** The start of a sentence that may quote a provider, on one line, at most {@value #LONGEST_SENTENCE} characters. */
    public static String sentence(String sentence) {
        return LogText.cut(sentence, LONGEST_SENTENCE);
    }

    /** Place and types of a throwable and its causes, without their messages, which may quote the chat. */
    public static Throwable place(Throwable thrown) {
        return place(thrown, MOST_CAUSES);
    }

    private static Throwable place(Throwable thrown, int causes) {
        Throwable cause = causes == 0 ? null : thrown.getCause();
        Throwable place = new Throwable(thrown.getClass().getName(), cause == null ? null : place(cause, causes - 1));
        place.setStackTrace(thrown.getStackTrace());
        return place;
    }

    /** A line at WARN, or else at DEBUG. */
    public static LoggingEventBuilder at(boolean warn) {
        return LOG.atLevel(warn ? Level.WARN : Level.DEBUG);
    }
}
