package io.github.sessioncompression.spring.ai;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * The ThreadLocals of a thread that subscribes to a stream, as far as they are registered for context propagation: observations, a security
 * context, a logging MDC. Immutable; safe for use by many threads.
 */
record CallerContext(ContextSnapshot values) {
    /** Context of the current thread. */
    static CallerContext capture() {
        return new CallerContext(ContextSnapshotFactory.builder().build().captureAll());
    }

    /** The stream, subscribed to on {@link Schedulers#boundedElastic()} in this context. */
    <T> Flux<T> onElastic(Flux<T> stream) {
        return new Flux<T>() {
            @Override
            @SuppressWarnings("try") // The scope is there to be closed.
            public void subscribe(CoreSubscriber<? super T> actual) {
                try (ContextSnapshot.Scope unused = values.setThreadLocals()) {
                    stream.subscribe(actual);
                }
            }
        }.subscribeOn(Schedulers.boundedElastic());
    }
}
