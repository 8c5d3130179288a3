package io.github.sessioncompression.search;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.model.Sleeper;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.RecallOptions.SecondSearch;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds messages of conversations by their contents, with an index for each conversation that was searched.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>The first search of a conversation builds its index from the transcript; later ones read what is new ({@link SyncedIndex}).
 *   <li>A {@link SecondSearch}, if there is one, returns scores of its own.
 *   <li>{@link IndexSearch} ranks the messages by the query's words, joins both rankings, and reads the best messages from the store.
 * </ol>
 *
 * <p><b>Limits.</b> The indexes used least are dropped beyond {@link RecallOptions#indexMegabytes()}, and built again when needed.
 *
 * <p><b>Threads.</b> Safe for use by many; searches of one conversation wait for each other, at most two minutes: then the thread that uses
 * the index hangs in the store, and another index is built.
 *
 * <p><b>On failure.</b> Exceptions of the store are thrown through; a second search that fails leaves the ranking to words.
 */
public final class MessageSearch {
    /** Selects all messages. */
    public static final LongPredicate ALL = sequence -> true;

    private static final Logger LOG = LoggerFactory.getLogger(MessageSearch.class);
    /** Bytes of a unit of the cache's weights: weights are ints, so bytes would limit an index to 2 GiB. */
    private static final int KIB = 1024;

    /** The messages that are indexed while a request waits: some hundredths of a second. */
    private static final int INDEXED_WHILE_WAITING = 500;

    /** The longest wait for another thread's use of an index. After it that thread hangs in a call of the store. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);

    /** The markers of a message that are followed. Each costs one ranking while the request waits. */
    private static final int MAX_MARKERS = 3;

    private final SessionStore store;
    private final Duration longestWait;
    /** The most KiB of all indexes together. */
    private final long maxWeight;

    private final Cache<String, SyncedIndex> indexes;
    /** The conversations whose index is being built in the background. */
    private final Set<String> building = ConcurrentHashMap.newKeySet();

    /** True once the WARN about an index that is too large is logged: it would repeat with every search. */
    private final AtomicBoolean warned = new AtomicBoolean();

    private final @Nullable SecondSearch second;

    /** A search in {@code store} that makes the calls of a {@link SecondSearch} on the searching thread. */
    public MessageSearch(SessionStore store, RecallOptions options) {
        this(store, options, Runnable::run, Sleeper.realTime(), System::nanoTime);
    }

    /** A search in {@code store}; {@code executor}, {@code waiting} and the clock {@code nanos} are for a {@link SecondSearch}. */
    public MessageSearch(
            SessionStore store, RecallOptions options, Executor executor, Sleeper waiting, LongSupplier nanos) {
        this(store, options, executor, waiting, nanos, LONGEST_WAIT);
    }

    MessageSearch(
            SessionStore store,
            RecallOptions options,
            Executor executor,
            Sleeper waiting,
            LongSupplier nanos,
            Duration longestWait) {
        this.store = Objects.requireNonNull(store, "store");
        this.longestWait = longestWait;
        this.maxWeight = (long) options.indexMegabytes() * KIB;
        this.indexes = Caffeine.newBuilder()
                // evicts on the searching thread, as no thread works here that the application did not give
                .executor(Runnable::run)
                .maximumWeight(maxWeight)
                .weigher((String id, SyncedIndex index) -> weight(index))
                .build();
        this.second = options.secondSearch()
                .map(factory -> factory.open(store, executor, waiting, nanos))
                .orElse(null);
    }

    private static int weight(SyncedIndex index) {
        return (int) Math.min(Integer.MAX_VALUE, 1 + index.bytes() / KIB);
    }

    /**
     * The messages of a conversation that answer {@code query} best, best first; none if no word of it is in the conversation.
     *
     * @param query plain text in any language, of which the first 4,000 characters are read
     * @param limit the most hits, 1 or more
     * @param excerptChars the longest excerpt, in UTF-16 units, 2 or more
     * @param filter selects messages by sequence number; it is called with the index's lock held, so it must not wait
     * @throws RuntimeException if the store throws it
     */
    public List<Hit> search(String conversationId, String query, int limit, int excerptChars, LongPredicate filter) {
        Map<Long, Double> nearest = second == null ? Map.of() : second.nearest(conversationId, query);
        return ask(conversationId, index -> index.find(query, limit, excerptChars, filter, nearest));
    }

    /** The answer of a conversation's index; another index takes its place if a thread hangs with it. */
    private <R> R ask(String conversationId, Function<IndexSearch, R> question) {
        while (true) {
            SyncedIndex index = index(conversationId);
            Optional<R> answer = index.ask(longestWait, Long.MAX_VALUE, question);
            if (answer.isPresent()) {
                weighAgain(conversationId, index);
                return answer.get();
            }
            indexes.asMap().remove(conversationId, index);
        }
    }

    private SyncedIndex index(String conversationId) {
        return Objects.requireNonNull(indexes.get(conversationId, id -> new SyncedIndex(store, id)), "index");
    }

    /** Has the cache weigh an index that may have grown, unless it was dropped in between. */
    private void weighAgain(String conversationId, SyncedIndex index) {
        // the cache asks for a weight only when a value is written, so the index is written once more
        indexes.asMap().computeIfPresent(conversationId, (id, known) -> known);
        if (weight(index) > maxWeight && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "the search index of one conversation takes {} MiB, more than all indexes may ({} MiB): it is built anew for each search (said once)",
                    weight(index) / KIB,
                    maxWeight / KIB);
        }
    }

    /**
     * The messages that come back with a user's message, the most important first.
     *
     * <p>A request waits for the answer, so nothing comes back if another thread uses the index or if it is more than {@value #INDEXED_WHILE_WAITING}
     * messages behind. Then it is brought up to date in the background, for the next message.
     *
     * @param trigger {@code OFF} reads nothing, and neither does {@code MARKERS} if neither text names a segment
     * @param background runs the building of the index; if it rejects that, the next message asks again
     */
    public List<Hit> expansions(
            String conversationId, ExpansionQuestion question, ExpansionOptions.Trigger trigger, Executor background) {
        List<String> ids = Stream.of(question.text(), question.before())
                .flatMap(SegmentLine::namedIn)
                .distinct()
                .limit(MAX_MARKERS)
                .toList();
        boolean byWords = trigger == ExpansionOptions.Trigger.WORDS;
        if (trigger == ExpansionOptions.Trigger.OFF || (ids.isEmpty() && !byWords)) {
            return List.of();
        }
        SyncedIndex index = index(conversationId);
        Optional<List<Hit>> found = index.ask(Duration.ZERO, INDEXED_WHILE_WAITING, current -> {
            List<Hit> hits = current.inSegments(ids, question);
            return hits.isEmpty() && byWords ? current.byWords(question) : hits;
        });
        if (found.isPresent()) {
            weighAgain(conversationId, index);
        } else {
            build(conversationId, background);
        }
        return found.orElse(List.of());
    }

    /** Brings an index up to date in the background, once at a time. A failure is left to the next search, which throws it to its caller. */
    private void build(String conversationId, Executor background) {
        if (!building.add(conversationId)) {
            return;
        }
        try {
            background.execute(() -> {
                try {
                    ask(conversationId, built -> true);
                } catch (RuntimeException e) {
                    LOG.debug("search index not built: {}", e.getClass().getName());
                } finally {
                    building.remove(conversationId);
                }
            });
        } catch (RejectedExecutionException e) {
            building.remove(conversationId);
        }
    }

    /** The segments of a conversation, oldest first, each with those of its messages that the filter selects; empty ones are left out. */
    public List<Segment> segments(String conversationId, LongPredicate filter) {
        return ask(conversationId, search -> search.index().segments().list(filter));
    }

    /** The ids of the segments of the messages that answer {@code text} best by their words. */
    public Set<String> segmentsAbout(String conversationId, String text, int limit, LongPredicate filter) {
        return ask(conversationId, search -> search.segmentsAbout(text, limit, filter));
    }

    /**
     * Removes erased messages from the index at once, and from a {@link SecondSearch} within its time limit.
     *
     * <p>An index that another thread uses at this moment is dropped instead: waiting for it could last as long as a call of the store.
     */
    public void erased(String conversationId, List<Long> sequences) {
        if (sequences.isEmpty()) {
            return;
        }
        SyncedIndex index = indexes.getIfPresent(conversationId);
        if (index != null && !index.remove(sequences)) {
            indexes.invalidate(conversationId);
        }
        if (second != null) {
            second.erased(conversationId, sequences);
        }
    }

    /** Drops the index of a conversation that was cleared, and removes it from a {@link SecondSearch} in the background. */
    public void cleared(String conversationId) {
        indexes.invalidate(conversationId);
        if (second != null) {
            second.cleared(conversationId);
        }
    }
}
