package io.github.sessioncompression.recall;

import io.github.sessioncompression.recall.ExpansionTrigger.Found;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A user's message, and the index to look for what it needs; where that is not at hand nothing is found. */
final class AskedOccasion implements ExpansionTrigger.Occasion {
    /** The conversation's index. */
    @FunctionalInterface
    interface Index {
        /**
         * What it answers; empty if it is not at hand, or too far behind to be waited for.
         *
         * @param byMeaning whether that takes the messages' meanings, too
         */
        Optional<List<Found>> ask(boolean byMeaning, Function<IndexSearch, List<Found>> question);
    }

    private final Asked asked;
    private final ExpansionOptions options;
    private final Index index;

    AskedOccasion(Asked asked, ExpansionOptions options, Index index) {
        this.asked = asked;
        this.options = options;
        this.index = index;
    }

    private List<Found> ask(boolean byMeaning, Function<IndexSearch, List<Found>> question) {
        return index.ask(byMeaning, question).orElse(List.of());
    }

    @Override
    public String question() {
        return asked.question();
    }

    @Override
    public String before() {
        return asked.before();
    }

    @Override
    public ExpansionOptions options() {
        return options;
    }

    @Override
    public List<Found> byWords(int limit) {
        return ask(false, search -> search.look(asked, limit, false));
    }

    @Override
    public List<Found> byMeaning(int limit) {
        return ask(true, search -> search.look(asked, limit, true));
    }

    @Override
    public List<Found> inSegment(String segmentId, int limit) {
        return ask(false, search -> search.inSegment(asked, segmentId, limit));
    }
}
