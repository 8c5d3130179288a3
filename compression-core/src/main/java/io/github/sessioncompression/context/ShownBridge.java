package io.github.sessioncompression.context;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import java.util.List;

/**
 * The extract that a chat shows in the place of messages that wait to be compressed: the record's, or one of this process only. Without one
 * it has the states of the store. Not safe for use by many threads.
 */
final class ShownBridge {
    private final StoredChat stored;
    private Bridge bridge = Bridge.NONE;
    /** The boundary behind which it was made; 0 if there is none. */
    private long boundary;

    ShownBridge(StoredChat stored) {
        this.stored = stored;
    }

    /** Takes the record's extract if another process has changed the chat, or a state covers more than before. */
    void follow(boolean elsewhere) {
        if (elsewhere || stored.boundary() != boundary) {
            Bridge kept = stored.record().bridge();
            show(stillHolds(kept) ? kept : Bridge.NONE);
        }
    }

    /** False if an edit has removed messages that an extract replaces. */
    private boolean stillHolds(Bridge extract) {
        List<Entry> active = stored.active();
        int count = Entry.countThrough(active, extract.through());
        return count > 0 && active.get(count - 1).sequence() == extract.through();
    }

    void show(Bridge extract) {
        bridge = extract;
        boundary = extract.through() == 0 ? 0 : stored.boundary();
    }

    Bridge shown() {
        return bridge;
    }

    boolean isShown() {
        return bridge.through() > 0;
    }

    StateDocument state() {
        return isShown() ? bridge.shown() : stored.record().injected();
    }

    StateDocument whole() {
        return isShown() ? bridge.whole() : stored.lastState();
    }
}
