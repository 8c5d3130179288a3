package io.github.sessioncompression.recall;

import io.github.sessioncompression.state.Telling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What models told of the stretches of a chat, by the segments that these are now.
 *
 * <p>A model tells of what one compression takes out of the context, so a segment may have been told of in parts, and not in all of
 * them. Of messages of several segments nothing is told together; where the chat is divided otherwise since, after an erasure, such
 * a telling belongs to none. Linear in the sources. Immutable, so safe for use by many threads.
 */
public final class Tellings {
    /** Nothing was told. */
    public static final Tellings NONE = new Tellings(Map.of());

    private final Map<String, List<Telling>> bySegment;

    private Tellings(Map<String, List<Telling>> bySegment) {
        this.bySegment = bySegment;
    }

    /**
     * Those of these segments.
     *
     * @param all what was told, in any order; of the same messages the later one counts
     * @param segments all segments there are of what is archived
     */
    public static Tellings of(List<Telling> all, List<Segment> segments) {
        if (all.isEmpty()) {
            return NONE;
        }
        Map<Long, String> segmentOf = new HashMap<>();
        for (Segment segment : segments) {
            segment.sequences().forEach(sequence -> segmentOf.put(sequence, segment.id()));
        }
        Map<List<Long>, Telling> latest = new LinkedHashMap<>();
        all.forEach(telling -> latest.put(telling.sources(), telling));
        Map<String, List<Telling>> bySegment = new HashMap<>();
        for (Telling telling : latest.values()) {
            Set<String> of = new HashSet<>();
            for (Long sequence : telling.sources()) {
                String segment = segmentOf.get(sequence);
                if (segment != null) {
                    of.add(segment);
                }
            }
            if (of.size() == 1) {
                bySegment
                        .computeIfAbsent(of.iterator().next(), id -> new ArrayList<>(1))
                        .add(telling);
            }
        }
        bySegment
                .values()
                .forEach(parts ->
                        parts.sort(Comparator.comparing(part -> part.sources().get(0))));
        return new Tellings(bySegment);
    }

    /** What was told of a segment or of parts of it, oldest first. */
    public List<Telling> of(Segment segment) {
        return List.copyOf(bySegment.getOrDefault(segment.id(), List.of()));
    }
}
