package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions.SecondSearch;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.search.Ranking.Scored;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Answers queries from an index that is up to date, and from the store, which has the texts. Not thread-safe.
 *
 * <p><b>Algorithm</b> of a search.
 * <ol>
 *   <li>{@link Query} cuts the query into terms, in its own language and in those of the chat.
 *   <li>{@link Ranking} scores the messages by these terms. {@link Feedback} reads the three best ones and adds words that they have in
 *       common with few others; the messages are scored again.
 *   <li>If there are scores of a second search, both rankings are joined by reciprocal ranks.
 *   <li>The best messages are read from the store, and each is cut to the {@link Excerpt} with most of the query's words. One that was
 *       erased in between is left out.
 * </ol>
 *
 * <p>The joined ranking uses ranks, since BM25's sums and a vector's cosines share no scale. Ties go to the later message.
 *
 * <p><b>Does nothing when</b> no word of the query is indexed: there are no hits. <b>On failure</b> exceptions of the store are thrown through.
 *
 * @param store has the texts; asked for one message at a time, since hits are few and far apart
 * @param index is up to date when the record is made, and locked by the caller as long as it is used
 * @see SyncedIndex
 * @see MessageSearch
 */
record IndexSearch(SessionStore store, String conversationId, ConversationIndex index) {
    /** The messages of either ranking that are joined: the most hits of a search. The ranks of later ones would add hardly anything. */
    private static final int FUSED = 100;

    /** The constant of reciprocal rank fusion: smaller than the paper's 60, since few hits are shown. */
    private static final double K = 10;

    /** The weight of the second ranking against that of words, which is 1: names, numbers and ids are found by words only. */
    private static final double SECOND = 0.7;

    /** The best messages that may come back for a question. */
    private static final int RANKED = 20;

    /** The part of the question's words, by weight, from which a message answers it. */
    private static final double MIN_RELEVANCE = 0.4;

    /** The part of the best one's relevance from which another one counts as outstanding, too. */
    private static final double NEARLY = 0.7;

    /** If more messages than these are alike, the query is about the whole chat's subject. */
    private static final int MOST_ALIKE = 4;

    /** The length of a question of one or two sentences, in UTF-16 units. */
    private static final int QUESTION_CHARS = 200;

    /** The messages of a named segment that may come back. More than are quoted, since one may be too long for the room. */
    private static final int MESSAGES_A_SEGMENT = 5;

    /** A message, shown by the context or not, with the share of the question's words that it has, by weight. */
    private record Found(Hit hit, boolean shown, double relevance) {}

    /**
     * The best messages for a query, best first.
     *
     * @param nearest the scores that a {@link SecondSearch} gives messages, by sequence number; empty for a search by words alone
     */
    List<Hit> find(String text, int limit, int excerptChars, LongPredicate filter, Map<Long, Double> nearest) {
        Query query = Query.of(index, text);
        Ranking ranking = ranking(query, filter);
        List<Scored> best = nearest.isEmpty()
                ? ranking.best(limit)
                : fused(ranking.best(FUSED), ranking.nearest(FUSED, nearness(nearest)), limit);
        return hits(query, best, excerptChars);
    }

    /** The ids of the segments of the best messages by the words of a text. Without feedback, so no message is read. */
    Set<String> segmentsAbout(String text, int limit, LongPredicate filter) {
        return new Ranking(Query.of(index, text), filter)
                .best(limit).stream()
                        .map(scored -> index.segments().nameOf(scored.message()))
                        .collect(Collectors.toSet());
    }

    /** The ranking by the query's words and those of the feedback. Reads {@value Feedback#MESSAGES} messages from the store. */
    private Ranking ranking(Query query, LongPredicate filter) {
        Ranking ranking = new Ranking(query, filter);
        Feedback feedback = new Feedback(query, new HashMap<>());
        for (Scored scored : ranking.best(Feedback.MESSAGES)) {
            read(scored).ifPresent(entry -> feedback.read(entry.message(), scored.score()));
        }
        ranking.addFeedback(feedback.words());
        return ranking;
    }

    /**
     * The nearness of each message of the index: its score above the average, 0 for one below it or not found.
     *
     * <p>Cosines of unrelated texts are well above 0, so only the part above the average tells near ones from others.
     */
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
    private static List<Scored> fused(List<Scored> byWords, List<Scored> second, int limit) {
        Map<Integer, Double> scores = new HashMap<>();
        addRanks(scores, byWords, 1);
        addRanks(scores, second, SECOND);
        return scores.entrySet().stream()
                .map(each -> new Scored(each.getKey(), each.getValue()))
                .sorted(Ranking.WORST_FIRST.reversed())
                .limit(limit)
                .toList();
    }

    private static void addRanks(Map<Integer, Double> scores, List<Scored> ranking, double weight) {
        for (int rank = 0; rank < ranking.size(); rank++) {
            scores.merge(ranking.get(rank).message(), weight / (K + rank + 1), Double::sum);
        }
    }

    /** The messages that the store still has, as hits. */
    private List<Hit> hits(Query query, List<Scored> best, int excerptChars) {
        List<Hit> hits = new ArrayList<>();
        for (Scored scored : best) {
            read(scored).ifPresent(entry -> {
                Message message = entry.message();
                String text = SearchedText.indexed(message);
                LanguageProfile language = Languages.shared().detect(text, index.usualLanguage());
                hits.add(new Hit(
                        entry.sequence(),
                        message.role(),
                        message.name(),
                        message.timestamp(),
                        index.segments().nameOf(scored.message()),
                        Excerpt.of(text, language, query, excerptChars),
                        scored.score()));
            });
        }
        return hits;
    }

    /** The message as the store has it; empty if it was erased in between. */
    private Optional<Entry> read(Scored scored) {
        long sequence = index.messages().get(scored.message()).sequence();
        return store.load(conversationId, sequence - 1, 1).stream()
                .filter(entry -> entry.sequence() == sequence)
                .findFirst();
    }

    /** The messages of the named segments that the context does not show, those that answer the question best first in each. */
    List<Hit> inSegments(List<String> ids, ExpansionQuestion question) {
        List<Hit> hits = new ArrayList<>();
        List<Segment> earlier = index.segments().list(sequence -> sequence < question.sequence());
        ids.forEach(id -> earlier.stream()
                .filter(segment -> segment.isNamed(id))
                .forEach(segment -> hits.addAll(in(segment, question))));
        return hits;
    }

    /** The hidden messages of a segment that answer the question best; the first ones if none does. */
    private List<Hit> in(Segment segment, ExpansionQuestion question) {
        Query query = Query.of(index, question.text());
        Set<Long> sequences = new HashSet<>(segment.sequences());
        Ranking ranking = ranking(
                query,
                sequence -> sequences.contains(sequence) && !question.shown().test(sequence));
        List<Scored> best = ranking.best(MESSAGES_A_SEGMENT);
        if (best.isEmpty()) {
            // the user named the segment: its beginning comes back, with the lowest score there is
            best = IntStream.range(0, index.messages().size())
                    .filter(ranking::mayBeFound)
                    .limit(MESSAGES_A_SEGMENT)
                    .mapToObj(message -> new Scored(message, Double.MIN_VALUE))
                    .toList();
        }
        return hits(query, best, question.excerptChars());
    }

    /**
     * The messages that answer clearly better than all that the context shows.
     *
     * <ol>
     *   <li>The best {@value #RANKED} earlier messages are ranked, shown ones too. Relevance is the share of the question's words that one has, by weight.
     *   <li>Short questions that the context shows are taken out: they have the question's words and no answer.
     *   <li>Those far below the best one are taken out ({@value #NEARLY}).
     *   <li>If more than {@value #MOST_ALIKE} are left and the user's message is no short question, nothing comes back.
     *   <li>Of the rest, those come back that the context does not show, that have {@value #MIN_RELEVANCE} of the words, and more than any shown one.
     * </ol>
     */
    List<Hit> byWords(ExpansionQuestion question) {
        List<Found> found = ranked(question);
        found.removeIf(each -> each.shown() && isQuestion(each.hit().excerpt()));
        double best = best(found);
        double shown = best(found.stream().filter(Found::shown).toList());
        found.removeIf(each -> each.relevance() < best * NEARLY);
        if (found.size() > MOST_ALIKE && !isQuestion(question.text())) {
            return List.of();
        }
        return found.stream()
                .filter(each -> !each.shown() && each.relevance() >= MIN_RELEVANCE && each.relevance() > shown)
                .map(Found::hit)
                .toList();
    }

    /** The best messages before the question with their relevance, best first. Feedback words count for the order, not for the relevance. */
    private List<Found> ranked(ExpansionQuestion question) {
        Query query = Query.of(index, question.text());
        double whole = query.whole();
        Ranking ranking = ranking(query, sequence -> sequence < question.sequence());
        List<Found> found = new ArrayList<>();
        for (Scored scored : ranking.best(RANKED)) {
            double relevance = whole == 0 ? 0 : Math.min(1, ranking.ofQuery(scored.message()) / whole);
            hits(query, List.of(scored), question.excerptChars())
                    .forEach(hit -> found.add(new Found(hit, question.shown().test(hit.sequence()), relevance)));
        }
        return found;
    }

    private static double best(List<Found> found) {
        return found.stream().mapToDouble(Found::relevance).max().orElse(0);
    }

    private static boolean isQuestion(String text) {
        return text.length() <= QUESTION_CHARS && TextTraits.isQuestion(text);
    }
}
