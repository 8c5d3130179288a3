package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a conversation was when it was cleared, for frameworks that take a message out by clearing the chat and adding the
 * others again, one by one.
 *
 * <p>As long as only messages come that were there, in their order, they are the old ones: placeholders become the
 * results they stand for, and the state comes back with the messages it covers. The first message that was not there, and
 * the first view, end it. Kept for a few seconds only. Every use is under the conversation's lock.
 */
final class Restoration {
    private final List<Message> stateMessages;
    private final List<Entry> covered;
    private final CompressionRecord record;
    private final ShownMessages shown;
    private int stateTaken;

    private Restoration(
            List<Message> stateMessages, List<Entry> covered, CompressionRecord record, ShownMessages shown) {
        this.stateMessages = stateMessages;
        this.covered = covered;
        this.record = record;
        this.shown = shown;
    }

    /**
     * What {@code set} is now.
     *
     * @param covered the messages up to the record's boundary
     */
    static Restoration of(WorkingSet set, List<Entry> covered) {
        Context context = set.context();
        return new Restoration(
                List.copyOf(context.stateMessages()),
                covered,
                set.record(),
                new ShownMessages(context, context.headMessages(), set.entries()));
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

    /** Adds messages of before again; {@code append} adds messages at the end of {@code set}. */
    void addAgain(Engine engine, WorkingSet set, List<Message> messages, Consumer<List<Message>> append) {
        List<Message> added = new ArrayList<>();
        for (Message message : messages) {
            if (isState(message)) {
                if (stateTaken++ == 0) {
                    append.accept(List.copyOf(added));
                    added.clear();
                    restore(engine, set, append);
                }
            } else {
                added.addAll(message.role() == Role.SYSTEM ? List.of(message) : shown.take(message));
            }
        }
        append.accept(added);
    }

    /**
     * Brings the covered messages back and the state with them; without it, if somebody else writes at the same time. What was
     * pinned among them was shown: it comes again by itself, or is not wanted any more.
     */
    private void restore(Engine engine, WorkingSet set, Consumer<List<Message>> append) {
        List<Message> messages = new ArrayList<>();
        List<Long> pinned = new ArrayList<>();
        for (Entry entry : set.active()) {
            pinned.add(entry.sequence());
        }
        long sequence = set.lastSequence();
        String system = set.systemText();
        for (Entry entry : covered) {
            Message message = entry.message();
            boolean wasPinned = record.pinned().contains(entry.sequence());
            boolean isSystem = message.role() == Role.SYSTEM;
            if (isSystem ? message.text().equals(system) : wasPinned) {
                continue;
            }
            messages.add(message);
            sequence++;
            if (wasPinned) {
                pinned.add(sequence);
            }
        }
        append.accept(messages);
        set.commit(
                set.record().restored(record, sequence, pinned, engine.clock().instant()));
    }
}
