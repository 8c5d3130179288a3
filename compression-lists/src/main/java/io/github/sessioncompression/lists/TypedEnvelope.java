package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateEnvelope;

/**
 * Marks envelopes that a user has typed with a backslash in a framework's list, which does not record who wrote a message: an accepted envelope
 * hides everything before it from the model. A user's message that is an envelope, or one behind backslashes, gets one backslash more when it
 * is written and one less when it is read, so that a bare envelope is always the library's own.
 */
final class TypedEnvelope {
    private static final char MARK = '\\';

    private TypedEnvelope() {}

    /** {@code message} as it is written into a list; the same instance for all but typed envelopes. */
    static Message written(Message message) {
        return message.role() == Role.USER && isMarkedEnvelope(message.text())
                ? message.withText(MARK + message.text())
                : message;
    }

    /** {@code message} as it was before it was written into a list; the same instance for all but typed envelopes. */
    static Message read(Message message) {
        String text = message.text();
        return message.role() == Role.USER && !text.isEmpty() && text.charAt(0) == MARK && isMarkedEnvelope(text)
                ? message.withText(text.substring(1))
                : message;
    }

    /** True if the text is an envelope behind any number of marks. */
    private static boolean isMarkedEnvelope(String text) {
        int marks = 0;
        while (marks < text.length() && text.charAt(marks) == MARK) {
            marks++;
        }
        return StateEnvelope.holds(text.substring(marks));
    }
}
