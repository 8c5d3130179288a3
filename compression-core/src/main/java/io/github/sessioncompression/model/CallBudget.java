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

/**
 * Time, calls and tokens of one compilation.
 *
 * <p>All steps, repairs and retries share one deadline, {@link ModelOptions#deadline()}, so that a compression of many steps ends,
 * too; and all are added up, so that a rejection reports its cost as well. A refusal of a request as too long is noted here,
 * because its numbers are needed after the compilation that met it has ended.
 *
 * <p><em>Threads</em>: belongs to the one that compiles, which also counts the calls that run on others.
 */
final class CallBudget {
    /** A request that the provider refused as longer than the model's window, and the numbers in its words. */
    record TooLong(ContextLengthExceeded refusal, ModelRequest request) {}

    private final InstantSource clock;
    private final Instant end;
    private int calls;
    private Usage usage = Usage.NONE;
    private @Nullable TooLong tooLong;

    /** A budget that begins to run now. */
    CallBudget(InstantSource clock, Duration deadline) {
        this.clock = clock;
        this.end = clock.instant().plus(deadline);
    }

    /** Time that is left; zero or negative if there is none. */
    Duration left() {
        return Duration.between(clock.instant(), end);
    }

    boolean isOver() {
        return !clock.instant().isBefore(end);
    }

    /** Notes a refusal; a later one replaces it. */
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

    /** Counts a call that was started, with or without an answer. */
    void addCall() {
        calls++;
    }

    /** Adds the cost of an answer; {@code null} if the provider reported none. */
    void add(@Nullable Usage more) {
        usage = more == null ? usage : usage.plus(more);
    }

    /** A state with what it has cost so far. */
    Compilation.Compiled compiled(
            StateDocument state, List<SegmentSummary> segments, @Nullable String judgeFailure, int invented) {
        return new Compilation.Compiled(state, usage, calls, segments, judgeFailure, invented);
    }

    /** A rejection with what it has cost; {@code detail} is a clause without contents of the chat. */
    Compilation.Rejected rejected(Compilation.Reason reason, String detail) {
        return new Compilation.Rejected(reason, detail, usage, calls);
    }
}
