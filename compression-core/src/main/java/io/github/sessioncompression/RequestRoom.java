package io.github.sessioncompression;

import io.github.sessioncompression.policy.CompressionPolicy;

/**
 * How much room a request has, as known when it is about to be sent. All numbers but {@link #counted} are the model's tokens.
 *
 * @param rules how the chat's contexts are made
 * @param meter measures as the chat's own did then
 * @param limit above this the chat gives way
 * @param most above this messages are cut
 */
record RequestRoom(ContextRules rules, ContextMeter meter, long limit, long most) {
    /**
     * The room of a request.
     *
     * @param outputTokens the most that the model is asked to write, 0 if that is not said
     * @param ceiling the most that the request may be because a larger one was refused
     */
    static RequestRoom of(Chat chat, int outputTokens, long ceiling) {
        CompressionPolicy policy = chat.rules().policy();
        long output = Math.max(0L, outputTokens - policy.reservedOutputTokens());
        // Whoever asks for more than the window to be written is not to be left without any room.
        long most = Math.max(policy.baseTokens() - output, policy.baseTokens() / 4L);
        long limit = Math.min(policy.hardLimitTokens(), most);
        return new RequestRoom(
                chat.rules(), chat.shown().meter().copy(), Math.min(limit, ceiling), Math.min(most, ceiling));
    }

    /** What a request that counts {@code counted} tokens here is likely to be for the model. */
    long size(long counted) {
        return meter.request(counted);
    }

    /** How many tokens a request of {@link #most} may count here. */
    long counted() {
        return meter.requestRoom(most);
    }

    /** How many counted tokens the limit is below the chat's own. */
    long below() {
        return meter.requestRoom(rules.policy().hardLimitTokens()) - meter.requestRoom(limit);
    }
}
