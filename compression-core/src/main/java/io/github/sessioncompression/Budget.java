package io.github.sessioncompression;

import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.policy.CompressionPolicy;

/**
 * The policy's limits in locally counted tokens, so that they can be held against entries and states.
 *
 * @param target what a compression brings the context down to
 * @param trigger above this the context is relieved
 * @param hard above this no view is sent while there is anything to take away
 * @param stateMax the most a state may take
 */
record Budget(int target, int trigger, int hard, int stateMax) {
    /** Below this a state says nothing worth its place, in tokens. */
    static final int SMALLEST_STATE = StateFitter.SMALLEST_ROOM;

    /** A compression below the hard limit covers at least this part of the context's base, else it isn't worth its price. */
    private static final int SMALLEST_SPAN_DIVISOR = 20;

    static Budget of(CompressionPolicy policy, ContextMeter meter) {
        return new Budget(
                meter.counted(policy.targetTokens()),
                meter.counted(policy.triggerTokens()),
                meter.counted(policy.hardLimitTokens()),
                policy.stateMaxTokens());
    }

    /** The fewest tokens of messages that a compression below the hard limit covers. */
    int smallestSpan() {
        return Math.max(1, trigger / SMALLEST_SPAN_DIVISOR);
    }

    /**
     * How many tokens the injected state may have beside {@code others} tokens of system prompt and kept messages.
     *
     * <p>It gets what leads up to half way between target and trigger, and in a tight window at least half of what is left
     * below the trigger, or the hard limit: the other half lets the chat grow before the next compression. 0 if there is no room.
     */
    int stateRoom(long others) {
        long growing = trigger - others;
        long room = Math.max(((long) target + trigger) / 2 - others, growing / 2);
        if (growing < 2 * SMALLEST_STATE) {
            room = (hard - others) / 2;
        }
        room = Math.min(room, stateMax);
        return room < SMALLEST_STATE ? 0 : (int) room;
    }
}
