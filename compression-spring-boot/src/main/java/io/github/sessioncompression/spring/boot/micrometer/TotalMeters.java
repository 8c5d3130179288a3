package io.github.sessioncompression.spring.boot.micrometer;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Shows the totals of an application's compressors together as meters of one registry: they read {@link SessionCompressor#stats()} whenever they
 * are asked.
 *
 * <p>Safe for use by many threads. The meters live while this does.
 *
 * @param compressors read again each time, for others may come later; safe for use by many threads
 */
record TotalMeters(MeterRegistry registry, List<SessionCompressor> compressors) {
    private static final String PREFIX = "session.compression.";
    private static final String TOKENS = "tokens";

    /** Registers the meters. */
    void bind() {
        String sent = "Size of all the requests sent, or of all the views taken where requests are not seen";
        count("compressions", "compressions", "Compressions that replaced messages", CompressionStats::compressions);
        count("prunings", "prunings", "Steps that replaced tool results", CompressionStats::prunings);
        count("saved.tokens", TOKENS, "By how much contexts got smaller", CompressionStats::tokensSaved);
        count("sent.tokens", TOKENS, sent, CompressionStats::sentTokens);
        String stable = "Of the tokens sent, those in an unchanged beginning";
        count("stable.prefix.tokens", TOKENS, stable, CompressionStats::stablePrefixTokens);
        usage("model", "compression model", CompressionStats::modelUsage);
        usage("chat", "chat's own model, as reported", CompressionStats::chatUsage);
        String recalls = "Times that compressed messages came back into a context";
        count("recalls", "recalls", recalls, CompressionStats::broughtBack);
        facts("required", stats -> stats.factCoverage().required());
        facts("held", stats -> stats.factCoverage().held());
        facts("ledger", stats -> stats.factCoverage().byLedger());
        facts("left-out", stats -> stats.factCoverage().leftOut());
        facts("invented", stats -> stats.factCoverage().invented());
        messages("active", CompressionStats::messagesActive);
        messages("covered", stats -> stats.messagesTotal() - stats.messagesActive());
    }

    private void usage(String whose, String title, Function<CompressionStats, ModelUse> usage) {
        count(whose + ".calls", "calls", "Calls of the " + title, usage.andThen(ModelUse::calls)::apply);
        tokens(whose, title, "input", usage.andThen(ModelUse::inputTokens)::apply);
        tokens(whose, title, "output", usage.andThen(ModelUse::outputTokens)::apply);
        tokens(whose, title, "cache-read", usage.andThen(ModelUse::cacheReadTokens)::apply);
        tokens(whose, title, "cache-creation", usage.andThen(ModelUse::cacheCreationTokens)::apply);
    }

    private void tokens(String whose, String title, String type, ToDoubleFunction<CompressionStats> value) {
        count(whose + ".tokens", Tags.of("type", type), TOKENS, "Tokens used by the " + title, value);
    }

    private void facts(String kind, ToDoubleFunction<CompressionStats> value) {
        kind(
                "facts",
                kind,
                "What became of the facts of what was compressed: required, held by the state, added by its"
                        + " ledger; sentences left out, sentences invented by a model",
                value);
    }

    /** One of several kinds of the same thing, which is its unit, too. */
    private void kind(String name, String kind, String description, ToDoubleFunction<CompressionStats> value) {
        count(name, Tags.of("kind", kind), name, description, value);
    }

    private void count(String name, String unit, String description, ToDoubleFunction<CompressionStats> value) {
        count(name, Tags.empty(), unit, description, value);
    }

    private void count(
            String name, Tags tags, String unit, String description, ToDoubleFunction<CompressionStats> value) {
        FunctionCounter.builder(PREFIX + name, this, meters -> meters.read(value))
                .tags(tags)
                .baseUnit(unit)
                .description(description)
                .register(registry);
    }

    private void messages(String coverage, ToDoubleFunction<CompressionStats> value) {
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
