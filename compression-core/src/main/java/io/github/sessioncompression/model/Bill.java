package io.github.sessioncompression.model;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.token.Usage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What one compilation has used so far: time, calls and tokens. Belongs to the one thread that compiles. */
final class Bill {
    /** A request that the model refused as too long, and in which words. */
    record TooLong(ContextLengthExceeded refusal, ModelRequest request) {}

    private final Clock clock;
    private final Instant end;
    private int calls;
    private Usage usage = Usage.NONE;
    private @Nullable TooLong tooLong;

    Bill(Clock clock, Duration deadline) {
        this.clock = clock;
        this.end = clock.instant().plus(deadline);
    }

    /** The time that is left; zero or negative if there is none. */
    Duration left() {
        return Duration.between(clock.instant(), end);
    }

    /** The model refused the last call as too long. */
    void tooLong(ContextLengthExceeded refusal, ModelRequest refused) {
        tooLong = new TooLong(refusal, refused);
    }

    /** The refusal of the last call as too long, which is looked at once; {@code null} if it was not refused for that. */
    @Nullable
    TooLong takeTooLong() {
        TooLong taken = tooLong;
        tooLong = null;
        return taken;
    }

    boolean isTooLong() {
        return tooLong != null;
    }

    void addCall() {
        calls++;
    }

    void add(@Nullable Usage more) {
        if (more != null) {
            usage = usage.plus(more);
        }
    }

    Compilation compiled(StateDocument state, int invented, boolean merged, Told told) {
        return new Compilation.Compiled(state, usage, calls, invented, merged, told);
    }

    Compilation oversized(StateDocument state, int tokens, Told told) {
        return new Compilation.Oversized(state, tokens, usage, calls, told);
    }

    Compilation showsLess(String detail, Told told) {
        return new Compilation.Rejected(Compilation.Reason.SHOWS_LESS, detail, usage, calls, told);
    }

    Compilation rejected(Compilation.Reason reason, String detail) {
        return new Compilation.Rejected(reason, detail, usage, calls);
    }
}
