package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.ExpansionTrigger.Found;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Answers queries from one conversation's index, which is up to date, and from the store, which has the texts. Not thread-safe. */
final class IndexSearch {
    private final SessionStore store;
    private final String conversationId;
    private final ConversationIndex index;
    private final @Nullable NearPassages near;
    private final UnaryOperator<TextEmbedder> embedding;
    private final Consumer<Vectors.EmbedderFailure> failures;

    /**
     * A search.
     *
     * @param near what a meaning store found for what is sought; {@code null} where there is none, or it failed
     * @param embedding as what the embedding model is called
     * @param failures is told that the embedding model failed
     */
    IndexSearch(
            SessionStore store,
            String conversationId,
            ConversationIndex index,
            @Nullable NearPassages near,
            UnaryOperator<TextEmbedder> embedding,
            Consumer<Vectors.EmbedderFailure> failures) {
        this.store = store;
        this.conversationId = conversationId;
        this.index = index;
        this.near = near;
        this.embedding = embedding;
        this.failures = failures;
    }

    /** The messages that answer {@code text} best. */
    List<Hit> find(String text, SearchOptions options, Searched among) {
        Query query = Query.of(index, text);
        Ranking ranking = ranking(query, among);
        float[] nearness = nearness(text);
        List<Hit> hits = new ArrayList<>();
        for (Ranking.Scored scored : best(ranking, nearness, options.limit())) {
            Hit hit = hit(query, scored, options.excerptChars());
            if (hit != null) {
                hits.add(hit);
            }
        }
        return hits;
    }

    /** The messages before a user's that answer it best, those that the context shows among them. */
    List<Found> look(Asked asked, int limit, boolean byMeaning) {
        Query query = Query.of(index, asked.question());
        Ranking ranking = ranking(query, before(asked));
        float[] nearness = byMeaning ? nearness(asked.question()) : null;
        return found(asked, query, ranking, nearness, best(ranking, nearness, limit));
    }

    /** The messages of a segment, those that answer the user's best first, then the others as they were said. */
    List<Found> inSegment(Asked asked, String segmentId, int limit) {
        Query query = Query.of(index, asked.question());
        Set<Long> of = new HashSet<>(index.segments().of(segmentId, index.messages()));
        Ranking ranking = ranking(query, (sequence, role) -> of.contains(sequence) && sequence < asked.sequence());
        List<Ranking.Scored> scored = new ArrayList<>(ranking.best(limit));
        Set<Integer> taken = new HashSet<>();
        scored.forEach(each -> taken.add(each.message()));
        for (int message = 0; message < index.messages().size() && scored.size() < limit; message++) {
            if (of.contains(index.messages().sequence(message))
                    && ranking.mayBeFound(message)
                    && !taken.contains(message)) {
                scored.add(new Ranking.Scored(message, Double.MIN_VALUE));
            }
        }
        return found(asked, query, ranking, null, scored);
    }

    /** Whether more is to be embedded than one call of the model embeds. */
    boolean isMeaningBehind() {
        Vectors vectors = index.vectors();
        return vectors != null && vectors.isBehind(index.messages(), TextEmbedder.MAX_TEXTS);
    }

    /** Has what is new embedded. */
    void prepareMeaning() {
        vectors();
    }

    private static Searched before(Asked asked) {
        return (sequence, role) -> sequence < asked.sequence();
    }

    private List<Found> found(
            Asked asked, Query query, Ranking ranking, float @Nullable [] nearness, List<Ranking.Scored> best) {
        double whole = query.whole(index.messages().size());
        List<Found> found = new ArrayList<>();
        for (Ranking.Scored scored : best) {
            Hit hit = hit(query, scored, asked.excerptChars());
            if (hit != null) {
                double relevance = whole == 0 ? 0 : Math.min(1, ranking.asked(scored.message()) / whole);
                found.add(new Found(
                        hit,
                        asked.shown().has(hit.sequence(), hit.role()),
                        relevance,
                        nearness == null ? 0 : nearness[scored.message()]));
            }
        }
        return found;
    }

    /** The ranking by the query's words, and by words that the best messages have in common. */
    private Ranking ranking(Query query, Searched among) {
        Ranking ranking = new Ranking(index, query, among);
        query.words().forEach(ranking::add);
        Feedback feedback = new Feedback(index, query);
        for (Ranking.Scored scored : ranking.best(Feedback.MESSAGES)) {
            Message message = read(index.messages().sequence(scored.message()));
            if (message != null) {
                feedback.read(message, scored.score());
            }
        }
        ranking.asked();
        feedback.words().forEach(ranking::add);
        return ranking;
    }

    /** How near each message is in meaning; {@code null} where there is no embedding model or meaning store, or it fails. */
    private float @Nullable [] nearness(String query) {
        if (near != null) {
            return near.nearness(index);
        }
        Vectors vectors = vectors();
        try {
            return vectors == null
                    ? null
                    : vectors.nearness(query, index.messages().size(), embedding);
        } catch (Vectors.EmbedderFailure e) {
            failures.accept(e);
            return null;
        }
    }

    private @Nullable Vectors vectors() {
        Vectors vectors = index.vectors();
        try {
            if (vectors != null) {
                vectors.follow(store, conversationId, index.messages(), embedding);
            }
            return vectors;
        } catch (Vectors.EmbedderFailure e) {
            failures.accept(e);
            return null;
        }
    }

    /** The best by words, and where the meaning is known by that, too. */
    private static List<Ranking.Scored> best(Ranking ranking, float @Nullable [] nearness, int limit) {
        if (nearness == null) {
            return ranking.best(limit);
        }
        List<Ranking.Scored> fused = Fusion.of(ranking.best(Fusion.DEPTH), ranking.nearest(Fusion.DEPTH, nearness));
        return fused.subList(0, Math.min(limit, fused.size()));
    }

    private @Nullable Hit hit(Query query, Ranking.Scored scored, int excerptChars) {
        long sequence = index.messages().sequence(scored.message());
        Message message = read(sequence);
        if (message == null) {
            return null;
        }
        String text = SearchedText.indexed(message);
        LanguageProfile language = Languages.shared().detect(text, index.usualLanguage());
        return new Hit(
                sequence,
                message.role(),
                message.name(),
                message.timestamp(),
                index.segments().nameOf(scored.message(), index.messages()),
                Excerpt.of(text, language, query, excerptChars),
                scored.score());
    }

    /** The message as it is in the store now; {@code null} if it was erased meanwhile. */
    private @Nullable Message read(long sequence) {
        List<Entry> found = store.load(conversationId, sequence - 1, 1);
        return found.isEmpty() || found.get(0).sequence() != sequence
                ? null
                : found.get(0).message();
    }
}
