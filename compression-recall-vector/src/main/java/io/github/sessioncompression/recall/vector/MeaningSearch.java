package io.github.sessioncompression.recall.vector;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.model.Sleeper;
import io.github.sessioncompression.recall.RecallOptions.SecondSearch;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.text.LogText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a {@link MeaningStore}, and adds to it what is new in a conversation.
 *
 * <p><b>Algorithm</b> of a search.
 * <ol>
 *   <li>Up to 64 new messages are added while the search waits; more are added in the background, in two conversations at a time.
 *   <li>The passages nearest to the query are asked for; each message has the score of its best one.
 * </ol>
 *
 * <p><b>Does nothing when</b> a call has timed out in the last 30 seconds. <b>Threads:</b> safe for use by many; no search waits longer than the time
 * limit. <b>On failure</b> a search is answered by words alone, with one WARN; an erasure that fails is reported by a WARN each time, and the
 * conversation's passages are removed and added again at its next search.
 */
final class MeaningSearch implements SecondSearch {
    private static final Logger LOG = LoggerFactory.getLogger(MeaningSearch.class);
    private static final Duration REST = Duration.ofSeconds(30);
    private static final int MAX_CONVERSATIONS = 10_000;
    private static final int ADDED_WHILE_WAITING = 64;
    private static final int FILLED_AT_ONCE = 2;

    private final MeaningStore store;
    private final Duration limit;
    private final SessionStore transcripts;
    private final Executor executor;
    private final Sleeper waiting;
    private final LongSupplier nanos;
    private final Cache<String, PassageSync> conversations = Caffeine.newBuilder()
            .executor(Runnable::run)
            .maximumSize(MAX_CONVERSATIONS)
            .build();
    private final Semaphore fills = new Semaphore(FILLED_AT_ONCE);
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile @Nullable Long timedOutAt;

    MeaningSearch(
            VectorSearch search, SessionStore transcripts, Executor executor, Sleeper waiting, LongSupplier nanos) {
        this.store = search.store();
        this.limit = search.timeout();
        this.transcripts = transcripts;
        this.executor = executor;
        this.waiting = waiting;
        this.nanos = nanos;
    }

    private PassageSync passages(String conversationId) {
        return Objects.requireNonNull(
                conversations.get(conversationId, id -> new PassageSync(store, transcripts, id)), "passages");
    }

    @Override
    public Map<Long, Double> nearest(String conversationId, String query) {
        Long since = timedOutAt;
        if (since != null && nanos.getAsLong() - since < REST.toNanos()) {
            return Map.of();
        }
        PassageSync passages = passages(conversationId);
        FutureTask<Map<Long, Double>> search = new FutureTask<>(() -> {
            if (!passages.fill(ADDED_WHILE_WAITING)) {
                inBackground(() -> fillInTurn(passages), this::failed);
            }
            return passages.nearest(query);
        });
        Map<Long, Double> found = await(search, this::failed);
        search.cancel(true);
        return found == null ? Map.of() : found;
    }

    private void fillInTurn(PassageSync passages) {
        if (fills.tryAcquire()) {
            try {
                passages.fill(Long.MAX_VALUE);
            } finally {
                fills.release();
            }
        }
    }

    @Override
    public void erased(String conversationId, List<Long> sequences) {
        PassageSync passages = passages(conversationId);
        await(new FutureTask<>(() -> passages.remove(sequences), true), reason -> notRemoved(conversationId, reason));
    }

    @Override
    public void cleared(String conversationId) {
        inBackground(passages(conversationId)::cleared, reason -> notRemoved(conversationId, reason));
    }

    private void inBackground(Runnable task, Consumer<String> failed) {
        try {
            executor.execute(() -> {
                try {
                    task.run();
                } catch (RuntimeException | Error e) {
                    failed.accept(e.getClass().getName());
                }
            });
        } catch (RuntimeException e) {
            LOG.debug("the meaning store is not called: {}", e.getClass().getName());
        }
    }

    /** The result of a call that may hang; {@code null} if it throws, times out or is not made, for a reason without any text of others. */
    private <T> @Nullable T await(FutureTask<T> call, Consumer<String> failed) {
        try {
            executor.execute(call);
            return waiting.await(call, limit);
        } catch (TimeoutException e) {
            timedOutAt = nanos.getAsLong();
            failed.accept("it did not answer within " + limit);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            failed.accept((cause == null ? e : cause).getClass().getName());
        } catch (RejectedExecutionException e) {
            failed.accept("no thread was free for it");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    private void failed(String reason) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn("the meaning store failed ({}): messages are searched by their words alone (said once)", reason);
        }
    }

    private static void notRemoved(String conversationId, String reason) {
        LOG.warn(
                "conversation {}: erased messages may still be in the meaning store, though no search shows them: {}",
                LogText.name(conversationId),
                reason);
    }
}
