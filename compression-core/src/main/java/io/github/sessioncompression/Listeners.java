package io.github.sessioncompression;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionListener;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several listeners as one that never throws.
 *
 * <p>Each event goes to each listener in their order, on the thread that calls, which must hold no lock. A listener that
 * throws keeps the event from no other one and has no effect on the chat; the first time one of its class does so, a
 * warning with the names of the classes involved is logged, never with what the exception says. Only errors of the virtual
 * machine itself, such as running out of memory, pass through, but for a listener's own endless recursion. Safe for use by many threads.
 */
final class Listeners implements CompressionListener {
    private static final Logger log = LoggerFactory.getLogger(Listeners.class);

    private final List<CompressionListener> listeners;
    /** At most as many as there are listeners. */
    private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

    private Listeners(List<CompressionListener> listeners) {
        this.listeners = listeners;
    }

    /** The {@code listeners} as one, none if the list is empty. */
    static Listeners of(List<? extends CompressionListener> listeners) {
        return new Listeners(List.copyOf(listeners));
    }

    /** The {@code listeners} as one. */
    static Listeners of(CompressionListener... listeners) {
        return of(List.of(listeners));
    }

    /** Whether there is none, so that the caller may save itself the making of an event. */
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
