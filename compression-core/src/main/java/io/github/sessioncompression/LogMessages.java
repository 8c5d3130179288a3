package io.github.sessioncompression;

import io.github.sessioncompression.PipelineRun.StageTiming;
import io.github.sessioncompression.log.ConversationLog;
import io.github.sessioncompression.model.Compilation;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.text.LogText;
import io.github.sessioncompression.writer.WrittenState;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/**
 * The log lines of conversations that several classes write or that are made of several values, by {@link ConversationLog}.
 *
 * <p>A line has the conversation if it is about one, what happened, sizes and cause; a WARN also what to do about it if there is something. Ids,
 * names of models and what a provider said are cut and put on one line. <b>Threads:</b> safe for use by many.
 */
final class LogMessages {
    /** Causes that are logged once for all conversations by the class that finds them. */
    private static final Set<String> TOLD_ALREADY = Set.of(Compilation.Reason.COOLING_DOWN.name());

    private LogMessages() {}

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
        ConversationLog.at(warn && !TOLD_ALREADY.contains(failure.kind())).log(
                "Compression of {} {}: {}.", LogText.name(id), instead, cause(failure, timing.took()));
    }

    static void compressed(String id, Outcome.Compressed outcome, StageTiming timing) {
        ConversationLog.LOG.info(
                "Conversation {}: {} messages compressed, {} to {} tokens, state by {}, in {} ms.",
                LogText.name(id),
                outcome.messages(),
                outcome.tokensBefore(),
                outcome.tokensAfter(),
                outcome.by() == Outcome.Compressed.By.MODEL ? "model" : "extract",
                timing.took().toMillis());
    }

    /** Messages lose their middles because a single one may not take so much of a request; sizes in tokens. */
    static void cut(String id, int messages, long before, long after, boolean warn) {
        ConversationLog.at(warn).log(
                "Conversation {}: {} messages are larger than a request has room for and are sent without their middles, {} of {}"
                        + " tokens; the transcript keeps them whole. Cure: send less text at once (the parts that matter, a"
                        + " summary, retrieval), or use a model with a larger window.",
                LogText.name(id),
                messages,
                after,
                before);
    }

    /** The cause of a failure with the number of calls and the seconds that it took, as far as there are any. */
    private static String cause(WrittenState.Failure failure, Duration took) {
        String detail = failure.detail().isEmpty() ? "" : ConversationLog.sentence(failure.detail()) + ' ';
        String calls = failure.calls() == 0 ? "" : ", " + failure.calls() + (failure.calls() == 1 ? " call" : " calls");
        String time = took.isZero() ? "" : String.format(Locale.ROOT, ", %.1f s", took.toMillis() / 1e3);
        return detail.isEmpty() ? failure.kind() + calls + time : detail + '(' + failure.kind() + calls + time + ')';
    }

    /** Pinned messages take a large part of the window; sizes in tokens. */
    static void pinned(String id, int messages, long tokens, int window) {
        ConversationLog.LOG.warn(
                "Conversation {}: {} pinned messages take {} tokens of a window of {}; they stay in every request, and leave little room"
                        + " for the others.",
                LogText.name(id),
                messages,
                tokens,
                window);
    }

    /** The judge of states failed, so the state is used as it is. */
    static void notJudged(String id, String detail, boolean warn) {
        ConversationLog.at(warn).log(
                "The new state of {} is used unjudged: {}.", LogText.name(id), ConversationLog.sentence(detail));
    }

    /** A provider refused a request as too long, so the window is smaller than the policy has it; in tokens. */
    static void smallerWindow(String id, String model, int window, int learned) {
        ConversationLog.LOG.warn(
                "Conversation {}: {} refuses requests that a window of {} tokens lets pass; going on with a window of {}."
                        + " Set session-compression.context-window to what the model has.",
                LogText.name(id),
                named(model),
                window,
                learned);
    }

    /** A provider reports one size while requests grow, so it seems to cut them; in tokens. */
    static void silentCut(String id, String model, long window) {
        ConversationLog.LOG.warn(
                "Conversation {}: {} reports {} tokens for requests that grow, so it seems to cut them there; going on with that as its"
                        + " window. Raise the model's limit (Ollama: num_ctx), or set session-compression.context-window to it.",
                LogText.name(id),
                named(model),
                window);
    }

    /** A provider reported a usage that no request can have. */
    static void implausible(String id, String model, long reported, boolean warn) {
        ConversationLog.at(warn).log(
                "Conversation {}: {} tokens were reported for a request to {}, far more than it can have; the local count holds instead."
                        + " See what the provider, or a gateway before it, reports as usage; session-compression.tokens.source=estimate"
                        + " ignores all reports.",
                LogText.name(id),
                reported,
                named(model));
    }

    /** A provider refused thinking of earlier answers, or missed that of a tool loop. */
    static void refusesThinking(String id, String model, boolean misses) {
        ConversationLog.LOG.warn(
                misses
                        ? "Conversation {}: {} refused a tool loop without its thinking; tool loops keep it from now on."
                        : "Conversation {}: {} refused thinking of earlier answers; the request was sent again without. If a"
                                + " chatRequestTransformer or an advisor changes requests, apply it before the guard sees them.",
                LogText.name(id),
                named(model));
    }

    /** The window of a compression model is not known, so one is assumed. */
    static void unknownModel(String model) {
        ConversationLog.LOG.info(
                "The window of compression model '{}' is not known, so it is taken to be {} tokens. Set"
                        + " session-compression.model.context-window to it, or add the name by CompressionPolicy.withModelLimits.",
                LogText.name(model),
                ModelOptions.UNKNOWN_WINDOW);
    }

    /** The model in words, also if its name is not known. */
    private static String named(String model) {
        return model.isEmpty() ? "the chat's model" : "model '" + LogText.name(model) + "'";
    }

    /** Messages of a turn are not stored, because its question is gone. */
    static void dropped(String id, int messages) {
        ConversationLog.LOG.info(
                "Conversation {}: {} messages of a running turn were not stored, because the session of its question was cleared or deleted.",
                LogText.name(id),
                messages);
    }

    static void stackTrace(String id, Throwable cause) {
        ConversationLog.LOG.debug(
                "Conversation {}: the failed compression's stack trace.",
                LogText.name(id),
                ConversationLog.place(cause));
    }

    /** An extract is not needed any more, because another process was faster or the chat has changed. */
    static void notNeeded(String id) {
        ConversationLog.LOG.debug("Conversation {}: no state has to stand in any more.", LogText.name(id));
    }

    /** A run has no effect, because it was {@code ended}, or else because the chat has changed. */
    static void discarded(String id, boolean ended) {
        if (ended) {
            ConversationLog.LOG.debug(
                    "Conversation {}: what ran was discarded: it was closed, given up or interrupted.",
                    LogText.name(id));
        } else {
            ConversationLog.LOG.warn(
                    "Conversation {}: a result was discarded because the conversation had changed meanwhile.",
                    LogText.name(id));
        }
    }

    /** The context is above the hard limit and nothing can give way; in tokens. */
    static void overBudget(String id, int tokens, int limit) {
        ConversationLog.LOG.warn(
                "Conversation {}: {} tokens are above the hard limit of {} and nothing can give way.",
                LogText.name(id),
                tokens,
                limit);
    }
}
