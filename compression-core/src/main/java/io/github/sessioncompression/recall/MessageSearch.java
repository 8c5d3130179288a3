package io.github.sessioncompression.recall;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds messages of a conversation by what they say.
 *
 * <p>A conversation's index is made when it is first searched, from the store, and then follows the store: a search costs what is new since
 * the last one, and what the words it looks for cost. Safe for use by many threads; searches of one conversation wait for each
 * other. A store that can't be read throws through.
 */
public final class MessageSearch {
    private static final Logger LOG = LoggerFactory.getLogger(MessageSearch.class);
    private static final int BYTES_A_WEIGHT = 1024;
    private static final long MIB = 1024L * 1024;

    private final SessionStore store;
    private final RecallOptions options;
    private final long maxWeight;
    private final Cache<String, KeptIndex> indexes;
    private final AtomicBoolean warned = new AtomicBoolean();
    private final AtomicBoolean embedderFailed = new AtomicBoolean();

    /** Searches what {@code store} has. */
    public MessageSearch(SessionStore store, RecallOptions options) {
        this.store = Objects.requireNonNull(store, "store");
        this.options = options;
        this.maxWeight = options.indexMegabytes() * MIB / BYTES_A_WEIGHT;
        this.indexes = Caffeine.newBuilder()
                .executor(Runnable::run)
                .maximumWeight(maxWeight)
                .weigher((String id, KeptIndex index) -> weight(index))
                .build();
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
        return ask(conversationId, index -> search(conversationId, index, query, options, among));
    }

    private <R> R ask(String conversationId, Function<ConversationIndex, R> question) {
        KeptIndex kept =
                Objects.requireNonNull(indexes.get(conversationId, id -> new KeptIndex(store, id, options)), "index");
        R answer = kept.ask(question);
        weighAgain(conversationId, kept);
        return answer;
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

    private List<Hit> search(
            String conversationId, ConversationIndex index, String text, SearchOptions options, Searched among) {
        Query query = Query.of(index, text);
        Ranking ranking = new Ranking(index, query, among);
        query.words().forEach(ranking::add);
        Feedback feedback = new Feedback(index, query);
        for (Ranking.Scored scored : ranking.best(Feedback.MESSAGES)) {
            Message message = read(conversationId, index.messages().sequence(scored.message()));
            if (message != null) {
                feedback.read(message, scored.score());
            }
        }
        ranking.asked();
        feedback.words().forEach(ranking::add);
        List<Hit> hits = new ArrayList<>();
        for (Ranking.Scored scored : best(conversationId, index, ranking, text, options.limit())) {
            Message message = read(conversationId, index.messages().sequence(scored.message()));
            if (message != null) {
                hits.add(hit(index, query, scored, message, options.excerptChars()));
            }
        }
        return hits;
    }

    /** The best by words, and where there is an embedder by meaning, too. */
    private List<Ranking.Scored> best(
            String conversationId, ConversationIndex index, Ranking ranking, String query, int limit) {
        Vectors vectors = index.vectors();
        if (vectors == null) {
            return ranking.best(limit);
        }
        try {
            vectors.follow(store, conversationId, index.messages());
            List<Ranking.Scored> nearest = ranking.nearest(
                    Fusion.DEPTH, vectors.nearness(query, index.messages().size()));
            List<Ranking.Scored> fused = Fusion.of(ranking.best(Fusion.DEPTH), nearest);
            return fused.subList(0, Math.min(limit, fused.size()));
        } catch (Vectors.EmbedderFailure e) {
            if (embedderFailed.compareAndSet(false, true)) {
                LOG.warn("Messages are searched by their words alone: the embedding model failed: {}", e.getMessage());
            }
            return ranking.best(limit);
        }
    }

    private static Hit hit(
            ConversationIndex index, Query query, Ranking.Scored scored, Message message, int excerptChars) {
        String text = SearchedText.indexed(message);
        LanguageProfile language = Languages.shared().detect(text, index.usualLanguage());
        return new Hit(
                index.messages().sequence(scored.message()),
                message.role(),
                message.name(),
                message.timestamp(),
                index.segments().nameOf(scored.message(), index.messages()),
                Excerpt.of(text, language, query, excerptChars),
                scored.score());
    }

    /** The message as it is in the store now; {@code null} if it was erased meanwhile. */
    private @Nullable Message read(String conversationId, long sequence) {
        List<Entry> found = store.load(conversationId, sequence - 1, 1);
        return found.isEmpty() || found.get(0).sequence() != sequence
                ? null
                : found.get(0).message();
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

    /** About how much memory the indexes take, in bytes. */
    public long indexBytes() {
        return indexes.asMap().values().stream().mapToLong(KeptIndex::bytes).sum();
    }

    /** How many conversations have an index now. */
    public int indexedConversations() {
        return indexes.asMap().size();
    }
}
