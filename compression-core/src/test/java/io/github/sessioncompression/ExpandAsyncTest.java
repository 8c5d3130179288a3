package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Segment levels fetched in the background. */
class ExpandAsyncTest extends TalkFixture {
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final AtomicInteger reads = new AtomicInteger();

    /** The same store, by which it is counted what is asked. */
    private SessionStore counted() {
        return WatchedStore.of(store, call -> {
            reads.incrementAndGet();
            return call.proceed();
        });
    }

    private SessionCompressor compressor(SessionStore from) {
        return open.open(SessionCompressor.builder().policy(POLICY).store(from).executor(waiting::add));
    }

    private Conversation archived() {
        Conversation chat = compressor(store).conversation("chat");
        talk(chat, 12);
        chat.compress();
        waiting.clear();
        return chat;
    }

    @Test
    void completesWithResultOfSyncCall() {
        Recall recall = archived().recall();
        String id = recall.segments().get(0).id();

        CompletableFuture<Optional<CompressedSegment>> brief = recall.expandAsync(id, Level.BRIEF);
        CompletableFuture<Optional<CompressedSegment>> none = recall.expandAsync("s999", Level.BRIEF);

        assertThat(brief).isNotDone();
        waiting.forEach(Runnable::run);
        assertThat(brief).isCompletedWithValue(recall.expand(id, Level.BRIEF));
        assertThat(none).isCompletedWithValue(Optional.empty());
    }

    @Test
    void cancelledBeforeItHasBegunNothingIsRead() {
        archived();
        Recall recall = compressor(counted()).conversation("chat").recall();
        String id = recall.segments().get(0).id();
        CompletableFuture<Optional<CompressedSegment>> brief = recall.expandAsync(id, Level.BRIEF);
        int before = reads.get();

        brief.cancel(true);
        waiting.forEach(Runnable::run);

        assertThat(brief).isCancelled();
        assertThat(before).isPositive();
        assertThat(reads).hasValue(before);
    }

    @Test
    void completesWithStoreException() {
        FragileStore fragile = new FragileStore();
        Conversation chat = compressor(fragile).conversation("chat");
        talk(chat, 12);
        chat.compress();
        waiting.clear();
        CompletableFuture<Optional<CompressedSegment>> tags = chat.recall().expandAsync("s2", Level.TAGS);

        fragile.gone = true;
        waiting.forEach(Runnable::run);

        assertThatThrownBy(tags::join).hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void closingCancelsPendingExpansion() {
        SessionCompressor compressor = compressor(store);
        CompletableFuture<Optional<CompressedSegment>> late =
                compressor.conversation("chat").recall().expandAsync("s1", Level.TAGS);

        compressor.close();

        assertThat(late).isCancelled();
    }

    @Test
    void isRefusedOnceTheCompressorIsClosed() {
        SessionCompressor compressor = compressor(store);
        Recall recall = compressor.conversation("chat").recall();
        compressor.close();

        assertThatThrownBy(() -> recall.expandAsync("s1", Level.TAGS)).isInstanceOf(RejectedExecutionException.class);
    }
}
