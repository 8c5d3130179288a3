package io.github.sessioncompression.model;

import io.github.sessioncompression.state.Telling;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a model told of single stretches beside a state.
 *
 * @param tellings those that are believed, oldest first
 * @param refused how many are not, because they name what the messages of their stretch do not, or are about something else
 */
public record Told(List<Telling> tellings, int refused) {
    /** Nothing. */
    public static final Told NONE = new Told(List.of(), 0);

    /** Copies the tellings. */
    public Told {
        tellings = List.copyOf(tellings);
    }

    /** The same with all texts mapped. */
    Told mapped(UnaryOperator<String> texts) {
        return new Told(
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
