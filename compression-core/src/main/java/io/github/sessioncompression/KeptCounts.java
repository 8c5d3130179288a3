package io.github.sessioncompression;

import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.store.Counters.RecallUse;
import io.github.sessioncompression.token.Usage;

/** What is counted of one conversation, and kept with it in the store. Safe for use by many threads. */
final class KeptCounts {
    private final String id;
    private final Shared shared;
    private final StatsRecorder recorder;

    KeptCounts(String id, Shared shared) {
        this.id = id;
        this.shared = shared;
        this.recorder = shared.totals().conversation();
    }

    /** Counts. */
    StatsRecorder recorder() {
        return recorder;
    }

    /** What calls of the compression model cost. */
    void modelUsed(Usage usage, int calls) {
        recorder.modelUsed(used(usage, calls));
    }

    /** What came back into the context, and what was missed there; whether there is anything. */
    boolean recalled(RecallUse use) {
        if (use.equals(RecallUse.NONE)) {
            return false;
        }
        recorder.recalled(use);
        return true;
    }

    /** What one call of the chat's own model cost. */
    void chatUsed(Usage usage) {
        recorder.chatUsed(used(usage, 1));
    }

    private static ModelUse used(Usage usage, int calls) {
        return new ModelUse(
                calls,
                usage.inputTokens(),
                usage.outputTokens() + usage.reasoningTokens(),
                usage.cacheReadTokens(),
                usage.cacheCreationTokens());
    }

    /** What was counted here and, by whatever process, before. */
    CompressionStats snapshot() {
        return recorder.snapshot(shared.store().counters(id));
    }

    /** Keeps what was counted here; the totals are about other conversations from here on. */
    void evicted() {
        keep();
        recorder.messages(0, 0);
    }

    /** Keeps with the conversation what was counted here, for the time when this is gone; if it can't be now, it waits. */
    void keep() {
        Counters counted = recorder.take();
        try {
            shared.store().count(id, counted);
        } catch (RuntimeException e) {
            recorder.putBack(counted);
            Log.LOG.debug("Conversation {}: its statistics could not be kept yet.", id, Log.place(e));
        }
    }
}
