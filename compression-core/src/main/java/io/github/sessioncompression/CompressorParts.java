package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.run.BackgroundTasks;
import io.github.sessioncompression.run.BackgroundTasks.RestTimer;
import io.github.sessioncompression.run.RunningCompressions;
import io.github.sessioncompression.search.MessageSearch;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.ContextMeter.KnownModels;
import io.github.sessioncompression.transcript.StatsRecorder;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts that all conversations of a compressor share, regardless of their policy. <b>Threads:</b> safe for use by many; ended by
 * {@link SessionCompressor#close}.
 *
 * @param store keeps transcripts and records
 * @param listeners get the events of all conversations
 * @param totals counts of all conversations
 * @param background runs compressions
 * @param rests reports conversations that have been idle
 * @param running the run under way of each conversation
 * @param clock time of records
 * @param nanos time for durations, in nanoseconds
 * @param newId names runs and the incarnations of conversations
 * @param carried what adapters have of turns under way, by the object that a framework carries along
 * @param models what was learnt of the chat's models: windows, counts, rules about thinking
 * @param search finds messages; has no index while nobody searches and no state lists segments
 * @param userOf the user of a chat by the chat's id; {@code null} if nothing is kept about the user
 */
record CompressorParts(
        SessionStore store,
        Listeners listeners,
        StatsRecorder totals,
        BackgroundTasks background,
        RestTimer rests,
        RunningCompressions running,
        InstantSource clock,
        LongSupplier nanos,
        Supplier<String> newId,
        Cache<Object, Object> carried,
        KnownModels models,
        MessageSearch search,
        Function<String, @Nullable String> userOf) {
    /** Maximum turns under way that adapters have attached; beyond it some are dropped. */
    private static final int MOST_CARRIED = 20_000;

    /** Compares its keys by identity and does not keep them. */
    static Cache<Object, Object> carriers() {
        return Caffeine.newBuilder()
                .weakKeys()
                .maximumSize(MOST_CARRIED)
                .executor(Runnable::run)
                .build();
    }

    /**
     * Several listeners as one that never throws.
     *
     * <p>Each event goes to each listener in their order, on the thread that calls, which must hold no lock. A listener that
     * throws keeps the event from no other one and has no effect on the chat; the first time one of its class does so, a
     * warning with the names of the classes involved is logged, never with the exception's message. Only errors of the virtual
     * machine itself, such as running out of memory, pass through, except a listener's own endless recursion. Safe for use by many threads.
     */
    static final class Listeners implements CompressionListener {
        private static final Logger log = LoggerFactory.getLogger(Listeners.class);

        private final List<CompressionListener> listeners;
        private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

        private final List<CompressionListener> added = new CopyOnWriteArrayList<>();

        Listeners(List<CompressionListener> listeners) {
            this.listeners = new CopyOnWriteArrayList<>(listeners);
        }

        void add(CompressionListener listener) {
            added.add(listener);
            listeners.add(listener);
        }

        void remove(CompressionListener listener) {
            if (added.remove(listener)) {
                listeners.remove(listener);
            }
        }

        boolean isEmpty() {
            return listeners.isEmpty();
        }

        @Override
        public void onEvent(CompressionEvent event) {
            for (CompressionListener listener : listeners) {
                try {
                    listener.onEvent(event);
                } catch (StackOverflowError endless) {
                    warnOnce(listener, event, endless);
                } catch (VirtualMachineError fatal) {
                    throw fatal;
                } catch (Throwable failure) { // also AssertionError, LinkageError, and what other JVM languages throw
                    // unchecked
                    warnOnce(listener, event, failure);
                }
            }
        }

        private void warnOnce(CompressionListener listener, CompressionEvent event, Throwable failure) {
            if (warned.add(listener.getClass())) {
                StackTraceElement[] trace = failure.getStackTrace();
                log.warn(
                        "Listener {} failed with {} at {} on {}; the event is lost to it, later failures of its class are not logged",
                        listener.getClass().getName(),
                        failure.getClass().getName(),
                        trace.length == 0 ? "an unknown place" : trace[0],
                        event.getClass().getSimpleName());
            }
        }
    }
}
