package io.github.sessioncompression;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.event.CompressionStats.ModelUsage;
import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.event.Recovery;
import io.github.sessioncompression.event.Stage;
import io.github.sessioncompression.event.StatsRecorder;
import io.github.sessioncompression.event.TokenBreakdown;
import io.github.sessioncompression.event.TriggerWarning;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners, statistics and the log what happens to one conversation.
 *
 * <p>What happens under the conversation's lock is queued and told by {@link #flush} once the lock is free, in order. Each
 * failure gets one WARN; nothing here ever holds a message's contents. Safe for use by many threads.
 */
final class Reporter {
    private static final Logger log = LoggerFactory.getLogger(Conversation.class);
    private static final double WARNING_SHARE = 0.8;

    private final String id;
    private final Engine engine;
    private final StatsRecorder stats;
    private final TriggerWarning warning = TriggerWarning.at(WARNING_SHARE);
    private final Queue<CompressionEvent> untold = new ConcurrentLinkedQueue<>();
    private volatile boolean overBudget;

    Reporter(String id, Engine engine) {
        this.id = id;
        this.engine = engine;
        this.stats = engine.totals().conversation();
    }

    /** A stage is about to run. */
    void started(Stage stage, Reason reason, int size) {
        tell(new CompressionEvent.StageStarted(
                id,
                engine.clock().instant(),
                stage,
                reason,
                size,
                engine.policy().baseTokens()));
    }

    /** A stage ran. */
    void finished(Stage stage, Reason reason, int before, int after, int affected, Duration took, Context context) {
        tell(new CompressionEvent.StageFinished(
                id,
                engine.clock().instant(),
                stage,
                reason,
                before,
                after,
                engine.policy().baseTokens(),
                affected,
                took,
                breakdown(context)));
        if (stage == Stage.COMPRESS) {
            warning.compressed();
        }
    }

    /** The model failed, and this is what happens instead. */
    void failed(Reason reason, String failure, Recovery instead, int size, Duration took) {
        log.warn("Conversation {}: compression failed ({}); instead: {}.", id, failure, instead);
        tell(new CompressionEvent.StageFailed(
                id,
                engine.clock().instant(),
                Stage.COMPRESS,
                reason,
                failure,
                instead,
                size,
                engine.policy().baseTokens(),
                took));
    }

    /** The store or this library threw: the context stays as it was. */
    void broken(Reason reason, RuntimeException cause, int size) {
        String name = cause.getClass().getSimpleName().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
        String kind = name.isEmpty() ? "UNEXPECTED" : name.substring(0, Math.min(64, name.length()));
        failed(reason, kind, recovery(), size, Duration.ZERO);
        log.debug("Conversation {}: the failed compression's stack trace.", id, cause);
    }

    /** What happens instead of a compression that could not be had, by the policy. */
    Recovery recovery() {
        return switch (engine.policy().failure()) {
            case OFFLINE, KEEP -> Recovery.KEPT;
            case TRUNCATE -> Recovery.TRUNCATED;
            case THROW -> Recovery.THROWN;
        };
    }

    /** A compression came too late, or the store refused it: it was paid for nothing. */
    void discarded(Reason reason, Duration took) {
        log.warn("Conversation {}: a compression was discarded because the conversation had changed meanwhile.", id);
        tell(new CompressionEvent.LateResultDiscarded(id, engine.clock().instant(), reason, took));
    }

    /** What calls of the compression model cost, successful or not. */
    void paid(Usage usage, int calls) {
        if (calls > 0) {
            stats.modelUsed(used(usage, calls));
        }
    }

    /** What one call of the chat's own model cost. */
    void reported(Usage usage) {
        stats.chatUsed(used(usage, 1));
    }

    private static ModelUsage used(Usage usage, int calls) {
        return new ModelUsage(
                calls,
                usage.inputTokens(),
                usage.outputTokens() + usage.reasoningTokens(),
                usage.cacheReadTokens(),
                usage.cacheCreationTokens());
    }

    /** Nothing is left to take away: told once until the context is below the limit again. */
    void overBudget(int size, int limit) {
        if (!overBudget) {
            log.warn(
                    "Conversation {}: {} tokens are above the hard limit of {} and nothing can give way.",
                    id,
                    size,
                    limit);
            tell(new CompressionEvent.OverBudget(
                    id, engine.clock().instant(), size, limit, engine.policy().baseTokens()));
        }
        overBudget = true;
    }

    /** A view was handed out. */
    void viewed(View view, int size) {
        stats.sent(view.tokens(), view.stablePrefixTokens());
        overBudget = view.outcome() instanceof Outcome.OverBudget;
        int trigger = engine.policy().triggerTokens();
        if (warning.due(size, trigger)) {
            tell(new CompressionEvent.NearTrigger(
                    id, engine.clock().instant(), size, trigger, engine.policy().baseTokens()));
        }
        flush();
    }

    /** The transcript has so many messages, of which so many are not covered by the state. */
    void messages(long total, int active) {
        stats.messages(total, active);
    }

    CompressionStats stats() {
        return stats.snapshot();
    }

    void cleared() {
        stats.clear();
        overBudget = false;
        flush();
    }

    private static TokenBreakdown breakdown(Context context) {
        int others = context.systemTokens() + context.stateTokens() + context.toolTokens();
        return new TokenBreakdown(
                context.systemTokens(), context.stateTokens(), context.tokens() - others, context.toolTokens());
    }

    private void tell(CompressionEvent event) {
        stats.onEvent(event);
        if (!engine.listeners().isEmpty()) {
            untold.add(event);
        }
    }

    /** Tells the listeners what is queued. Never under a lock. */
    void flush() {
        for (CompressionEvent event = untold.poll(); event != null; event = untold.poll()) {
            engine.listeners().onEvent(event);
        }
    }
}
