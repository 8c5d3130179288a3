package io.github.sessioncompression.model;

import io.github.sessioncompression.state.Telling;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Summaries of single segments that a model wrote beside a state.
 *
 * @param tellings those that passed their check, oldest first
 * @param refused how many did not, because they name what the messages of their segment do not
 */
public record SegmentSummaries(List<Telling> tellings, int refused) {
    /** No summaries. */
    public static final SegmentSummaries NONE = new SegmentSummaries(List.of(), 0);

    /** Copies the list. */
    public SegmentSummaries {
        tellings = List.copyOf(tellings);
    }

    /** These summaries with all texts mapped. */
    SegmentSummaries mapped(UnaryOperator<String> texts) {
        return new SegmentSummaries(
                tellings.stream()
                        .map(told -> new Telling(
                                told.sources(),
                                texts.apply(told.title()),
                                texts.apply(told.detailed()),
                                texts.apply(told.brief()),
                                told.tags().stream().map(texts).toList()))
                        .toList(),
                refused);
    }
}
