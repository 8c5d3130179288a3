package io.github.sessioncompression.spring.ai;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * The ThreadLocals of a thread that subscribes to a stream, as far as they are registered for context propagation: observations, a security
 * context, a logging MDC.
 *
 * <p>An accessor that throws costs the context, never the stream; one WARN reports it. Immutable; safe for use by many threads.
 *
 * @param values {@code null} if they could not be read
 */
record CallerContext(@Nullable ContextSnapshot values) {
    private static final Logger log = LoggerFactory.getLogger(CallerContext.class);
    private static final AtomicBoolean WARNED = new AtomicBoolean();

    /** Context of the current thread. */
    static CallerContext capture() {
        try {
            return new CallerContext(ContextSnapshotFactory.builder().build().captureAll());
        } catch (RuntimeException e) {
            warn(e);
            return new CallerContext(null);
        }
    }

    /** The stream, subscribed to on {@link Schedulers#boundedElastic()} in this context. */
    <T> Flux<T> onElastic(Flux<T> stream) {
        return new Flux<T>() {
            @Override
            public void subscribe(CoreSubscriber<? super T> actual) {
                ContextSnapshot.Scope scope = set();
                try {
                    stream.subscribe(actual);
                } finally {
                    close(scope);
                }
            }
        }.subscribeOn(Schedulers.boundedElastic());
    }

    private ContextSnapshot.@Nullable Scope set() {
        try {
            return values == null ? null : values.setThreadLocals();
        } catch (RuntimeException e) {
            warn(e);
            return null;
        }
    }

    private static void close(ContextSnapshot.@Nullable Scope scope) {
        try {
            if (scope != null) {
                scope.close();
            }
        } catch (RuntimeException e) {
            warn(e);
        }
    }

    private static void warn(RuntimeException e) {
        if (!WARNED.getAndSet(true)) {
            log.warn(
                    "The caller's ThreadLocals do not follow its streams, because a registered ThreadLocalAccessor throws {}:"
                            + " correct that accessor (logged once).",
                    e.getClass().getName());
        }
    }
}
