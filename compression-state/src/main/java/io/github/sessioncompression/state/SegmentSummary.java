package io.github.sessioncompression.state;

import java.util.List;
import java.util.Objects;

/**
 * A model's summary of one segment of a chat, at two lengths. Immutable.
 *
 * @param sources the sequence numbers of all messages of the segment, ascending, at least one
 * @param title the subject in a few words; empty if there is none
 * @param detailed the longer text; empty if there is none
 * @param brief the shorter text; empty if there is none
 * @param tags words and values by which the segment is found again; empty if there are none
 */
public record SegmentSummary(List<Long> sources, String title, String detailed, String brief, List<String> tags) {
    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if there is no source
     */
    public SegmentSummary {
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
