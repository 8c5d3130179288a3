package io.github.sessioncompression.spring.boot.micrometer;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Shows the totals of an application's compressors together as meters: they read {@link SessionCompressor#stats()} whenever they are asked.
 *
 * <p>Safe for use by many threads. The meters live as long as this does.
 */
final class TotalMeters {
    private static final String PREFIX = "session.compression.";
    private static final String TOKENS = "tokens";

    private final List<SessionCompressor> compressors;

    /**
     * Meters of all these.
     *
     * @param compressors read anew each time, for others may come later; safe for use by many threads
     */
    TotalMeters(List<SessionCompressor> compressors) {
        this.compressors = compressors;
    }

    /** Registers the meters. */
    void bindTo(MeterRegistry registry) {
        count(
                registry,
                "compressions",
                "compressions",
                "Compressions that replaced messages",
                CompressionStats::compressions);
        count(registry, "prunings", "prunings", "Steps that replaced tool results", CompressionStats::prunings);
        count(registry, "saved.tokens", TOKENS, "By how much contexts got smaller", CompressionStats::tokensSaved);
        count(
                registry,
                "sent.tokens",
                TOKENS,
                "Size of all the requests sent, or of all the views taken where requests are not seen",
                CompressionStats::sentTokens);
        count(
                registry,
                "stable.prefix.tokens",
                TOKENS,
                "Of the tokens sent, those in an unchanged beginning",
                CompressionStats::stablePrefixTokens);
        usage(registry, "model", "compression model", CompressionStats::modelUsage);
        usage(registry, "chat", "chat's own model, as reported", CompressionStats::chatUsage);
        recalls(registry);
        facts(registry);
        messages(registry, "active", CompressionStats::messagesActive);
        messages(registry, "covered", stats -> stats.messagesTotal() - stats.messagesActive());
    }

    private void recalls(MeterRegistry registry) {
        count(
                registry,
                "recalls",
                "recalls",
                "How often something came back into a context",
                stats -> stats.recallUsage().broughtBack());
        count(
                registry,
                "recalls.judged",
                "recalls",
                "Of these, those whose use can be told by a value",
                stats -> stats.recallUsage().judged());
        count(
                registry,
                "recalls.used",
                "recalls",
                "Of these, those whose value is in the answer",
                stats -> stats.recallUsage().used());
        regrets(registry, "call", stats -> stats.recallUsage().repeatedCalls());
        regrets(registry, "value", stats -> stats.recallUsage().missedValues());
    }

    private void regrets(MeterRegistry registry, String kind, ToDoubleFunction<CompressionStats> value) {
        kind(
                registry,
                "regrets",
                kind,
                "What was wanted again after it had left a context: tool calls made again, values named again",
                value);
    }

    private void facts(MeterRegistry registry) {
        facts(registry, "required", stats -> stats.factCoverage().required());
        facts(registry, "held", stats -> stats.factCoverage().held());
        facts(registry, "ledger", stats -> stats.factCoverage().addedByLedger());
        facts(registry, "left-out", stats -> stats.factCoverage().leftOut());
        facts(registry, "invented", stats -> stats.factCoverage().invented());
    }

    private void facts(MeterRegistry registry, String kind, ToDoubleFunction<CompressionStats> value) {
        kind(
                registry,
                "facts",
                kind,
                "What became of the facts of what was compressed: required, held by the state, added by its"
                        + " ledger; sentences left out, sentences invented by a model",
                value);
    }

    /** One of several kinds of the same thing, which is its unit, too. */
    private void kind(
            MeterRegistry registry,
            String name,
            String kind,
            String description,
            ToDoubleFunction<CompressionStats> value) {
        FunctionCounter.builder(PREFIX + name, this, meters -> meters.read(value))
                .tag("kind", kind)
                .baseUnit(name)
                .description(description)
                .register(registry);
    }

    private void usage(MeterRegistry registry, String whose, String title, Function<CompressionStats, ModelUse> usage) {
        count(registry, whose + ".calls", "calls", "Calls of the " + title, stats -> usage.apply(stats)
                .calls());
        tokens(registry, whose, title, "input", stats -> usage.apply(stats).inputTokens());
        tokens(registry, whose, title, "output", stats -> usage.apply(stats).outputTokens());
        tokens(registry, whose, title, "cache-read", stats -> usage.apply(stats).cacheReadTokens());
        tokens(registry, whose, title, "cache-creation", stats -> usage.apply(stats)
                .cacheCreationTokens());
    }

    private void tokens(
            MeterRegistry registry, String whose, String title, String type, ToDoubleFunction<CompressionStats> value) {
        FunctionCounter.builder(PREFIX + whose + ".tokens", this, meters -> meters.read(value))
                .tag("type", type)
                .baseUnit(TOKENS)
                .description("Tokens used by the " + title)
                .register(registry);
    }

    private void count(
            MeterRegistry registry,
            String name,
            String unit,
            String description,
            ToDoubleFunction<CompressionStats> value) {
        FunctionCounter.builder(PREFIX + name, this, meters -> meters.read(value))
                .baseUnit(unit)
                .description(description)
                .register(registry);
    }

    private void messages(MeterRegistry registry, String coverage, ToDoubleFunction<CompressionStats> value) {
        Gauge.builder(PREFIX + "messages", this, meters -> meters.read(value))
                .tag("coverage", coverage)
                .baseUnit("messages")
                .description("Messages of the conversations at hand, shown or covered by a state")
                .register(registry);
    }

    private double read(ToDoubleFunction<CompressionStats> value) {
        return compressors.stream()
                .mapToDouble(compressor -> value.applyAsDouble(compressor.stats()))
                .sum();
    }
}
