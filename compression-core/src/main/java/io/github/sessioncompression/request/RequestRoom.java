package io.github.sessioncompression.request;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.MessageForm;
import io.github.sessioncompression.token.ContextMeter;

/**
 * Room of a request: above {@code limit} the chat gives way, above {@code most} messages are cut. All numbers except {@link #counted} and
 * {@link #below} are the model's tokens, which the meter converts from the local count. <b>Threads:</b> used by one request.
 *
 * @param form the form of messages under the window in force
 * @param policy the policy under that window
 * @param meter a copy of the chat's, which may change after that
 * @param limit the hard limit, less if the request asks for more output than is reserved, or if the provider has refused its size
 * @param most the window without the output, at least a quarter of it
 */
public record RequestRoom(MessageForm form, CompressionPolicy policy, ContextMeter meter, long limit, long most) {
    /**
     * Room of a request.
     *
     * @param meter a copy of the chat's
     * @param outputTokens the most output that the request asks for, in tokens
     * @param ceiling the most that the request may take, once the provider has refused a larger one
     */
    public static RequestRoom of(
            MessageForm form, CompressionPolicy policy, ContextMeter meter, int outputTokens, long ceiling) {
        long output = Math.max(0L, outputTokens - policy.reservedOutputTokens());
        // A request for more output than the window must not be left without any room.
        long most = Math.max(policy.baseTokens() - output, policy.baseTokens() / 4L);
        long limit = Math.min(policy.hardLimitTokens(), most);
        return new RequestRoom(form, policy, meter, Math.min(limit, ceiling), Math.min(most, ceiling));
    }

    /** Size of a request of {@code counted} tokens, in the model's tokens. */
    public long size(long counted) {
        return meter.request(counted);
    }

    /** The most tokens that a request of {@link #most} may count here. */
    public long counted() {
        return meter.requestRoom(most);
    }

    /** Counted tokens between the hard limit and {@link #limit}. */
    public long below() {
        return meter.requestRoom(policy.hardLimitTokens()) - meter.requestRoom(limit);
    }
}
