package io.github.sessioncompression.state;

import java.util.List;
import java.util.Objects;

/**
 * What a model told of one stretch of a chat when that went into a state: at two lengths, and by what it is found again.
 *
 * <p>Immutable. Nothing about it is an instruction to anybody: it is a model's text, and shown as data.
 *
 * @param sources the sequence numbers of all messages that it tells of, ascending, at least one
 * @param title what it is about, in a few words; empty if that was not told
 * @param detailed what matters in it; empty if that was not told
 * @param brief the most of that; empty if that was not told
 * @param tags words and values by which it is found again; empty if none were told
 */
public record Telling(List<Long> sources, String title, String detailed, String brief, List<String> tags) {
    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if there is no source
     */
    public Telling {
        sources = List.copyOf(sources);
        tags = List.copyOf(tags);
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(detailed, "detailed");
        Objects.requireNonNull(brief, "brief");
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("sources must name at least one message");
        }
    }
}
