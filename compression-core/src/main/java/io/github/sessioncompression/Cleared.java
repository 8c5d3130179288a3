package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A conversation that was cleared a moment ago, and how far it is there again. Kept for a few seconds only, and for a few conversations.
 *
 * <p>Where the store throws while messages are added again nobody knows how much of that is there. So what comes then is put together
 * with all that came before it in a chat of its own, as if the conversation had just been cleared, and that takes the place of whatever
 * is there, at once. Not safe for use by many threads.
 */
final class Cleared {
    private static final int REMEMBERED = 16;
    private static final Duration REMEMBERED_FOR = Duration.ofSeconds(10);

    /** The life of the conversation that has ended, unless the store has not deleted it. */
    private final String incarnation;

    private final Restoration restoration;
    /** What was added again so far. */
    private final List<Message> handedBack = new ArrayList<>();
    /** Whether nobody knows how much of it is there. */
    private boolean failed;

    /** What was added again of messages that came after a conversation was cleared. */
    enum Again {
        /** Nothing, nor anything else: these begin another chat. */
        NOTHING,
        /** Some, and new ones with them. */
        SOME,
        /** All of them. */
        ALL
    }

    private Cleared(String incarnation, Restoration restoration) {
        this.incarnation = incarnation;
        this.restoration = restoration;
    }

    /** What {@code chat} is now, which is about to be deleted. */
    static Cleared of(ContextRules rules, Chat chat) {
        return new Cleared(chat.stored().incarnation(), Restoration.of(rules, chat));
    }

    /** A place for those of the conversations cleared last. */
    static Cache<String, Cleared> remembered() {
        return Caffeine.newBuilder()
                .maximumSize(REMEMBERED)
                .expireAfterWrite(REMEMBERED_FOR)
                .scheduler(Scheduler.systemScheduler())
                .build();
    }

    /**
     * Adds messages, if the conversation was cleared a moment ago and they are what it was, or an edit of that.
     *
     * @param remembered what conversations were that were cleared a moment ago
     */
    static Again again(
            Cache<String, Cleared> remembered, String id, Chat chat, List<Message> messages, InstantSource clock) {
        Cleared cleared = remembered.getIfPresent(id);
        if (cleared == null) {
            return Again.NOTHING;
        }
        if (!cleared.isGone(chat) || !cleared.goesOn(messages)) {
            remembered.invalidate(id);
            return Again.NOTHING;
        }
        return cleared.add(chat, messages, clock.instant()) ? Again.ALL : Again.SOME;
    }

    /**
     * Makes the conversation be what it was, or an edit of that, if it was cleared a moment ago and nothing is known to have come since.
     *
     * @return whether it was
     */
    static boolean set(
            Cache<String, Cleared> remembered, String id, Chat chat, List<Message> messages, InstantSource clock) {
        Cleared cleared = remembered.getIfPresent(id);
        if (cleared == null || !(chat.stored().isEmpty() || cleared.failed)) {
            return false;
        }
        cleared.handedBack.clear();
        return again(remembered, id, chat, messages, clock) != Again.NOTHING;
    }

    /** What was cleared is not remembered any more, as after each view: asking first costs less than taking out what is not there. */
    static void forget(Cache<String, Cleared> remembered, String id) {
        if (remembered.getIfPresent(id) != null) {
            remembered.invalidate(id);
        }
    }

    /** Whether it was deleted; the store may have thrown then, before or after its effect. */
    private boolean isGone(Chat chat) {
        if (chat.stored().incarnation().equals(incarnation)) {
            chat.sync();
        }
        return !chat.stored().incarnation().equals(incarnation);
    }

    private boolean goesOn(List<Message> messages) {
        return restoration.goesOn(messages);
    }

    private boolean add(Chat chat, List<Message> messages, Instant now) {
        boolean asItWas;
        if (failed) {
            asItWas = addAnew(chat, messages, now);
        } else {
            failed = true;
            asItWas = restoration.add(chat, messages, now);
            failed = false;
        }
        handedBack.addAll(messages);
        return asItWas;
    }

    /** Puts all that was added again, these messages with it, in the place of what is there of it. */
    private boolean addAnew(Chat chat, List<Message> messages, Instant now) {
        List<Message> all = new ArrayList<>(handedBack);
        all.addAll(messages);
        ContextRules rules = chat.rules();
        UniqueIds ids = new UniqueIds();
        Chat made = new Chat("", rules, new StoredChat("made", rules, SessionStore.inMemory(), ids));
        if (chat.shown().showsOnlyLatestSystem()) {
            made.shown().onlyLatestSystem();
        }
        Restoration anew = restoration.afresh();
        anew.goesOn(all);
        boolean asItWas = anew.add(made, all, now);
        StoredChat wanted = made.stored();
        List<Entry> entries = wanted.between(0, wanted.lastSequence());
        chat.sync();
        RestoredHead head = new RestoredHead(entries);
        head.added(own(chat, entries, all));
        head.restore(chat, new Basis(wanted.record(), wanted.segments(), wanted.lastSequence()), List::of, now);
        wanted.record().pinned().forEach(head::pinAgain);
        head.pin(chat, now);
        return asItWas;
    }

    /** What is there of all this; the rest others have added. */
    private List<Message> own(Chat chat, List<Entry> wanted, List<Message> given) {
        Set<Message> own = new HashSet<>(given);
        wanted.forEach(entry -> own.add(entry.message()));
        restoration.transcript().forEach(entry -> own.add(entry.message()));
        return chat.stored().active().stream()
                .map(Entry::message)
                .filter(own::contains)
                .toList();
    }
}
