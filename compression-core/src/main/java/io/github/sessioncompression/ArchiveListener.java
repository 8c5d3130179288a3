package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.policy.Retention;
import java.util.List;

/**
 * The application's archive, which is given messages before they are deleted under {@link Retention#EVICT_COMPRESSED}.
 *
 * <p>Called after a compression, on the thread that compressed, without a lock; never by two threads of all processes at once for one
 * conversation. A message is given again where its deletion failed, so what it writes should be kept by conversation and sequence number.
 */
@FunctionalInterface
public interface ArchiveListener {
    /**
     * Keeps messages. Returning normally says that they are safe and may be deleted from the store; whatever is thrown keeps them
     * there, is told by a WARN, and they are given again after the next compression.
     *
     * @param conversationId whose they are
     * @param entries messages that the conversation's state stands for, in order, at most 500 at a time
     * @throws Exception if they could not be kept
     */
    void archive(String conversationId, List<Entry> entries) throws Exception;
}
