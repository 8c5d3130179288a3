package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The events of one request to a guarded model that streams as LangChain4j's since 1.20 do: each subscription sends the request, and
 * sends it again shorter if it is refused before the first event.
 *
 * @param calls gives a call for each subscription; {@code null} if there is none to make, because the request is of no chat
 * @param passed the request that is sent without a call
 */
record GuardedPublisher(
        Supplier<@Nullable GuardedCall> calls,
        Supplier<ChatRequest> passed,
        Function<ChatRequest, Flow.Publisher<Object>> send)
        implements Flow.Publisher<Object> {
    private static final String COMPLETE = "dev.langchain4j.model.chat.response.CompleteResponse";

    @Override
    public void subscribe(Flow.Subscriber<? super Object> subscriber) {
        GuardedCall call = calls.get();
        if (call == null) {
            send.apply(passed.get()).subscribe(subscriber);
        } else {
            new Relay(call, subscriber).begin();
        }
    }

    /** Passes on, and takes the place of a refused subscription's successor too. */
    private final class Relay implements Flow.Subscriber<Object>, Flow.Subscription {
        private final GuardedCall call;
        private final Flow.Subscriber<? super Object> subscriber;
        private final Object lock = new Object();
        private Flow.@Nullable Subscription current;
        private boolean subscribed;
        private boolean cancelled;
        /** Before the first event, all that was asked for is still wanted. */
        private long wanted;

        private volatile boolean started;

        Relay(GuardedCall call, Flow.Subscriber<? super Object> subscriber) {
            this.call = call;
            this.subscriber = subscriber;
        }

        void begin() {
            call.send(fitting -> {
                send.apply(fitting).subscribe(this);
                return null;
            });
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            boolean first;
            boolean over;
            long again;
            synchronized (lock) {
                current = subscription;
                first = !subscribed;
                subscribed = true;
                over = cancelled;
                again = wanted;
            }
            if (over) {
                subscription.cancel();
            } else if (first) {
                subscriber.onSubscribe(this);
            } else if (again > 0) {
                subscription.request(again);
            }
        }

        @Override
        public void onNext(Object event) {
            started = true;
            if (event.getClass().getName().equals(COMPLETE)) {
                call.answered(ByName.read(event, "chatResponse") instanceof ChatResponse response ? response : null);
            }
            subscriber.onNext(event);
        }

        @Override
        public void onError(Throwable failure) {
            boolean over;
            synchronized (lock) {
                over = cancelled;
            }
            if (!started && !over && call.isChangedAfter(failure)) {
                begin();
            } else {
                call.interrupted();
                subscriber.onError(failure);
            }
        }

        @Override
        public void onComplete() {
            call.answered(null);
            subscriber.onComplete();
        }

        @Override
        public void request(long n) {
            Flow.Subscription to;
            synchronized (lock) {
                wanted = n > Long.MAX_VALUE - wanted ? Long.MAX_VALUE : wanted + Math.max(0, n);
                to = current;
            }
            if (to != null) {
                to.request(n);
            }
        }

        @Override
        public void cancel() {
            Flow.Subscription to;
            synchronized (lock) {
                cancelled = true;
                to = current;
            }
            if (to != null) {
                to.cancel();
            }
            call.interrupted();
        }
    }
}
