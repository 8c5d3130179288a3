package io.github.sessioncompression.recall;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.model.Waiting;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a {@link MeaningStore}, and adds to it what is new in a conversation: few messages while the search waits, more in the background,
 * in few conversations at a time. No search waits longer than the time limit. Safe for use by many threads.
 */
final class MeaningSearch {
    private static final Logger LOG = LoggerFactory.getLogger(MeaningSearch.class);
    private static final int MAX_CONVERSATIONS = 10_000;
    private static final int ADDED_WHILE_WAITING = 64;
    private static final int FILLED_AT_ONCE = 2;

    private final MeaningStore store;
    private final SessionStore transcripts;
    private final Executor executor;
    private final LimitedCalls calls;
    private final Cache<String, PassageSync> conversations = Caffeine.newBuilder()
            .executor(Runnable::run)
            .maximumSize(MAX_CONVERSATIONS)
            .build();
    private final Semaphore fills = new Semaphore(FILLED_AT_ONCE);
    private final AtomicBoolean warned = new AtomicBoolean();

    MeaningSearch(
            MeaningStore store,
            Duration limit,
            SessionStore transcripts,
            Executor executor,
            Waiting waiting,
            LongSupplier nanos) {
        this.store = store;
        this.transcripts = transcripts;
        this.executor = executor;
        this.calls = new LimitedCalls(limit, executor, waiting, nanos);
    }

    private PassageSync passages(String conversationId) {
        return Objects.requireNonNull(
                conversations.get(conversationId, id -> new PassageSync(store, transcripts, id)), "passages");
    }

    /** The scores of the messages nearest to a query, by sequence number; {@code null} if the store fails or is slow. */
    @Nullable
    Map<Long, Double> nearest(String conversationId, String query) {
        try {
            return calls.make(() -> ask(passages(conversationId), query));
        } catch (LimitedCalls.Failed e) {
            if (!Thread.currentThread().isInterrupted()) {
                failed(String.valueOf(e.getMessage()));
            }
            return null;
        }
    }

    private Map<Long, Double> ask(PassageSync passages, String query) {
        long behind = passages.behind();
        if (behind > ADDED_WHILE_WAITING) {
            fillInBackground(passages);
        } else if (behind > 0) {
            passages.fill();
        }
        return passages.nearest(query);
    }

    private void fillInBackground(PassageSync passages) {
        inBackground(() -> {
            if (fills.tryAcquire()) {
                try {
                    passages.fill();
                } catch (RuntimeException | Error e) {
                    failed(e.getClass().getName());
                } finally {
                    fills.release();
                }
            }
        });
    }

    private void inBackground(Runnable task) {
        try {
            executor.execute(task);
        } catch (RuntimeException e) {
            LOG.debug("the meaning store is not called: {}", e.getClass().getName());
        }
    }

    private void failed(String reason) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn("the meaning store failed ({}): messages are searched by their words alone (said once)", reason);
        }
    }

    /** Removes the passages of messages; returns when that is done, or after the time limit. */
    void remove(String conversationId, List<Long> sequences) {
        PassageSync passages = passages(conversationId);
        try {
            calls.make(() -> {
                passages.remove(sequences);
                return true;
            });
        } catch (LimitedCalls.Failed e) {
            notRemoved(conversationId, String.valueOf(e.getMessage()));
            inBackground(() -> passages.remove(sequences));
        }
    }

    /** Removes all passages of a conversation, in the background. */
    void clear(String conversationId) {
        PassageSync passages = passages(conversationId);
        inBackground(() -> {
            try {
                passages.cleared();
            } catch (RuntimeException e) {
                notRemoved(conversationId, e.getClass().getName());
            }
        });
    }

    private static void notRemoved(String conversationId, String reason) {
        LOG.warn(
                "conversation {}: erased messages may still be in the meaning store, though no search shows them: {}",
                conversationId,
                reason);
    }
}
