package io.github.sessioncompression.recall;

import io.github.sessioncompression.recall.MessageSearch.Question;
import io.github.sessioncompression.recall.Ranking.Scored;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Finds the messages that come back into the context with a user's question. Not thread-safe. */
final class ExpansionSearch {
    private static final int RANKED = 20;

    /** The part of the question's words, by weight, from which a message answers it. */
    private static final double MIN_RELEVANCE = 0.4;

    /** The part of the best one's relevance from which another one stands out with it. */
    private static final double NEARLY = 0.7;

    /** More messages than these stand out only for what the whole chat is about. */
    private static final int MOST_ALIKE = 4;

    /** The length of a question of one or two sentences, in UTF-16 units. */
    private static final int QUESTION_CHARS = 200;

    private static final int MESSAGES_A_SEGMENT = 5;

    private final ConversationIndex index;
    private final IndexSearch search;
    private final Question question;
    private final Query query;

    ExpansionSearch(IndexSearch search, Question question) {
        this.search = search;
        this.index = search.index();
        this.question = question;
        this.query = new Query(index, question.text());
    }

    /** A message, shown by the context or not, with the share of the question's words that it has, by weight. */
    private record Found(Hit hit, boolean shown, double relevance) {}

    /** The messages of the named segments that the context does not show, those that answer the question best first in each. */
    List<Hit> inSegments(List<String> ids) {
        List<Hit> hits = new ArrayList<>();
        List<Segment> earlier = index.segments().list((sequence, role) -> sequence < question.sequence());
        ids.forEach(id ->
                earlier.stream().filter(segment -> segment.isNamed(id)).forEach(segment -> hits.addAll(in(segment))));
        return hits;
    }

    /** The hidden messages of a segment that answer the question best; the first ones if none does. */
    private List<Hit> in(Segment segment) {
        Set<Long> sequences = new HashSet<>(segment.sequences());
        Ranking ranking = search.ranking(
                query,
                (sequence, role) ->
                        sequences.contains(sequence) && !question.shown().accepts(sequence, role));
        List<Scored> best = ranking.best(MESSAGES_A_SEGMENT);
        if (best.isEmpty()) {
            best = IntStream.range(0, index.messages().size())
                    .filter(ranking::mayBeFound)
                    .limit(MESSAGES_A_SEGMENT)
                    .mapToObj(message -> new Scored(message, Double.MIN_VALUE))
                    .toList();
        }
        return search.hits(query, best, question.excerptChars());
    }

    /**
     * The messages that answer clearly better than all that the context shows. Short questions in the context answer nothing. If many
     * messages answer alike, nothing comes back unless the user asks a short question.
     */
    List<Hit> byWords() {
        List<Found> found = ranked();
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

    private List<Found> ranked() {
        double whole = query.whole();
        Ranking ranking = search.ranking(query, (sequence, role) -> sequence < question.sequence());
        List<Found> found = new ArrayList<>();
        for (Scored scored : ranking.best(RANKED)) {
            double relevance = whole == 0 ? 0 : Math.min(1, ranking.ofQuery(scored.message()) / whole);
            search.hits(query, List.of(scored), question.excerptChars())
                    .forEach(hit ->
                            found.add(new Found(hit, question.shown().accepts(hit.sequence(), hit.role()), relevance)));
        }
        return found;
    }

    private static double best(List<Found> found) {
        return found.stream().mapToDouble(Found::relevance).max().orElse(0);
    }

    private static boolean isQuestion(String text) {
        return text.length() <= QUESTION_CHARS && Traits.isQuestion(text);
    }
}
