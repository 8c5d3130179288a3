package io.github.sessioncompression;

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
 * What all conversations of a compressor share.
 *
 * @param model {@code null} if there is no compression model
 * @param systemContext what the application tells the compression model about itself, by conversation id
 * @param patience how long a view waits above the hard limit for a running compression at most
 * @param owner names this process to the store's leases
 * @param newIncarnation names a conversation that begins
 * @param nanos a clock for durations
 */
record Engine(
        CompressionPolicy policy,
        SessionStore store,
        MessageTokens tokens,
        Pruner pruner,
        OfflineStateCompiler offline,
        @Nullable ModelStateCompiler model,
        Function<String, @Nullable String> systemContext,
        Listeners listeners,
        StatsRecorder totals,
        Executor executor,
        Duration patience,
        InstantSource clock,
        LongSupplier nanos,
        String owner,
        Supplier<String> newIncarnation) {

    StateSchema schema() {
        return policy.state().schema();
    }

    /** What a state costs in a request, without the acknowledgement; 0 for an empty one. */
    int stateTokens(StateDocument state) {
        return state.isEmpty() ? 0 : tokens.countText(StateEnvelope.wrap(schema(), state));
    }
}
