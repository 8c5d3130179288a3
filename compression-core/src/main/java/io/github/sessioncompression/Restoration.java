package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What a conversation was when it was cleared, for frameworks that take a message out by clearing the chat and adding the
 * others again, one by one.
 *
 * <p>As long as only messages come that were there, in their order, they are the old ones: placeholders become the
 * results they stand for, and the state comes back with the messages it covers. The first message that was not there, and
 * the first view, end it. Kept for a few seconds only.
 */
final class Restoration {
    private final List<Message> stateMessages;
    /** Everything up to where the view's history begins. */
    private final List<Entry> head;

    private final long headThrough;
    private final CompressionRecord record;
    private final List<SegmentState> segments;
    private final ShownMessages shown;
    private final List<Message> latestSystem;
    private int stateTaken;

    private Restoration(
            List<Message> stateMessages,
            List<Entry> head,
            long headThrough,
            CompressionRecord record,
            List<SegmentState> segments,
            ShownMessages shown,
            List<Message> latestSystem) {
        this.stateMessages = stateMessages;
        this.head = head;
        this.headThrough = headThrough;
        this.record = record;
        this.segments = segments;
        this.shown = shown;
        this.latestSystem = latestSystem;
    }

    /** What {@code chat} is now. */
    static Restoration of(Chat chat) {
        Context context = chat.shown().context();
        StoredChat stored = chat.stored();
        long headThrough = chat.shown().headThrough();
        Entry system = stored.latestSystem();
        return new Restoration(
                chat.shown().state().isEmpty() ? List.of() : List.copyOf(stateMessages(context)),
                List.copyOf(stored.through(headThrough)),
                headThrough,
                stored.record(),
                stored.segments(),
                new ShownMessages(context, context.headMessages(), stored.entries()),
                system == null ? List.of() : List.of(system.message()));
    }

    /** What carries the state: messages of its own, or the system message. */
    private static List<Message> stateMessages(Context context) {
        List<Message> own = context.stateMessages();
        return own.isEmpty() ? context.systemMessages().subList(0, 1) : own;
    }

    /** Whether every one of {@code messages} is a system message or was there, after those that were added again before. */
    boolean knows(List<Message> messages) {
        for (Message message : messages) {
            if (message.role() != Role.SYSTEM && !isState(message) && !shown.isNext(message)) {
                return false;
            }
        }
        return true;
    }

    private boolean isState(Message message) {
        return stateTaken < stateMessages.size() && ShownMessages.same(message, stateMessages.get(stateTaken));
    }

    /** Adds messages of before again. */
    void addAgain(Workings workings, Chat chat, List<Message> messages) {
        List<Message> added = new ArrayList<>();
        for (Message message : messages) {
            if (isState(message)) {
                if (stateTaken++ == 0) {
                    chat.add(List.copyOf(added));
                    added.clear();
                    restore(workings, chat);
                }
            } else {
                added.addAll(message.role() == Role.SYSTEM ? List.of(message) : shown.take(message));
            }
        }
        chat.add(added);
    }

    /**
     * Brings back what came before the history: the covered messages with the state, and what was hidden. Without the state, if
     * somebody else writes at the same time. What was pinned was shown: it comes again by itself, or is not wanted any more.
     */
    private void restore(Workings workings, Chat chat) {
        shown.skip(headThrough);
        List<Message> messages = new ArrayList<>();
        List<Entry> unseen = head.stream()
                .filter(entry -> entry.message().role() == Role.SYSTEM
                        || !record.pinned().contains(entry.sequence()))
                .toList();
        unseen.forEach(entry -> messages.add(entry.message()));
        for (Entry entry : chat.stored().active()) {
            // Added again before the state, and the system prompt from here on.
            if (!messages.contains(entry.message())) {
                messages.add(entry.message());
            }
        }
        long offset = chat.stored().lastSequence();
        if (offset == 0 || !chat.tryReplaceAfter(0, messages)) {
            chat.add(messages);
            offset = chat.stored().lastSequence() - messages.size();
        }
        List<Long> pinned = new ArrayList<>();
        long boundary = 0;
        for (int i = 0; i < unseen.size(); i++) {
            long sequence = unseen.get(i).sequence();
            if (record.pinned().contains(sequence)) {
                pinned.add(offset + 1 + i);
            }
            if (sequence <= record.boundary()) {
                boundary = offset + 1 + i;
            }
        }
        CompressionRecord base = chat.stored().record();
        List<SegmentState> kept = new ArrayList<>();
        for (int i = 0; i < segments.size(); i++) {
            SegmentState segment = segments.get(i);
            long id = SegmentState.id(base.version() + 1, i);
            kept.add(new SegmentState(id, boundary, segment.document(), segment.createdAt()));
        }
        List<Long> ids = kept.stream().map(SegmentState::id).toList();
        Instant now = workings.shared().clock().instant();
        chat.commit(base.restored(record, boundary, pinned, ids, now), kept);
        if (chat.shown().showsOnlyLatestSystem()) {
            chat.add(latestSystem);
        }
    }
}
