package io.github.sessioncompression.model;

import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Time, calls and tokens of one compilation. Belongs to the one thread that compiles. */
final class CallBudget {
    record TooLong(ContextLengthExceeded refusal, ModelRequest request) {}

    private final InstantSource clock;
    private final Instant end;
    private int calls;
    private Usage usage = Usage.NONE;
    private @Nullable TooLong tooLong;

    CallBudget(InstantSource clock, Duration deadline) {
        this.clock = clock;
        this.end = clock.instant().plus(deadline);
    }

    Duration left() {
        return Duration.between(clock.instant(), end);
    }

    boolean isOver() {
        return !clock.instant().isBefore(end);
    }

    void tooLong(ContextLengthExceeded refusal, ModelRequest refused) {
        tooLong = new TooLong(refusal, refused);
    }

    /** Returns and forgets the last refusal of a request as too long; {@code null} if there was none. */
    @Nullable
    TooLong takeTooLong() {
        TooLong taken = tooLong;
        tooLong = null;
        return taken;
    }

    void addCall() {
        calls++;
    }

    void add(@Nullable Usage more) {
        usage = more == null ? usage : usage.plus(more);
    }

    /** A state with what it has cost so far. */
    Compilation.Compiled compiled(
            StateDocument state, List<SegmentSummary> segments, @Nullable String judgeFailure, int invented) {
        return new Compilation.Compiled(state, usage, calls, segments, judgeFailure, invented);
    }

    Compilation.Rejected rejected(Compilation.Reason reason, String detail) {
        return new Compilation.Rejected(reason, detail, usage, calls);
    }
}
