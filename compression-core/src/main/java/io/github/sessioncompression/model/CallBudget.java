package io.github.sessioncompression.model;

import io.github.sessioncompression.token.Usage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Time, calls and tokens of one compilation. Belongs to the one thread that compiles. */
final class CallBudget {
    /** A request that the model refused as too long, and its refusal. */
    record TooLong(ContextLengthExceeded refusal, ModelRequest request) {}

    private final Clock clock;
    private final Instant end;
    private int calls;
    private Usage usage = Usage.NONE;
    private @Nullable TooLong tooLong;

    CallBudget(Clock clock, Duration deadline) {
        this.clock = clock;
        this.end = clock.instant().plus(deadline);
    }

    /** Time left; zero or negative if there is none. */
    Duration left() {
        return Duration.between(clock.instant(), end);
    }

    /** Records that the last call was refused as too long. */
    void tooLong(ContextLengthExceeded refusal, ModelRequest refused) {
        tooLong = new TooLong(refusal, refused);
    }

    /** Returns and forgets the last call's refusal as too long; {@code null} if there was none. */
    @Nullable
    TooLong takeTooLong() {
        TooLong taken = tooLong;
        tooLong = null;
        return taken;
    }

    boolean isTooLong() {
        return tooLong != null;
    }

    void add(int moreCalls, @Nullable Usage more) {
        calls += moreCalls;
        if (more != null) {
            usage = usage.plus(more);
        }
    }

    int calls() {
        return calls;
    }

    Usage usage() {
        return usage;
    }

    Compilation.Rejected rejected(Compilation.Reason reason, String detail) {
        return new Compilation.Rejected(reason, detail, usage, calls);
    }
}
