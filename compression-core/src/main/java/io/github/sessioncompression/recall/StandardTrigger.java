package io.github.sessioncompression.recall;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The triggers of the library. Each looks for markers first. */
enum StandardTrigger implements ExpansionTrigger {
    OFF,
    MARKERS,
    WORDS;

    private static final int RANKED = 20;

    /** The part of the question's words, by weight, from which a message answers it. */
    private static final double MIN_RELEVANCE = 0.4;

    /** The part of the best one's relevance from which another one stands out with it. */
    private static final double NEARLY = 0.7;

    /** More messages than these stand out only for what the whole chat is about. */
    private static final int MOST_ALIKE = 4;

    /** The length of a question of one or two sentences, in UTF-16 units. */
    private static final int QUESTION_CHARS = 200;

    private static final int MAX_MARKERS = 3;
    private static final int OF_A_SEGMENT = 5;

    @Override
    public List<Hit> choose(Occasion occasion) {
        if (this == OFF) {
            return List.of();
        }
        List<Hit> marked = byMarkers(occasion);
        return !marked.isEmpty() || this == MARKERS ? marked : byWords(occasion);
    }

    private static List<Hit> byMarkers(Occasion occasion) {
        Set<String> ids = new LinkedHashSet<>(Markers.in(occasion.question().text()));
        ids.addAll(Markers.in(occasion.question().before()));
        return ids.stream()
                .limit(MAX_MARKERS)
                .flatMap(id -> occasion.inSegment(id, OF_A_SEGMENT).stream())
                .filter(found -> !found.shown())
                .map(Found::hit)
                .toList();
    }

    /**
     * The messages that answer clearly better than all that the context shows. Short questions in the context answer nothing. If many
     * messages answer alike, nothing comes back unless the user asks a short question.
     */
    private static List<Hit> byWords(Occasion occasion) {
        List<Found> found = new ArrayList<>(occasion.byWords(RANKED));
        found.removeIf(each -> each.shown() && isQuestion(each.hit().excerpt()));
        double best = found.stream().mapToDouble(Found::relevance).max().orElse(0);
        double shown = found.stream()
                .filter(Found::shown)
                .mapToDouble(Found::relevance)
                .max()
                .orElse(0);
        found.removeIf(each -> each.relevance() < best * NEARLY);
        if (found.size() > MOST_ALIKE && !isQuestion(occasion.question().text())) {
            return List.of();
        }
        return found.stream()
                .filter(each -> !each.shown() && each.relevance() >= MIN_RELEVANCE && each.relevance() > shown)
                .map(Found::hit)
                .toList();
    }

    private static boolean isQuestion(String text) {
        return text.length() <= QUESTION_CHARS && ConversationIndex.isQuestion(text);
    }
}
