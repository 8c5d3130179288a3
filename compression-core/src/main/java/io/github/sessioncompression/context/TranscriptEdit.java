package io.github.sessioncompression.context;

import io.github.sessioncompression.cut.Pins;
import io.github.sessioncompression.edit.ChatSnapshot;
import io.github.sessioncompression.edit.Edit;
import io.github.sessioncompression.edit.ListDiff;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Head;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Applies an {@link Edit} to a chat: makes it consist of what a list shows that an application returned.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>{@link ListDiff} compares the list with the chat as it is known here, and with the views that the list may have been taken from.
 *   <li>If the edit begins before the chat's boundary, the record of the list's view is committed first, or an empty one if the history does not have
 *       it any more: a record never covers messages that are not there.
 *   <li>The messages behind the first difference are replaced, or added at the end; pins that the list lacks are taken away.
 * </ol>
 *
 * <p><b>Does nothing</b> if the chat has changed since the edit was made: it returns false, and the caller reads the chat and tries again.
 * <b>Threads:</b> used under the chat's lock. <b>On failure</b> of the store its exception is thrown; a record that was committed by then stays.
 *
 * @param now time of the records that it commits
 */
public record TranscriptEdit(SessionStore store, String id, Chat chat, Instant now) {
    /** Makes the chat consist of what a list shows; false if another thread or process was faster. */
    public boolean trySet(List<Message> list) {
        StoredChat stored = chat.stored();
        Head head = stored.head();
        Edit edit = ListDiff.of(snapshot(), list);
        CompressionRecord kept = recordOf(edit);
        if (!stored.head().equals(head) || (kept != null && !chat.commit(kept))) {
            return false;
        }
        long version = kept == null ? head.recordVersion() : kept.version();
        // What others have written since may be known here already, so the store would not refuse the edit.
        Head planned = new Head(head.incarnation(), head.lastSequence(), version, head.revision(), head.messages());
        return stored.head().matches(planned) && tryPut(edit) && unpin(edit);
    }

    private ChatSnapshot snapshot() {
        StoredChat stored = chat.stored();
        return new ChatSnapshot(
                chat.rules().policy().state(),
                entry -> chat.rules().shown(entry, Pruned.NONE).message(),
                chat.shown().showsOnlyLatestSystem(),
                chat.views().all(chat.shown().context()).stream()
                        .map(ShownViews.Handed::shown)
                        .toList(),
                stored.record(),
                stored.lastSequence(),
                stored.latestSystem(),
                List.copyOf(stored.active()),
                after -> stored.between(after, stored.lastSequence()),
                text -> store.history(id).stream()
                        .map(CompressionRecord::injected)
                        .anyMatch(state -> isText(state, text)),
                version -> store.history(id).stream()
                        .anyMatch(record -> record.cause() == Cause.ERASED && record.version() > version));
    }

    /** True if a message of a view carried this state. */
    private boolean isText(StateDocument state, String text) {
        return !state.isEmpty()
                && StateEnvelope.wrap(chat.rules().schema(), state).equals(text);
    }

    /** The record to commit before the messages change; {@code null} if the one in force holds. */
    private @Nullable CompressionRecord recordOf(Edit edit) {
        StoredChat stored = chat.stored();
        CompressionRecord base = stored.record();
        CompressionRecord kept = edit.record();
        boolean hidesNothing = stored.boundary() == 0 && base.injected().isEmpty();
        if (kept != null && edit.keepThrough() >= stored.boundary()) {
            return null;
        }
        if (kept == null || !isInHistory(kept)) {
            return hidesNothing ? null : base.replaced(0, List.of(), List.of(), StateDocument.EMPTY, now);
        }
        SortedSet<Long> pins = new TreeSet<>(kept.pinned());
        // What was pinned since stays so.
        pins.addAll(Pins.through(stored.entries(), kept.boundary(), List.of()));
        pins.removeAll(edit.unpinned());
        return base.restored(kept, kept.boundary(), List.copyOf(pins), kept.segments(), kept.injected(), now);
    }

    /** False after an erasure, which removes the records before it: the record may contain what was erased. */
    private boolean isInHistory(CompressionRecord record) {
        return store.history(id).stream().anyMatch(each -> each.version() == record.version());
    }

    /** Replaces the messages behind the last one that stays, or adds them at the end; false if another process was faster. */
    private boolean tryPut(Edit edit) {
        List<Message> messages = edit.messages();
        if (chat.stored().lastSequence() > edit.keepThrough()) {
            return chat.tryReplaceAfter(edit.keepThrough(), messages);
        }
        return messages.isEmpty() || chat.tryAdd(messages, chat.tokens(messages));
    }

    /** Commits a record without the pins that the list lacks, if the current one has any of them. */
    private boolean unpin(Edit edit) {
        CompressionRecord record = chat.stored().record();
        TreeSet<Long> pins = new TreeSet<>(record.pinned());
        return !pins.removeAll(edit.unpinned()) || chat.commit(record.unpinned(List.copyOf(pins), now));
    }

    /** Makes the chat consist of a state and the messages of a list behind it; false if another process was faster. */
    public boolean trySet(StateDocument state, List<Message> list) {
        List<Message> messages = ListDiff.messages(snapshot(), list);
        long last = chat.stored().lastSequence();
        boolean put = last == 0 ? chat.tryAdd(messages, chat.tokens(messages)) : chat.tryReplaceAfter(0, messages);
        CompressionRecord record = chat.stored().record();
        if (!put || (state.isEmpty() && record.version() == 0)) {
            return put;
        }
        List<SegmentState> segments = state.isEmpty()
                ? List.of()
                : List.of(new SegmentState(SegmentState.id(record.version() + 1, 0), last, state, now));
        List<Long> ids = segments.stream().map(SegmentState::id).toList();
        return chat.commit(record.replaced(last, List.of(), ids, state, now), segments);
    }
}
