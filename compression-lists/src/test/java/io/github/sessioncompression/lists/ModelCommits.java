package io.github.sessioncompression.lists;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.MadeRecord;
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
        CompressionRecord record = MadeRecord.of(version, through)
                .schema(schema.name())
                .segments(List.of(segment.id()))
                .shown(state)
                .at(Instant.EPOCH);
        return Commit.of(head.incarnation(), head.recordVersion(), record).withSegments(List.of(segment));
    }
}
