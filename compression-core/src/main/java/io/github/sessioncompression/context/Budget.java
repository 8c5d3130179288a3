package io.github.sessioncompression.context;

import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.ContextMeter;

/**
 * The policy's limits in locally counted tokens, so that they can be compared with entries and states. A provider may count more or less than this
 * library; the meter has learnt the difference, and corrects target, trigger and hard limit by it.
 *
 * @param target size that a compression aims at
 * @param trigger size above which room is made
 * @param hard size above which no view is returned while anything can give way
 * @param stateMax largest state that the policy allows, however much room there is
 */
public record Budget(int target, int trigger, int hard, int stateMax) {
    /** The smallest state worth writing or showing, in tokens. */
    public static final int SMALLEST_STATE = StateFitter.SMALLEST_ROOM;

    /** A compression below the hard limit frees at least one part in so many of what is above the system messages. */
    public static final int LEAST_GAIN_DIVISOR = 5;

    static Budget of(CompressionPolicy policy, ContextMeter meter) {
        return new Budget(
                meter.counted(policy.targetTokens()),
                meter.counted(policy.triggerTokens()),
                meter.counted(policy.hardLimitTokens()),
                policy.stateMaxTokens());
    }

    /**
     * The most tokens of an injected state beside {@code others} tokens of system prompt and kept messages.
     *
     * <p>It gets what the target leaves; in a tight window half of what is left below the trigger, or the hard limit: the other half
     * lets the chat grow before the next compression. 0 if there is no room.
     */
    public int stateRoom(long others) {
        long growing = trigger - others;
        long room = Math.max(target - others, growing / 2);
        if (growing < 2 * SMALLEST_STATE) {
            room = (hard - others) / 2;
        }
        room = Math.min(room, stateMax);
        return room < SMALLEST_STATE ? 0 : (int) room;
    }
}
