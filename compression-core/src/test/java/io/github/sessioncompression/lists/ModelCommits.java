package io.github.sessioncompression.lists;

import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.Accounting;
import io.github.sessioncompression.store.Bridge;
import io.github.sessioncompression.store.ChosenPins;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Compressions by a model, which a store over lists keeps for the next save. */
final class ModelCommits {
    private ModelCommits() {}

    /** Commit of a state with {@code fact} covering everything up to and including {@code through}. */
    static Commit of(Head head, StateSchema schema, long through, String fact) {
        long version = head.recordVersion() + 1;
        StateDocument state = StateDocument.ofTexts(Map.of("logos", List.of(fact)));
        SegmentState segment = new SegmentState(SegmentState.id(version, 0), through, state, Instant.EPOCH);
        CompressionRecord record = new CompressionRecord(
                version,
                through,
                List.of(),
                Pruned.NONE,
                schema.name(),
                List.of(segment.id()),
                List.of(),
                state,
                List.of(),
                true,
                Cause.MODEL,
                Accounting.NONE,
                Instant.EPOCH,
                0,
                Artefacts.NONE,
                ChosenPins.NONE,
                Bridge.NONE);
        return Commit.of(head.incarnation(), head.recordVersion(), record).withSegments(List.of(segment));
    }
}
