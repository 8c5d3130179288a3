package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.recall.CompressedSegment;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.Level;
import io.github.sessioncompression.recall.SearchOptions;
import io.github.sessioncompression.recall.Segment;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/**
 * Finds what left a conversation's context again: what its state stands for, and tool results that may be placeholders.
 *
 * <p>Got from {@link Conversation#recall}. Safe for use by many threads; each call sees the conversation as it is then.
 */
public final class Recall {
    private final ArchiveSearch archive;
    private final BackgroundTasks background;

    /**
     * What is found by {@code archive}.
     *
     * @param background runs what nobody waits for
     */
    Recall(ArchiveSearch archive, BackgroundTasks background) {
        this.archive = archive;
        this.background = background;
    }

    /**
     * The {@code k} archived messages that answer {@code query} best, as {@link #search(String, SearchOptions)} finds them.
     *
     * @param k 1 to {@value SearchOptions#MAX_LIMIT}
     * @throws IllegalArgumentException if {@code k} is out of range
     */
    public List<Hit> search(String query, int k) {
        return search(query, SearchOptions.defaults().withLimit(k));
    }

    /**
     * The messages of the conversation that answer {@code query} best, best first: users', assistants' and tool results, and tool calls
     * with their arguments, but no system messages.
     *
     * <p>Looks through what a state stands for unless {@code options} say otherwise. The first search reads the transcript from the
     * store, every further one what is new; nothing is kept of a conversation that nobody searches. Not meant for large queries: the
     * first 4,000 characters count.
     *
     * @param query plain text, in the language of the chat or, where it has several, in any of them
     * @throws RuntimeException whatever the store throws if it can't be read
     */
    public List<Hit> search(String query, SearchOptions options) {
        Objects.requireNonNull(query, "query");
        Objects.requireNonNull(options, "options");
        return archive.find(query, options);
    }

    /**
     * The segments of what is archived, oldest first: stretches of the conversation about one matter each.
     *
     * @throws RuntimeException whatever the store throws if it can't be read
     */
    public List<Segment> segments() {
        return archive.segments();
    }

    /**
     * The archived messages of one of the {@link #segments}, as they were said; none if there is no such segment.
     *
     * @param segmentId a segment's or a {@linkplain Hit#segment() hit's} id
     * @throws RuntimeException whatever the store throws if it can't be read
     */
    public List<Entry> expand(String segmentId) {
        Objects.requireNonNull(segmentId, "segmentId");
        return archive.expand(segmentId);
    }

    /**
     * What a level tells of one of the {@link #segments}: retrieval may begin at any level and go on to a {@linkplain Level#finer finer}
     * one. In the words of the model that compressed it, where it told of it, and else made from the transcript; asks no model, and
     * never tells of what was erased.
     *
     * @param segmentId a segment's or a {@linkplain Hit#segment() hit's} id
     * @return empty if there is no such segment
     * @throws RuntimeException whatever the store throws if it can't be read
     */
    public Optional<CompressedSegment> expand(String segmentId, Level level) {
        Objects.requireNonNull(segmentId, "segmentId");
        Objects.requireNonNull(level, "level");
        return archive.expand(segmentId, level);
    }

    /**
     * As {@link #expand(String, Level)}, on a thread in the background.
     *
     * <p>Cancelled before it has begun, nothing is read; cancelled later, what is read is dropped.
     *
     * @return ends as the call would: with what it returns, or with what it throws; with a {@link
     *     java.util.concurrent.RejectedExecutionException} where no thread takes it, as after the compressor was closed
     */
    public CompletableFuture<Optional<CompressedSegment>> expandAsync(String segmentId, Level level) {
        Objects.requireNonNull(segmentId, "segmentId");
        Objects.requireNonNull(level, "level");
        CompletableFuture<Optional<CompressedSegment>> expanded = new CompletableFuture<>();
        try {
            background.execute(
                    () -> {
                        if (!expanded.isDone()) {
                            complete(expanded, segmentId, level);
                        }
                    },
                    () -> expanded.cancel(false));
        } catch (RejectedExecutionException e) {
            expanded.completeExceptionally(e);
        }
        return expanded;
    }

    private void complete(CompletableFuture<Optional<CompressedSegment>> expanded, String segmentId, Level level) {
        try {
            expanded.complete(archive.expand(segmentId, level));
        } catch (RuntimeException | Error e) {
            expanded.completeExceptionally(e);
        }
    }
}
