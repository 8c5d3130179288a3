package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.github.sessioncompression.Context.ContextSource;
import io.github.sessioncompression.ShownViews.SystemTexts;
import io.github.sessioncompression.ViewDiff.Wanted;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.prune.Pruned;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A conversation that was cleared a moment ago, for frameworks that edit a chat by clearing it and adding its messages again, at once or
 * one by one: together they are a list that is compared with what the conversation was. Kept for a few seconds and a few conversations.
 *
 * <p>An application may clear a chat and mean it. So nothing that was hidden comes back for what a user may have typed or an application
 * may keep: it takes what only a view gives out, a state, a system message with its awareness block, or an answer of the assistant. Until
 * then the first message that was not there ends it; the first view does in any case. Not safe for use by many threads.
 */
final class PendingClear {
    private static final int REMEMBERED = 16;
    private static final Duration REMEMBERED_FOR = Duration.ofSeconds(10);

    private final ChatSnapshot before;
    /** The life of the conversation that has ended, unless the store has not deleted it. */
    private final String incarnation;

    private final SystemTexts systemTexts;
    /** Contents of all messages that were there or were shown. */
    private final Set<Message> known = new HashSet<>();

    private final TranscriptEdit edit = TranscriptEdit.afterClear();
    private List<Message> list = List.of();
    /** The life of the conversation that the last message was added in. */
    private String life = "";

    private boolean trusted;
    /** True if the store failed in the middle of an edit. */
    private boolean failed;
    /** True until it is known again what is there after such a failure. */
    private boolean isLost;

    /** Messages of an append that belong to the cleared chat: none, since they begin another one, some or all of them. */
    enum Again {
        NOTHING,
        SOME,
        ALL
    }

    PendingClear(Chat chat) {
        this.before = ChatSnapshot.copy(chat);
        this.incarnation = chat.stored().incarnation();
        this.systemTexts = new SystemTexts(before.rules(), before.shown());
        for (ShownViews.Shown each : before.shown()) {
            each.context().snapshot().forEach(message -> known.add(ShownViews.content(message)));
        }
    }

    static Cache<String, PendingClear> cache() {
        return Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .expireAfterWrite(REMEMBERED_FOR)
                .scheduler(Scheduler.systemScheduler())
                .build();
    }

    static Again add(Cache<String, PendingClear> cache, String id, Chat chat, List<Message> messages, Instant now) {
        PendingClear pending = cache.getIfPresent(id);
        if (pending == null) {
            return Again.NOTHING;
        }
        if (!pending.isDeleted(chat) || !pending.isKnown(messages)) {
            cache.invalidate(id);
            return Again.NOTHING;
        }
        return pending.add(chat, messages, now);
    }

    /** Makes a conversation that is still empty what it was, or an edit of that; false if it was not cleared, or the messages are another chat. */
    static boolean set(Cache<String, PendingClear> cache, String id, Chat chat, List<Message> messages, Instant now) {
        PendingClear pending = cache.getIfPresent(id);
        if (pending == null || !(chat.stored().isEmpty() || pending.failed)) {
            return false;
        }
        pending.list = List.of();
        return add(cache, id, chat, messages, now) != Again.NOTHING;
    }

    /** Ends it, as each view does. Asking first costs less than taking out what is not there. */
    static void end(Cache<String, PendingClear> cache, String id, Chat chat) {
        if (cache.getIfPresent(id) != null) {
            cache.invalidate(id);
            chat.shown().make(); // a pin's place depends on messages that came back after it
        }
    }

    /** False if the store threw before it deleted the conversation. */
    private boolean isDeleted(Chat chat) {
        if (chat.stored().incarnation().equals(incarnation)) {
            chat.sync();
        }
        return chat.stored().isEmpty() || !chat.stored().incarnation().equals(incarnation);
    }

    private boolean isKnown(List<Message> messages) {
        trusted |= messages.stream().anyMatch(this::isOfAView);
        for (int i = 0; !trusted && i < messages.size(); i++) {
            Message message = messages.get(i);
            if (message.role() != Role.SYSTEM) {
                if (!known.contains(ShownViews.content(message))) {
                    return false;
                }
                trusted = message.role() != Role.USER;
            }
        }
        return true;
    }

    /** True for a state, and for a system message with what a view puts at its end. */
    private boolean isOfAView(Message message) {
        return message.role() == Role.SYSTEM
                ? !systemTexts.isPlain(message) && known.contains(ShownViews.content(message))
                : before.shown().stream().anyMatch(each -> each.isStateIn(List.of(message)));
    }

    private Again add(Chat chat, List<Message> messages, Instant now) {
        List<Message> all = new ArrayList<>(list);
        all.addAll(messages);
        Wanted wanted = trusted ? ListDiff.of(before, all) : ListDiff.said(before, all);
        isLost = failed;
        failed = true;
        if (isLost) {
            chat.sync();
        }
        chat.until(() -> tryPut(chat, wanted, now));
        pruneAgain(chat, wanted, now);
        failed = false;
        list = all;
        boolean areKnown = messages.stream()
                .allMatch(message -> message.role() == Role.SYSTEM || known.contains(ShownViews.content(message)));
        return areKnown ? Again.ALL : Again.SOME;
    }

    /** Placeholders stay placeholders; where another process is faster, the next pruning makes them again. */
    private void pruneAgain(Chat chat, Wanted wanted, Instant now) {
        ContextSource basis = wanted.basis() == null ? before.basis() : wanted.basis();
        Pruned then = basis.record().pruned();
        Pruned pruned = then.equals(Pruned.NONE) ? then : edit.renumbered(then);
        if (!pruned.equals(Pruned.NONE) && !pruned.equals(chat.stored().pruned())) {
            chat.commit(chat.stored().record().pruned(pruned, now));
        }
    }

    private boolean tryPut(Chat chat, Wanted wanted, Instant now) {
        if (isLost || !(edit.isEmpty() || life.equals(chat.stored().incarnation()))) {
            Set<Message> own = new HashSet<>(known);
            before.after(0).forEach(entry -> own.add(ShownViews.content(entry.message())));
            wanted.tail().forEach(piece -> own.add(ShownViews.content(piece.message())));
            edit.recover(chat.stored(), own);
            isLost = false;
        }
        boolean isPut = edit.tryPut(chat, wanted, now);
        life = chat.stored().incarnation();
        return isPut;
    }
}
