package io.github.sessioncompression;

import io.github.sessioncompression.model.Compilation;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The one logger of everything that happens to conversations, under the name that an application configures. No line holds contents
 * of a chat.
 */
final class Log {
    static final Logger LOG = LoggerFactory.getLogger("io.github.sessioncompression.Conversation");

    private static final int LONGEST_NAME = 100;
    /** Room for some names of classes and the 200 characters that may be a provider's. */
    private static final int LONGEST_SENTENCE = 400;

    private static final int MOST_CAUSES = 5;

    private static final Set<String> TOLD_ALREADY =
            Set.of(Compilation.Reason.COOLING_DOWN.name(), Compilation.Reason.NO_ROOM.name());

    private Log() {}

    /** A name that somebody else chose, as it can stand in a line of the log. */
    static String name(String name) {
        return cut(name, LONGEST_NAME);
    }

    /** What a failure is said to be, as it can stand in a line of the log. */
    static String sentence(String sentence) {
        return cut(sentence, LONGEST_SENTENCE);
    }

    /** Where something was thrown, and of which kinds it and its causes are: what they say may quote the chat. */
    static Throwable place(Throwable thrown) {
        return place(thrown, MOST_CAUSES);
    }

    private static Throwable place(Throwable thrown, int causes) {
        Throwable cause = causes == 0 ? null : thrown.getCause();
        Throwable place = new Throwable(thrown.getClass().getName(), cause == null ? null : place(cause, causes - 1));
        place.setStackTrace(thrown.getStackTrace());
        return place;
    }

    private static String cut(String text, int most) {
        return text.substring(0, Math.min(text.length(), most)).replaceAll("\\p{Cntrl}", "?");
    }

    /**
     * Tells that a compression failed: by a WARN, unless one for all conversations has told already that the breaker opened or the window
     * is too small, or {@code warn} is {@code false}.
     */
    static void failed(String id, WrittenState.Failure failure, Course course, boolean warn) {
        String instead =
                switch (course.instead()) {
                    case OFFLINE -> "fell back to the extract";
                    case TRUNCATED -> "failed, and this request leaves older messages out";
                    case KEPT -> "failed, and the context stays as it is";
                    case THROWN -> "failed, and the application is told";
                };
        at(warn && !TOLD_ALREADY.contains(failure.kind()))
                .log("Compression of {} {}: {}.", id, instead, cause(failure, course.took()));
    }

    private static String cause(WrittenState.Failure failure, Duration took) {
        String detail = failure.detail().isEmpty() ? "" : sentence(failure.detail()) + ' ';
        String calls = failure.calls() == 0 ? "" : ", " + failure.calls() + (failure.calls() == 1 ? " call" : " calls");
        String time = took.isZero() ? "" : String.format(Locale.ROOT, ", %.1f s", took.toMillis() / 1e3);
        return detail.isEmpty() ? failure.kind() + calls + time : detail + '(' + failure.kind() + calls + time + ')';
    }

    /** Tells that the judge of a state failed. */
    static void notJudged(String id, String detail, boolean warn) {
        at(warn).log("The new state of {} is used unjudged: {}.", id, sentence(detail));
    }

    /** What was written came too late. */
    static void discarded(String id) {
        LOG.warn("Conversation {}: a result was discarded because the conversation had changed meanwhile.", id);
    }

    /** The chat's model refuses requests that the policy's window would let pass. */
    static void smallerWindow(String id, String model, int window, int learned) {
        LOG.warn(
                "Conversation {}: {} refuses requests that a window of {} tokens lets pass; going on with a window of {}."
                        + " Set session-compression.context-window to what the model has.",
                id,
                model.isEmpty() ? "the chat's model" : "model '" + name(model) + "'",
                window,
                learned);
    }

    private static LoggingEventBuilder at(boolean warn) {
        return LOG.atLevel(warn ? Level.WARN : Level.DEBUG);
    }

    /** The store threw while the chat's model was about to be called; a WARN if {@code warn} says so, as below. */
    static void storeFailed(String id, Throwable e, boolean warn) {
        at(warn).log(
                        "Conversation {}: the store failed ({}); what is sent is what is known here.",
                        id,
                        e.getClass().getName());
    }

    /** The application's archive did not take what was to be deleted. */
    static void notArchived(String id, int messages, Throwable e, boolean warn) {
        at(warn).log(
                        "Conversation {}: the archive failed ({}); {} messages that the state stands for stay in the store, and it is"
                                + " asked again after the next compression.",
                        id,
                        e.getClass().getName(),
                        messages);
    }

    /** What the chat needs could not be looked for. */
    static void expansionFailed(String id, Throwable e) {
        LOG.warn(
                "Conversation {}: the expansion trigger failed ({}); nothing comes back for such messages (said once).",
                id,
                e.getClass().getName());
    }

    /** What a state tells of older stretches of the chat could not be brought up to date. */
    static void outlineFailed(String id, Throwable e) {
        LOG.warn(
                "Conversation {}: its segments could not be read ({}); the state tells of them as before (said once).",
                id,
                e.getClass().getName());
    }

    /** The store threw when a lease was given back. */
    static void leaseKept(String id, RuntimeException e, boolean warn) {
        at(warn).log(
                        "Conversation {}: the store did not take the lease back ({}); it will run out by itself.",
                        id,
                        e.getClass().getName());
    }
}
