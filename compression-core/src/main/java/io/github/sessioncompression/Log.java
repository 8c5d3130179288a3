package io.github.sessioncompression;

import io.github.sessioncompression.PipelineRun.StageTiming;
import io.github.sessioncompression.model.Compilation;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.text.LogText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
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

    /** Room for some names of classes and the 200 characters that may be a provider's. */
    private static final int LONGEST_SENTENCE = 400;

    private static final int MOST_CAUSES = 5;

    private static final Set<String> TOLD_ALREADY = Set.of(Compilation.Reason.COOLING_DOWN.name());

    private Log() {}

    /** A name that somebody else chose, as it can be written to a line of the log. */
    static String name(String name) {
        return LogText.name(name);
    }

    static String sentence(String sentence) {
        return LogText.cut(sentence, LONGEST_SENTENCE);
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

    /**
     * Logs that a compression failed: by a WARN, unless one for all conversations has reported already that the breaker opened or the window is too
     * small, or {@code warn} is {@code false}.
     */
    static void failed(String id, WrittenState.Failure failure, StageTiming timing, boolean warn) {
        String instead =
                switch (timing.instead()) {
                    case OFFLINE -> "fell back to the extract";
                    case TRUNCATED -> "failed, and this request leaves older messages out";
                    case KEPT -> "failed, and the context stays as it is";
                    case THROWN -> "failed, and the application is told";
                };
        at(warn && !TOLD_ALREADY.contains(failure.kind()))
                .log("Compression of {} {}: {}.", name(id), instead, cause(failure, timing.took()));
    }

    static void compressed(String id, Outcome.Compressed outcome, StageTiming timing) {
        LOG.info(
                "Conversation {}: {} messages compressed, {} to {} tokens, state by {}, in {} ms.",
                name(id),
                outcome.messages(),
                outcome.tokensBefore(),
                outcome.tokensAfter(),
                outcome.by() == Outcome.Compressed.By.MODEL ? "model" : "extract",
                timing.took().toMillis());
    }

    static void cut(String id, int messages, long before, long after, boolean warn) {
        at(warn).log(
                        "Conversation {}: {} messages are larger than a request has room for and are sent without their middles, {} of {}"
                                + " tokens; the transcript keeps them whole. Cure: send less text at once (the parts that matter, a"
                                + " summary, retrieval), or use a model with a larger window.",
                        name(id),
                        messages,
                        after,
                        before);
    }

    private static String cause(WrittenState.Failure failure, Duration took) {
        String detail = failure.detail().isEmpty() ? "" : sentence(failure.detail()) + ' ';
        String calls = failure.calls() == 0 ? "" : ", " + failure.calls() + (failure.calls() == 1 ? " call" : " calls");
        String time = took.isZero() ? "" : String.format(Locale.ROOT, ", %.1f s", took.toMillis() / 1e3);
        return detail.isEmpty() ? failure.kind() + calls + time : detail + '(' + failure.kind() + calls + time + ')';
    }

    static void pinned(String id, int messages, long tokens, int window) {
        LOG.warn(
                "Conversation {}: {} pinned messages take {} tokens of a window of {}; they stay in every request, and leave little room"
                        + " for the others.",
                name(id),
                messages,
                tokens,
                window);
    }

    static void notJudged(String id, String detail, boolean warn) {
        at(warn).log("The new state of {} is used unjudged: {}.", name(id), sentence(detail));
    }

    static void smallerWindow(String id, String model, int window, int learned) {
        LOG.warn(
                "Conversation {}: {} refuses requests that a window of {} tokens lets pass; going on with a window of {}."
                        + " Set session-compression.context-window to what the model has.",
                name(id),
                named(model),
                window,
                learned);
    }

    static void silentCut(String id, String model, long window) {
        LOG.warn(
                "Conversation {}: {} reports {} tokens for requests that grow, so it seems to cut them there; going on with that as its"
                        + " window. Raise the model's limit (Ollama: num_ctx), or set session-compression.context-window to it.",
                name(id),
                named(model),
                window);
    }

    static void refusesThinking(String id, String model, boolean misses) {
        LOG.warn(
                misses
                        ? "Conversation {}: {} refused a tool loop without its thinking; tool loops keep it from now on."
                        : "Conversation {}: {} refused thinking of earlier answers; the request was sent again without. If a"
                                + " chatRequestTransformer or an advisor changes requests, apply it before the guard sees them.",
                name(id),
                named(model));
    }

    static void unknownModel(String model) {
        LOG.info(
                "The window of compression model '{}' is not known, so it is taken to be {} tokens. Set"
                        + " session-compression.model.context-window to it, or add the name by CompressionPolicy.withModelLimits.",
                name(model),
                ModelOptions.UNKNOWN_WINDOW);
    }

    private static String named(String model) {
        return model.isEmpty() ? "the chat's model" : "model '" + name(model) + "'";
    }

    private static LoggingEventBuilder at(boolean warn) {
        return LOG.atLevel(warn ? Level.WARN : Level.DEBUG);
    }

    static void dropped(String id, int messages) {
        LOG.info(
                "Conversation {}: {} messages of a running turn were not stored, because the session of its question was cleared or deleted.",
                name(id),
                messages);
    }

    /**
     * Logs what threw beside a compression: by a WARN, unless the same was logged a few minutes ago.
     *
     * @param id the conversation's
     */
    record Faults(String id, WarningThrottle told) {
        private void threw(String what, Throwable e, String consequence) {
            String type = e.getClass().getName();
            at(told.isNew(what, type)).log("Conversation {}: {} ({}); {}.", name(id), what, type, consequence);
        }

        void leaseKept(RuntimeException e) {
            threw("the store did not take the lease back", e, "it will run out by itself");
        }

        void storeFailed(Throwable e) {
            threw("the store failed", e, "what is sent is what is known here");
        }

        void expansionFailed(Throwable e) {
            threw("the expansion trigger failed", e, "nothing comes back for this message");
        }

        void outlineFailed(Throwable e) {
            threw("its segments could not be read", e, "the state tells of them as before");
        }
    }

    /** Logs the same cause by a WARN again only after some minutes, or once what had failed works. Safe for use by many threads. */
    static final class WarningThrottle {
        private static final Duration QUIET = Duration.ofMinutes(10);
        private static final String COMPRESSION = "compression";
        private static final int MOST = 32;

        private final InstantSource clock;
        private final Map<String, Instant> told = new HashMap<>();

        WarningThrottle(InstantSource clock) {
            this.clock = clock;
        }

        /** True if this cause must be logged; its numbers don't count. */
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

        boolean isNew(WrittenState.Failure failure) {
            return isNew(COMPRESSION, failure.kind() + ' ' + failure.detail());
        }

        void compressed() {
            works(COMPRESSION);
        }

        synchronized void works(String what) {
            told.keySet().removeIf(key -> key.startsWith(what + ' '));
        }

        /**
         * Decides when a conversation gets its one warning that the context comes close to the trigger: when it first reaches
         * 80 % of it, and then not again until it has been below. None is due right after a compression. Safe for use by many threads.
         */
        static final class TriggerWarning {
            private static final double SHARE = 0.8;

            private boolean silent;

            synchronized boolean due(long contextTokens, long triggerTokens) {
                if (contextTokens < SHARE * triggerTokens) {
                    silent = false;
                    return false;
                }
                if (silent || contextTokens > triggerTokens) {
                    return false;
                }
                silent = true;
                return true;
            }

            synchronized void compressed() {
                silent = true;
            }
        }
    }
}
