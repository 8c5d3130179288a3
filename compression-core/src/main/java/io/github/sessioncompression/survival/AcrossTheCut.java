package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What messages say of what was said last before them, which a state covers: what they answer, choose or put right of it. Immutable. */
final class AcrossTheCut {
    private final List<Anchor> settled;
    /** The messages that something stands in front of which it answers or chooses. */
    private final Set<Long> answered = new HashSet<>();

    /**
     * What is settled.
     *
     * @param settled anchors of what was said before that hold no longer
     * @param said the anchors of the messages
     */
    AcrossTheCut(List<Anchor> settled, List<Anchor> said) {
        this.settled = List.copyOf(settled);
        said.forEach(anchor -> answered.addAll(anchor.sources()
                .subList(Math.min(1, anchor.sources().size()), anchor.sources().size())));
    }

    /** Those anchors of the state that hold still. */
    List<Anchor> holding(List<Anchor> before) {
        return before.stream().filter(anchor -> !isSettled(anchor)).toList();
    }

    private boolean isSettled(Anchor anchor) {
        boolean question = anchor.type() == AnchorType.QUESTION;
        return (question && anchor.sources().stream().anyMatch(answered::contains))
                || settled.stream()
                        .anyMatch(each -> each.type() == anchor.type()
                                && anchor.sources().contains(each.source())
                                && (question || plain(each).equals(plain(anchor))));
    }

    /** As a ledger has it. */
    private static String plain(Anchor anchor) {
        return anchor.text().replace('\n', ' ');
    }
}
