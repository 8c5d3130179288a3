package io.github.sessioncompression.context;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import java.util.List;

/**
 * The extract that a chat shows for messages that wait to be compressed: the record's, or one of this process only. Without one, the states are those
 * of the store.
 *
 * <p>An extract of this process stays until the boundary moves, the chat is edited, or another process changes it; then the record's extract is
 * shown, if the last message that it replaces is still there. <b>Threads:</b> not safe; used under the chat's lock.
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

    /** Shows an extract from now on, {@link Bridge#NONE} for none; in this process only. */
    void show(Bridge extract) {
        bridge = extract;
        boundary = extract.through() == 0 ? 0 : stored.boundary();
    }

    /** The extract that is shown; {@link Bridge#NONE} if there is none. */
    Bridge shown() {
        return bridge;
    }

    boolean isShown() {
        return bridge.through() > 0;
    }

    /** What views show: the extract with the state that it continues, else the part of the state for which there is room. */
    StateDocument state() {
        return isShown() ? bridge.shown() : stored.record().injected();
    }

    /** The whole of what {@link #state} may show only a part of. */
    StateDocument whole() {
        return isShown() ? bridge.whole() : stored.lastState();
    }
}
