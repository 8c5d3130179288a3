package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateItem;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of where a note comes from.
 *
 * @param sources the sequence numbers of its messages; of many the oldest and the newest
 * @param origin who said it
 * @param writer who put it into words
 * @param kind what the previous state knew it to be beside what its field says; {@code null} if nothing
 * @param worth of a note of the previous state how much more it is worth than its words alone, in hundredths; 0 if that is not known
 */
record Provenance(
        List<Long> sources,
        StateItem.Origin origin,
        StateItem.Writer writer,
        StateItem.@Nullable Kind kind,
        int worth) {
    /** These say no more than the field does, which may be another one now. */
    private static final Set<StateItem.Kind> OF_FIELD =
            EnumSet.of(StateItem.Kind.FACT, StateItem.Kind.TONE, StateItem.Kind.CONCEPT, StateItem.Kind.NARRATIVE);

    /** That of what a message says. */
    static Provenance of(Entry entry) {
        return ofRules(
                List.of(entry.sequence()), StateItem.Origin.of(entry.message().role()));
    }

    /** That of words which the compiler takes from messages. */
    static Provenance ofRules(List<Long> sources, StateItem.Origin origin) {
        return new Provenance(sources, origin, StateItem.Writer.RULES, null, 0);
    }

    /** That of a note of an item, where the note's sources are {@code sources} and its worth {@code worth}. */
    static Provenance of(StateItem item, List<Long> sources, int worth) {
        StateItem.Kind kind = OF_FIELD.contains(item.kind()) ? null : item.kind();
        return new Provenance(sources, item.origin(), item.writer(), kind, worth);
    }

    /** That of one note made of several parts; at least one. */
    static Provenance joined(List<Provenance> parts) {
        Provenance first = parts.get(0);
        List<Long> sources = new ArrayList<>();
        StateItem.Origin origin = first.origin;
        StateItem.Writer writer = first.writer;
        StateItem.Kind kind = first.kind;
        for (Provenance part : parts) {
            sources.addAll(part.sources);
            origin = origin.and(part.origin);
            writer = writer == part.writer ? writer : StateItem.Writer.RULES;
            kind = kind == part.kind ? kind : null;
        }
        int worth = parts.size() == 1 ? first.worth : 0;
        return new Provenance(StateItem.capped(sources), origin, writer, kind, worth);
    }

    /** That of a note which another one repeats word for word. */
    Provenance repeatedBy(Provenance other) {
        return new Provenance(joined(List.of(this, other)).sources, origin.and(other.origin), writer, kind, worth);
    }

    /** The same of a note that is worth {@code of} hundredths of its words. */
    Provenance worth(int of) {
        return new Provenance(sources, origin, writer, kind, of);
    }

    /** That of an answer to what {@code asked} asks: who answers is who says it, but for a question of a tool's text. */
    Provenance answering(Provenance asked) {
        boolean people = asked.origin == StateItem.Origin.USER || asked.origin == StateItem.Origin.ASSISTANT;
        Provenance both = joined(List.of(this, asked));
        return people ? new Provenance(both.sources, origin, both.writer, both.kind, 0) : both;
    }
}
