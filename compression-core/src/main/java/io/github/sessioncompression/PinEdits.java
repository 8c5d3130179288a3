package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.PinGroup;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;

/** Pins and unpins messages of one conversation as the application asks for it. */
record PinEdits(ConversationParts parts) {
    List<Entry> pins() {
        return parts.chats().get(chat -> {
            chat.sync();
            return chat.stored().entries().stream()
                    .filter(entry -> entry.message().pinned() && entry.message().role() != Role.SYSTEM)
                    .toList();
        });
    }

    void pin(String rule) {
        if (Objects.requireNonNull(rule, "text").isBlank()) {
            throw new IllegalArgumentException("text must not be blank");
        }
        Message wanted = Message.user(rule).withPinned(true);
        parts.appending(chat -> {
            chat.sync();
            if (chat.stored().entries().stream().anyMatch(entry -> isSame(entry.message(), wanted))) {
                return false;
            }
            Repair repair = new Repair(false);
            chat.stored().active().forEach(entry -> repair.accept(entry.message()));
            if (repair.hasOpenCalls()) {
                throw new IllegalStateException("conversation '" + parts.id()
                        + "' waits for the results of tool calls, which nothing may come before: pin the rule"
                        + " after them");
            }
            chat.add(List.of(wanted));
            chat.keepSwitch(parts.shared().clock());
            parts.reporter().messages(chat);
            parts.reporter().pins(chat);
            return true;
        });
        parts.reporter().flush();
    }

    private static boolean isSame(Message one, Message rule) {
        return one.pinned() && one.role() == Role.USER && one.text().equals(rule.text());
    }

    void pin(long sequence, boolean pins) {
        parts.chats().run(chat -> {
            chat.sync();
            chat.until(() -> tryPin(chat, sequence, pins));
            parts.reporter().pins(chat);
        });
        parts.reporter().flush();
    }

    /** Brings a group that the state covers back into the view; an old result shown as a placeholder is shown in full again, or the reverse. */
    private boolean tryPin(Chat chat, long sequence, boolean pins) {
        CompressionRecord record = chat.stored().record();
        List<Entry> group = PinGroup.of(chat.stored(), sequence);
        boolean isPinned = group.stream()
                .anyMatch(
                        entry -> entry.sequence() == sequence && entry.message().pinned());
        boolean isShown = sequence > record.boundary() || record.pinned().contains(sequence);
        if (isPinned == pins && (isShown || !pins)) {
            return true;
        }
        NavigableSet<Long> pinned = new TreeSet<>(record.pinned());
        if (!isShown && pins) {
            group.forEach(entry -> pinned.add(entry.sequence()));
        }
        boolean rewrites = (!isShown && pins) || record.pruned().covers(sequence);
        boolean done = chat.choose(
                record.pinning(
                        record.chosen().with(sequence, pins),
                        List.copyOf(pinned),
                        parts.shared().clock().instant()),
                rewrites);
        if (done && rewrites) {
            chat.shown().release();
        }
        return done;
    }
}
