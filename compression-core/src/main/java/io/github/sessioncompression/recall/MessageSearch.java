package io.github.sessioncompression.recall;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.model.Waiting;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds messages of a conversation by what they say.
 *
 * <p>A conversation's index is made when it is first searched, from the store, and then follows the store: a search costs what is new since
 * the last one, and what the words it looks for cost. Safe for use by many threads; searches of one conversation wait for each
 * other, and for none that hangs. A store that can't be read throws through.
 */
public final class MessageSearch {
    private static final Logger LOG = LoggerFactory.getLogger(MessageSearch.class);
    private static final int BYTES_A_WEIGHT = 1024;
    /** So many messages are taken into an index while a request waits: some hundredths of a second. */
    private static final int MOST_AT_ONCE = 500;

    private static final long MIB = 1024L * 1024;

    private final SessionStore store;
    private final RecallOptions options;
    private final long maxWeight;
    private final Cache<String, KeptIndex> indexes;
    private final AtomicBoolean warned = new AtomicBoolean();
    private final AtomicBoolean embedderFailed = new AtomicBoolean();
    private final @Nullable MeaningSearch meaning;
    /** How the embedding model is called where a chat waits for it. */
    private final LimitedCalls embedderCalls;

    private final LongSupplier nanos;

    /** Searches what {@code store} has; a {@link MeaningStore} is called on the thread that searches. */
    public MessageSearch(SessionStore store, RecallOptions options) {
        this(store, options, Runnable::run, Waiting.realTime(), System::nanoTime);
    }

    /**
     * Searches what {@code store} has.
     *
     * @param executor runs the calls of a {@link MeaningStore}, while a thread that searches waits for them, and of an embedding model
     *     that a chat waits for
     * @param waiting how it waits
     * @param nanos a clock for durations
     */
    public MessageSearch(
            SessionStore store, RecallOptions options, Executor executor, Waiting waiting, LongSupplier nanos) {
        this.store = Objects.requireNonNull(store, "store");
        this.options = options;
        this.nanos = nanos;
        this.maxWeight = options.indexMegabytes() * MIB / BYTES_A_WEIGHT;
        this.indexes = Caffeine.newBuilder()
                .executor(Runnable::run)
                .maximumWeight(maxWeight)
                .weigher((String id, KeptIndex index) -> weight(index))
                .build();
        this.embedderCalls = new LimitedCalls(options.meaningTimeout(), executor, waiting, nanos);
        this.meaning = options.meaningStore()
                .map(kept -> new MeaningSearch(kept, options.meaningTimeout(), store, executor, waiting, nanos))
                .orElse(null);
    }

    private static int weight(KeptIndex index) {
        return (int) Math.min(Integer.MAX_VALUE, 1 + index.bytes() / BYTES_A_WEIGHT);
    }

    /**
     * The messages of a conversation that answer {@code query} best, best first; none if it has no such message.
     *
     * @param query plain text in any language; the first 4,000 characters are read. No sign in it has a meaning of its own.
     * @param among the messages that may be found
     * @throws RuntimeException whatever the store throws if it can't be read
     */
    public List<Hit> search(String conversationId, String query, SearchOptions options, Searched among) {
        Objects.requireNonNull(query, "query");
        NearPassages near = near(conversationId, query, true);
        return ask(conversationId, index -> in(conversationId, index, near).find(query, options, among));
    }

    /** What the meaning store finds, asked before the index is taken; {@code null} where there is none, or it fails. */
    private @Nullable NearPassages near(String conversationId, String query, boolean withLatest) {
        return meaning == null ? null : meaning.nearest(conversationId, query, withLatest);
    }

    private <R> R ask(String conversationId, Function<ConversationIndex, R> question) {
        KeptIndex kept = kept(conversationId);
        Optional<R> answer = kept.ask(question);
        while (answer.isEmpty()) {
            kept = instead(conversationId, kept);
            answer = kept.ask(question);
        }
        weighAgain(conversationId, kept);
        return answer.get();
    }

    private KeptIndex kept(String conversationId) {
        KeptIndex kept = Objects.requireNonNull(indexes.get(conversationId, this::begun), "index");
        return kept.hangs() ? instead(conversationId, kept) : kept;
    }

    private KeptIndex begun(String conversationId) {
        return new KeptIndex(store, conversationId, options, nanos);
    }

    /** Another one in the place of an index that somebody hangs with: that one is nobody else's any more. */
    @SuppressWarnings("ReferenceEquality") // An index has an identity of its own.
    private KeptIndex instead(String conversationId, KeptIndex hanging) {
        KeptIndex other = begun(conversationId);
        KeptIndex now =
                indexes.asMap().computeIfPresent(conversationId, (id, known) -> known == hanging ? other : known);
        return now == null ? other : now;
    }

    /** The index may have grown. One that was forgotten meanwhile stays so. */
    private void weighAgain(String conversationId, KeptIndex kept) {
        indexes.asMap().computeIfPresent(conversationId, (id, known) -> known);
        if (weight(kept) > maxWeight && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "The search index of one conversation takes {} MiB, more than all indexes together may ({} MiB): it is made anew for each search.",
                    kept.bytes() / MIB,
                    maxWeight * BYTES_A_WEIGHT / MIB);
        }
    }

    /** One whose thread calls the embedding model, however long it takes. */
    private IndexSearch in(String conversationId, ConversationIndex index, @Nullable NearPassages near) {
        return new IndexSearch(store, conversationId, index, near, model -> model, this::embedderFailed);
    }

    /** One that a chat waits for. */
    private IndexSearch inTime(String conversationId, ConversationIndex index, @Nullable NearPassages near) {
        return new IndexSearch(
                store,
                conversationId,
                index,
                near,
                model -> texts -> embedderCalls.make(() -> model.embed(texts)),
                this::embedderFailed);
    }

    private void embedderFailed(Vectors.EmbedderFailure e) {
        if (embedderFailed.compareAndSet(false, true)) {
            LOG.warn("Messages are searched by their words alone: the embedding model failed: {}", e.getMessage());
        }
    }

    /**
     * What comes back for a user's message, the most important first.
     *
     * <p>Waits for no index: where that is not there, or more than {@value #MOST_AT_ONCE} messages behind, nothing comes back, and it is
     * made in the background. A meaning store, and an embedding model, are waited for as long as the options say at most.
     *
     * @param background runs what nobody waits for; where it refuses, the index is made another time
     * @throws RuntimeException whatever the trigger, or the store, throws
     */
    public List<Hit> comingBack(String conversationId, Asked asked, ExpansionOptions expansion, Executor background) {
        AskedOccasion.Index index = (byMeaning, question) -> {
            KeptIndex kept = kept(conversationId);
            NearPassages near = byMeaning ? near(conversationId, asked.question(), false) : null;
            Optional<List<ExpansionTrigger.Found>> answer = kept.askIfNear(MOST_AT_ONCE, it -> {
                        IndexSearch search = inTime(conversationId, it, near);
                        return byMeaning && search.isMeaningBehind()
                                ? Optional.<List<ExpansionTrigger.Found>>empty()
                                : Optional.of(question.apply(search));
                    })
                    .flatMap(it -> it);
            if (answer.isEmpty()) {
                make(conversationId, kept, byMeaning, background);
            } else {
                weighAgain(conversationId, kept);
            }
            return answer;
        };
        return expansion.trigger().choose(new AskedOccasion(asked, expansion, index));
    }

    private void make(String conversationId, KeptIndex kept, boolean byMeaning, Executor background) {
        if (!kept.beginsToBeMade()) {
            return;
        }
        try {
            background.execute(() -> {
                try {
                    ask(conversationId, index -> {
                        if (byMeaning) {
                            in(conversationId, index, null).prepareMeaning();
                        }
                        return true;
                    });
                } catch (RuntimeException e) {
                    // The next message that asks tells it, or has it made again.
                    LOG.debug(
                            "A search index could not be made: {}", e.getClass().getName());
                } finally {
                    kept.endsToBeMade();
                }
            });
        } catch (RejectedExecutionException e) {
            kept.endsToBeMade();
        }
    }

    /**
     * The segments of a conversation, oldest first, each with those of its messages that are {@code among} those asked for; one that has
     * none is left out.
     *
     * @throws RuntimeException whatever the store throws if it can't be read
     */
    public List<Segment> segments(String conversationId, Searched among) {
        return ask(conversationId, index -> index.segments().list(index.messages(), among));
    }

    /** Forgets the conversation's index, so that nothing of the chat is left in this process's memory for searches. */
    public void forget(String conversationId) {
        indexes.invalidate(conversationId);
    }

    /**
     * Removes what a {@link MeaningStore} has of messages that are erased; returns when that is done, or within the time limit. Where the
     * store fails a WARN says so.
     */
    public void erased(String conversationId, List<Long> sequences) {
        if (meaning != null && !sequences.isEmpty()) {
            meaning.erased(conversationId, List.copyOf(sequences));
        }
    }

    /** As {@link #erased}, in the background, for messages that an archive has. */
    public void evicted(String conversationId, List<Long> sequences) {
        if (meaning != null && !sequences.isEmpty()) {
            meaning.evicted(conversationId, List.copyOf(sequences));
        }
    }

    /** Removes, in the background, what a {@link MeaningStore} has of a conversation that was cleared. */
    public void cleared(String conversationId) {
        if (meaning != null) {
            meaning.cleared(conversationId);
        }
    }

    /** About how much memory the indexes take, in bytes. */
    public long indexBytes() {
        return indexes.asMap().values().stream().mapToLong(KeptIndex::bytes).sum();
    }

    /** How many conversations have an index now. */
    public int indexedConversations() {
        return indexes.asMap().size();
    }
}
