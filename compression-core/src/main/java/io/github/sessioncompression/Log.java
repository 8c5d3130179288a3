package io.github.sessioncompression;

import io.github.sessioncompression.Log.WarningThrottle.TriggerWarning;
import io.github.sessioncompression.PipelineRun.StageTiming;
import io.github.sessioncompression.model.Compilation;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
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

    private static final Set<String> TOLD_ALREADY = Set.of(Compilation.Reason.COOLING_DOWN.name());

    private Log() {}

    /** A name that somebody else chose, as it can stand in a line of the log. */
    static String name(String name) {
        return cut(name, LONGEST_NAME);
    }

    /** Description of a failure for one line of the log. */
    static String sentence(String sentence) {
        return cut(sentence, LONGEST_SENTENCE);
    }

    /** Place and types of a throwable and its causes, without their messages, which may quote the chat. */
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
     * Tells that a compression failed: by a WARN, unless one for all conversations has told already that the breaker opened, or {@code warn}
     * is {@code false}.
     */
    static void failed(String id, WrittenState.Failure failure, StageTiming course, boolean warn) {
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

    /** Logs a state that came too late. */
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

    /** Logs that the search for a question has failed. */
    static void expansionFailed(String id, Throwable e) {
        LOG.warn(
                "Conversation {}: the expansion trigger failed ({}); nothing comes back for such messages (said once).",
                id,
                e.getClass().getName());
    }

    /** Logs that older segments in a state could not be updated. */
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

    /**
     * What a conversation has told by a WARN: the same cause is told again only after some minutes, or once what had failed is known to work, so that what
     * fails at every turn fills no log. Safe for use by many threads.
     */
    static final class WarningThrottle {
        private static final Duration QUIET = Duration.ofMinutes(10);
        private static final String COMPRESSION = "compression";
        /** The most causes remembered. */
        private static final int MOST = 32;

        private final InstantSource clock;
        private final Map<String, Instant> told = new HashMap<>();
        private final Set<String> once = new HashSet<>();

        WarningThrottle(InstantSource clock) {
            this.clock = clock;
        }

        /** True if {@code what} has to be told to fail because of {@code cause}, whose numbers don't count; it is told then. */
        synchronized boolean isNew(String what, String cause) {
            Instant now = clock.instant();
            String key = what + ' ' + cause.replaceAll("[0-9]+", "#");
            Instant before = told.get(key);
            if (before != null && now.isBefore(before.plus(QUIET))) {
                return false;
            }
            if (told.size() >= MOST) {
                told.clear();
            }
            told.put(key, now);
            return true;
        }

        /** True if a compression's failure has to be told; it is told then. */
        boolean isNew(WrittenState.Failure failure) {
            return isNew(COMPRESSION, failure.kind() + ' ' + failure.detail());
        }

        /** A compression has worked. */
        void compressed() {
            works(COMPRESSION);
        }

        /** True if that {@code what} fails was never told; it is told then, and in this process for good. */
        synchronized boolean isFirst(String what) {
            return once.add(what);
        }

        /** Forgets the causes of what works again. */
        synchronized void works(String what) {
            told.keySet().removeIf(key -> key.startsWith(what + ' '));
        }

        /**
         * Decides when a conversation gets its one warning that the context comes close to the trigger.
         *
         * <p>A warning is due when the context first reaches the given share of the trigger, and then not again until the context
         * has been below that mark. Right after a compression none is due, even if it left the context above the mark. One for each
         * conversation; safe for use by many threads.
         */
        static final class TriggerWarning {
            private final double share;
            private boolean silent;

            private TriggerWarning(double share) {
                this.share = share;
            }

            /**
             * A warning at {@code share} of the trigger, such as 0.8; 0 for none at all.
             *
             * @throws IllegalArgumentException if {@code share} is not from 0 to 1
             */
            static TriggerWarning at(double share) {
                if (!(share >= 0 && share <= 1)) {
                    throw new IllegalArgumentException("share must be from 0 to 1, but was " + share);
                }
                return new TriggerWarning(share);
            }

            /** True if a warning is due for a context of {@code contextTokens}; then it is not again for a while. */
            synchronized boolean due(long contextTokens, long triggerTokens) {
                if (share == 0 || contextTokens < share * triggerTokens) {
                    silent = false;
                    return false;
                }
                if (silent || contextTokens > triggerTokens) {
                    return false;
                }
                silent = true;
                return true;
            }

            /** Takes note that the conversation has just been compressed. */
            synchronized void compressed() {
                silent = true;
            }
        }
    }
}
