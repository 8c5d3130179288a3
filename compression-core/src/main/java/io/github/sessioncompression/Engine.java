package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Cache;
import io.github.sessioncompression.event.Listeners;
import io.github.sessioncompression.event.StatsRecorder;
import io.github.sessioncompression.model.ModelStateCompiler;
import io.github.sessioncompression.offline.OfflineStateCompiler;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.Pruner;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all conversations with the same policy share.
 *
 * @param model {@code null} if there is no compression model
 * @param patience how long a view waits above the hard limit for a running compression at most
 * @param shared what all conversations of the compressor share
 */
record Engine(
        CompressionPolicy policy,
        MessageTokens tokens,
        Pruner pruner,
        OfflineStateCompiler offline,
        @Nullable ModelStateCompiler model,
        Duration patience,
        Shared shared) {

    /**
     * What all conversations of a compressor share.
     *
     * @param systemContext what the application tells the compression model about itself, by conversation id
     * @param owner names this process to the store's leases
     * @param newIncarnation names a conversation that begins
     * @param nanos a clock for durations
     * @param cleared what was there of conversations cleared a moment ago
     */
    record Shared(
            SessionStore store,
            Function<String, @Nullable String> systemContext,
            Listeners listeners,
            StatsRecorder totals,
            Executor executor,
            InstantSource clock,
            LongSupplier nanos,
            String owner,
            Supplier<String> newIncarnation,
            Cache<String, Restoration> cleared) {}

    SessionStore store() {
        return shared.store();
    }

    Function<String, @Nullable String> systemContext() {
        return shared.systemContext();
    }

    Listeners listeners() {
        return shared.listeners();
    }

    StatsRecorder totals() {
        return shared.totals();
    }

    Executor executor() {
        return shared.executor();
    }

    InstantSource clock() {
        return shared.clock();
    }

    LongSupplier nanos() {
        return shared.nanos();
    }

    String owner() {
        return shared.owner();
    }

    Supplier<String> newIncarnation() {
        return shared.newIncarnation();
    }

    Cache<String, Restoration> cleared() {
        return shared.cleared();
    }

    StateSchema schema() {
        return policy.state().schema();
    }

    /** What a state costs in a request, without the acknowledgement; 0 for an empty one. */
    int stateTokens(StateDocument state) {
        return state.isEmpty() ? 0 : tokens.countText(StateEnvelope.wrap(schema(), state));
    }
}
