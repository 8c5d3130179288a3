package io.github.sessioncompression.recall;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The triggers that the library has itself. Each looks for markers first; the later ones look further. */
enum StandardTrigger implements ExpansionTrigger {
    OFF,
    MARKERS,
    WORDS,
    MEANING;

    /** So many messages are ranked, shown ones among them. */
    private static final int LOOKED_AT = 20;

    /** Least share of the weight of the question's words that an answer has. */
    private static final double MIN_RELEVANCE = 0.4;

    /** Nearer in meaning than one in some thousand that have nothing to do with it. */
    private static final double MIN_NEARNESS = 3;

    /** What is nearly as good as the best one stands out with it. */
    private static final double NEARLY = 0.7;

    private static final int MOST_ALIKE = 4;

    /** A question of one or two sentences, in UTF-16 units. */
    private static final int QUESTION_CHARS = 200;

    private static final int MAX_MARKERS = 3;
    private static final int OF_A_SEGMENT = 5;

    @Override
    public List<Hit> choose(Occasion occasion) {
        if (this == OFF) {
            return List.of();
        }
        List<Hit> marked = marked(occasion);
        if (!marked.isEmpty() || this == MARKERS) {
            return marked;
        }
        return this == WORDS ? byWords(occasion.byWords(LOOKED_AT), occasion) : byMeaning(occasion);
    }

    private static List<Hit> marked(Occasion occasion) {
        Set<String> ids = new LinkedHashSet<>(Markers.in(occasion.question()));
        ids.addAll(Markers.in(occasion.before()));
        List<Hit> hits = new ArrayList<>();
        ids.stream()
                .limit(MAX_MARKERS)
                .flatMap(id -> occasion.inSegment(id, OF_A_SEGMENT).stream())
                .filter(found -> !found.shown())
                .forEach(found -> hits.add(found.hit()));
        return hits;
    }

    /**
     * Nothing comes back as long as the context itself has what answers as well, and is no question; nor, unless the user asks, where so many messages have
     * these words alike that they are what the chat is about.
     */
    private static List<Hit> byWords(List<Found> found, Occasion occasion) {
        List<Found> telling = found.stream()
                .filter(each -> !(each.shown() && isQuestion(each.hit().excerpt())))
                .toList();
        double best = telling.stream().mapToDouble(Found::relevance).max().orElse(0);
        double shown = telling.stream()
                .filter(Found::shown)
                .mapToDouble(Found::relevance)
                .max()
                .orElse(0);
        List<Hit> hits = new ArrayList<>();
        int alike = 0;
        for (Found each : telling) {
            boolean stands = each.relevance() >= best * NEARLY;
            alike += stands ? 1 : 0;
            boolean enough = each.relevance() >= MIN_RELEVANCE && each.relevance() > shown;
            if (stands && enough && !each.shown()) {
                hits.add(each.hit());
            }
        }
        return alike > MOST_ALIKE && !isQuestion(occasion.question()) ? List.of() : hits;
    }

    /** Whether it is hardly more than a question: whoever asks one wants to know what was said. */
    private static boolean isQuestion(String text) {
        return text.length() <= QUESTION_CHARS && ConversationIndex.asks(text);
    }

    private static List<Hit> byMeaning(Occasion occasion) {
        List<Found> found = occasion.byMeaning(LOOKED_AT);
        List<Hit> hits = new ArrayList<>(byWords(found, occasion));
        double nearest = found.stream().mapToDouble(Found::nearness).max().orElse(0);
        for (Found each : found) {
            boolean near = each.nearness() >= MIN_NEARNESS && each.nearness() >= nearest;
            if (near && !each.shown() && !hits.contains(each.hit())) {
                hits.add(0, each.hit());
            }
        }
        return hits;
    }
}
