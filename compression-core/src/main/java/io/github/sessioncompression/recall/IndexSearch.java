package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.ExpansionTrigger.Found;
import io.github.sessioncompression.recall.ExpansionTrigger.Question;
import io.github.sessioncompression.recall.Ranking.Scored;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Answers queries from an index that is up to date, and from the store, which has the texts. Not thread-safe. */
final class IndexSearch {
    /** The length of the rankings that are fused. */
    private static final int FUSED = 100;

    /** The constant of reciprocal rank fusion: smaller than the paper's 60, since few hits are shown. */
    private static final double K = 10;

    /** The weight of the ranking by meaning. */
    private static final double MEANING = 0.7;

    private final SessionStore store;
    private final String conversationId;
    private final ConversationIndex index;

    IndexSearch(SessionStore store, String conversationId, ConversationIndex index) {
        this.store = store;
        this.conversationId = conversationId;
        this.index = index;
    }

    /**
     * The best messages for a query, best first.
     *
     * @param byMeaning the scores of the nearest messages by sequence number; {@code null} for a search by words alone
     */
    List<Hit> find(
            String text, SearchOptions options, MessageSearch.Filter filter, @Nullable Map<Long, Double> byMeaning) {
        Query query = new Query(index, text);
        Ranking ranking = ranking(query, filter);
        List<Scored> best = byMeaning == null
                ? ranking.best(options.limit())
                : fused(ranking.best(FUSED), ranking.nearest(FUSED, nearness(byMeaning)), options.limit());
        List<Hit> hits = new ArrayList<>();
        for (Scored scored : best) {
            Hit hit = hit(query, scored, options.excerptChars());
            if (hit != null) {
                hits.add(hit);
            }
        }
        return hits;
    }

    /** The messages before a user's question that answer it best by their words, shown ones among them. */
    List<Found> find(Question question, int limit) {
        Query query = new Query(index, question.text());
        Ranking ranking = ranking(query, (sequence, role) -> sequence < question.sequence());
        return found(question, query, ranking, ranking.best(limit));
    }

    /** The messages of a segment before a user's question: those that answer it best first, then the others in order. */
    List<Found> inSegment(Question question, String segmentId, int limit) {
        Query query = new Query(index, question.text());
        Set<Long> segment = new HashSet<>(index.segments().of(segmentId));
        segment.removeIf(sequence -> sequence >= question.sequence());
        Ranking ranking = ranking(query, (sequence, role) -> segment.contains(sequence));
        List<Scored> scored = new ArrayList<>(ranking.best(limit));
        scored.forEach(each -> segment.remove(index.messages().sequence(each.message())));
        for (int message = 0; message < index.messages().size() && scored.size() < limit; message++) {
            if (ranking.mayBeFound(message)) {
                scored.add(new Scored(message, Double.MIN_VALUE));
            }
        }
        return found(question, query, ranking, scored);
    }

    private List<Found> found(Question question, Query query, Ranking ranking, List<Scored> best) {
        double whole = query.whole();
        List<Found> found = new ArrayList<>();
        for (Scored scored : best) {
            Hit hit = hit(query, scored, question.excerptChars());
            if (hit != null) {
                double relevance = whole == 0 ? 0 : Math.min(1, ranking.ofQuery(scored.message()) / whole);
                found.add(new Found(hit, question.shown().accepts(hit.sequence(), hit.role()), relevance));
            }
        }
        return found;
    }

    private Ranking ranking(Query query, MessageSearch.Filter filter) {
        Ranking ranking = new Ranking(index, query, filter);
        Feedback feedback = new Feedback(index, query);
        for (Scored scored : ranking.best(Feedback.MESSAGES)) {
            Message message = read(index.messages().sequence(scored.message()));
            if (message != null) {
                feedback.read(message, scored.score());
            }
        }
        ranking.addFeedback(feedback.words());
        return ranking;
    }

    /** The nearness of each message of the index: its score above the average, 0 for one below it or not found. */
    private float[] nearness(Map<Long, Double> scores) {
        float[] nearness = new float[index.messages().size()];
        double average =
                scores.values().stream().mapToDouble(score -> score).average().orElse(0);
        scores.forEach((sequence, score) -> {
            int message = index.messages().number(sequence);
            if (message >= 0) {
                nearness[message] = (float) Math.max(0, score - average);
            }
        });
        return nearness;
    }

    /** Two rankings joined by their reciprocal ranks (Cormack, Clarke and Büttcher 2009). */
    private static List<Scored> fused(List<Scored> byWords, List<Scored> byMeaning, int limit) {
        Map<Integer, Double> scores = new HashMap<>();
        addRanks(scores, byWords, 1);
        addRanks(scores, byMeaning, MEANING);
        return scores.entrySet().stream()
                .map(each -> new Scored(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingDouble(Scored::score)
                        .thenComparingInt(Scored::message)
                        .reversed())
                .limit(limit)
                .toList();
    }

    private static void addRanks(Map<Integer, Double> scores, List<Scored> ranking, double weight) {
        for (int rank = 0; rank < ranking.size(); rank++) {
            scores.merge(ranking.get(rank).message(), weight / (K + rank + 1), Double::sum);
        }
    }

    private @Nullable Hit hit(Query query, Scored scored, int excerptChars) {
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
                index.segments().nameOf(scored.message()),
                Excerpt.of(text, language, query, excerptChars),
                scored.score());
    }

    /** The message as the store has it; {@code null} if it was erased meanwhile. */
    private @Nullable Message read(long sequence) {
        List<Entry> found = store.load(conversationId, sequence - 1, 1);
        return found.isEmpty() || found.get(0).sequence() != sequence
                ? null
                : found.get(0).message();
    }
}
