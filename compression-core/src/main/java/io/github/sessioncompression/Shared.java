package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Cache;
import io.github.sessioncompression.recall.MessageSearch;
import io.github.sessioncompression.store.SessionStore;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all conversations of a compressor share, whatever their policy.
 *
 * @param background runs compressions that nobody waits for
 * @param nanos a clock for durations
 * @param newId names runs and the lives of conversations
 * @param closed whether the compressor was closed, so that nothing that is running may take effect
 * @param cleared what was there of conversations cleared a moment ago
 * @param models what was learned of the chats' models
 * @param search finds messages; has no index as long as nobody searches and no state tells of segments
 * @param archive is given messages before they are deleted; {@code null} if the application has none
 */
record Shared(
        SessionStore store,
        Listeners listeners,
        StatsRecorder totals,
        BackgroundTasks background,
        Flights flights,
        InstantSource clock,
        LongSupplier nanos,
        Supplier<String> newId,
        BooleanSupplier closed,
        Cache<String, PendingClear> cleared,
        KnownModels models,
        MessageSearch search,
        @Nullable ArchiveListener archive) {}
