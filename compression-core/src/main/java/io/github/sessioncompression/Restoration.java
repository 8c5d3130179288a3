package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Cache;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a conversation was when it was cleared, for frameworks that edit a chat by clearing it and adding its messages again, all
 * at once or one by one.
 *
 * <p>Messages that a view has shown are the old ones: placeholders become the results they stand for, what a view made up is
 * nothing, and the state comes back with the messages it covers. Where the view had no room for the state, the first message of
 * its history brings back what was covered, and what is pinned is pinned again when it comes.
 *
 * <p>Whoever clears a chat may also mean it, and say the same again. So nothing comes back for what a user may have typed or an
 * application keep: it takes what only a view can have given out, the state, the system message with its awareness block, or an
 * answer of the assistant's that no view was taken for. Until then the first message that was not there ends it; so does the first
 * view. Kept for a few seconds only.
 */
final class Restoration {
    /** The whole transcript as it was. */
    private final List<Entry> transcript;

    private final List<ShownBefore.Remembered> before;
    private final SystemTexts systemTexts;
    private final @Nullable Message latestSystem;
    /** Whether there was something that only a view can have given out. */
    private boolean trusted;
    /** What the messages that come now were shown in. */
    private final ShownSource source;
    /** What came so far, as long as it may have been shown in something else. */
    private final List<Message> soFar = new ArrayList<>();
    /** What was added for it. */
    private final List<Message> added = new ArrayList<>();
    /** Up to where what the source hides is there again; negative if nothing is yet. */
    private long restoredThrough = -1;
    /** The version of the record that holds again; 0 for none. */
    private long restoredVersion;
    /** The sequence number that the last of what is there again has now. */
    private long headEnd;
    /** The sequence numbers that messages have now, by those they had. */
    private final Map<Long, Long> numbers = new HashMap<>();
    /** The sequence numbers that messages had which are to be pinned again. */
    private final List<Long> pinnedAgain = new ArrayList<>();

    private Restoration(ContextRules rules, Chat chat) {
        StoredChat stored = chat.stored();
        this.transcript = stored.between(0, stored.lastSequence());
        this.before = chat.views().shownBefore().from(chat.shown().context());
        this.systemTexts = new SystemTexts(rules, before);
        this.source = new ShownSource(before, transcript);
        Entry system = stored.latestSystem();
        this.latestSystem = system == null ? null : system.message();
    }

    /** What {@code chat} is now. */
    static Restoration of(ContextRules rules, Chat chat) {
        return new Restoration(rules, chat);
    }

    /** What was added again of messages that came after a conversation was cleared. */
    enum Again {
        /** Nothing, nor anything else: these begin another chat. */
        NOTHING,
        /** Some, and new ones with them. */
        SOME,
        /** All of them. */
        ALL
    }

    /**
     * Adds messages, if the conversation was cleared a moment ago and they are what it was, or an edit of that.
     *
     * @param remembered what conversations were that were cleared a moment ago
     */
    static Again again(
            Cache<String, Restoration> remembered, String id, Chat chat, List<Message> messages, Instant now) {
        Restoration cleared = remembered.getIfPresent(id);
        if (cleared == null) {
            return Again.NOTHING;
        }
        if (!cleared.goesOn(messages)) {
            remembered.invalidate(id);
            return Again.NOTHING;
        }
        return cleared.add(chat, messages, now) ? Again.ALL : Again.SOME;
    }

    /** Whether these messages go on with what there was. */
    private boolean goesOn(List<Message> messages) {
        trusted |= messages.stream().anyMatch(this::isOfAView);
        for (int i = 0; !trusted && i < messages.size(); i++) {
            Message message = messages.get(i);
            if (message.role() != Role.SYSTEM) {
                if (!source.isShown(message)) {
                    return false;
                }
                trusted = message.role() != Role.USER;
            }
        }
        return true;
    }

    /** Whether nobody but a view says this: a state, or a system message with what a view puts at its end. */
    private boolean isOfAView(Message message) {
        if (message.role() != Role.SYSTEM) {
            return source.isState(message);
        }
        return !systemTexts.isPlain(message)
                && before.stream()
                        .flatMap(each -> each.context().systemMessages().stream())
                        .anyMatch(other -> ShownMessages.same(message, other));
    }

    /** Adds messages; whether all of them were there. */
    private boolean add(Chat chat, List<Message> messages, Instant now) {
        source.choose(messages);
        boolean all = true;
        List<Message> adding = new ArrayList<>();
        for (Message message : messages) {
            int place = source.find(message);
            if (restores(message, place)) {
                store(chat, adding);
                restore(chat, now);
            }
            all &= addAgain(chat, source.shown(), message, place, adding);
            if (restoredThrough < 0 || !source.isSettled()) {
                soFar.add(message);
            }
        }
        store(chat, adding);
        pin(chat, now);
        return all;
    }

    private void store(Chat chat, List<Message> adding) {
        chat.add(List.copyOf(adding));
        added.addAll(adding);
        adding.clear();
    }

    /** Adds what a message stands for; whether it was there before. */
    private boolean addAgain(Chat chat, @Nullable ShownMessages found, Message message, int place, List<Message> to) {
        if (found != null && place != ShownMessages.UNKNOWN) {
            addOriginal(found, place, to);
            return true;
        }
        if (message.role() == Role.SYSTEM) {
            to.addAll(system(chat, message));
            return true;
        }
        if (source.isState(message)) {
            return true;
        }
        to.add(message);
        return false;
    }

    private void addOriginal(ShownMessages found, int place, List<Message> to) {
        if (found.isSynthetic(place)) {
            return;
        }
        if (found.isPinned(place) && restoredThrough >= 0) {
            pinnedAgain.add(found.sequence(place));
        } else {
            to.addAll(found.original(place, transcript, false));
        }
    }

    /** Whether what the source hides is to come back before {@code message}, which is at {@code place} there. */
    private boolean restores(Message message, int place) {
        ShownBefore.Remembered from = source.remembered();
        if (from == null) {
            return false;
        }
        if (restoredThrough >= 0) {
            return restoredThrough != from.basis().headThrough();
        }
        if (from.context().stateMessage() != null) {
            return source.isOwnState(message);
        }
        return trusted
                && place != ShownMessages.UNKNOWN
                && head(from).stream().anyMatch(entry -> entry.message().role() != Role.SYSTEM);
    }

    private List<Entry> head(ShownBefore.Remembered from) {
        return transcript.subList(0, Entry.countThrough(transcript, from.basis().headThrough()));
    }
    /** A system message in front; nothing if it came back with what was covered. */
    private List<Message> system(Chat chat, Message message) {
        List<Message> plain = systemTexts.plain(List.of(message));
        ShownBefore.Remembered from = source.remembered();
        boolean back = restoredThrough >= 0
                && from != null
                && !chat.shown().showsOnlyLatestSystem()
                && head(from).stream().anyMatch(entry -> plain.contains(entry.message()));
        return back ? List.of() : plain;
    }

    /**
     * Brings back what came before the history: what is covered, with the record, and what was hidden. What was pinned is not
     * until it is added again: whoever leaves it out does not want to see it.
     */
    private void restore(Chat chat, Instant now) {
        ShownBefore.Remembered from = Objects.requireNonNull(source.remembered(), "source");
        List<Entry> head = head(from);
        boolean tooMuch = restoredThrough > from.basis().headThrough();
        if (tooMuch) {
            // The record first, for what it covers must be there.
            restoreRecord(chat, from.basis(), now);
            takeBackAfter(from.basis().headThrough());
        }
        List<Entry> hidden = head.subList(Entry.countThrough(head, restoredThrough), head.size());
        restoredThrough = from.basis().headThrough();
        pinnedAgain.clear();
        List<Message> again = again(chat, from);
        for (int tries = 1; !putBack(chat, hidden, again); tries++) {
            chat.refuseAfter(tries);
            chat.sync();
        }
        added.clear();
        added.addAll(again);
        List<Entry> active = chat.stored().active();
        int next = Entry.countThrough(active, headEnd);
        for (Entry entry : hidden) {
            if (next < active.size() && active.get(next).message().equals(entry.message())) {
                headEnd = active.get(next++).sequence();
                numbers.put(entry.sequence(), headEnd);
            }
        }
        if (!tooMuch) {
            restoreRecord(chat, from.basis(), now);
        }
    }

    /** What stood after {@code sequence} and is there again is but what was added. */
    private void takeBackAfter(long sequence) {
        for (Entry entry : transcript.subList(
                Entry.countThrough(transcript, sequence), Entry.countThrough(transcript, restoredThrough))) {
            if (numbers.remove(entry.sequence()) != null) {
                added.add(entry.message());
            }
        }
        restoredThrough = sequence;
        headEnd = numbers.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /** What was added so far, now that it is known of what it was shown in. */
    private List<Message> again(Chat chat, ShownBefore.Remembered from) {
        List<Message> again = new ArrayList<>();
        ShownMessages found = new ShownMessages(from, transcript);
        for (Message message : soFar) {
            addAgain(chat, found, message, found.find(message), again);
        }
        Objects.requireNonNull(source.shown(), "shown").skip(found.given());
        boolean onlyLatest = chat.shown().showsOnlyLatestSystem();
        if (onlyLatest && latestSystem != null && again.stream().noneMatch(message -> message.role() == Role.SYSTEM)) {
            again.add(latestSystem);
        }
        return again;
    }

    /** Puts {@code hidden} before {@code again}, which takes the place of what was added so far, and what others have added. */
    private boolean putBack(Chat chat, List<Entry> hidden, List<Message> again) {
        List<Message> messages =
                new ArrayList<>(hidden.stream().map(Entry::message).toList());
        messages.addAll(again);
        List<Message> own = new ArrayList<>(added);
        List<Entry> active = chat.stored().active();
        for (Entry entry : active.subList(Entry.countThrough(active, headEnd), active.size())) {
            if (!own.remove(entry.message())) {
                messages.add(entry.message());
            }
        }
        return chat.stored().lastSequence() <= headEnd
                ? chat.tryAdd(messages, chat.tokens(messages))
                : chat.tryReplaceAfter(headEnd, messages);
    }

    private void restoreRecord(Chat chat, Basis basis, Instant now) {
        CompressionRecord record = basis.record();
        if (record.version() == restoredVersion) {
            return;
        }
        restoredVersion = record.version();
        long boundary = 0;
        TreeSet<Long> pinned = new TreeSet<>(chat.stored().record().pinned());
        for (Entry entry : transcript.subList(0, Entry.countThrough(transcript, record.boundary()))) {
            Long place = numbers.get(entry.sequence());
            if (place != null) {
                boundary = place;
                if (entry.message().role() == Role.SYSTEM && record.pinned().contains(entry.sequence())) {
                    pinned.add(place);
                }
            }
        }
        CompressionRecord base = chat.stored().record();
        List<SegmentState> segments = new ArrayList<>();
        for (SegmentState segment : basis.segments()) {
            long id = SegmentState.id(base.version() + 1, segments.size());
            segments.add(new SegmentState(id, boundary, segment.document(), segment.createdAt()));
        }
        List<Long> ids = segments.stream().map(SegmentState::id).toList();
        List<Long> covered = List.copyOf(pinned.headSet(boundary, true));
        chat.commit(base.restored(record, boundary, covered, ids, now), segments);
    }

    private void pin(Chat chat, Instant now) {
        TreeSet<Long> pinned = new TreeSet<>();
        for (long sequence : pinnedAgain) {
            Long place = numbers.get(sequence);
            if (place != null && place <= chat.stored().boundary()) {
                pinned.add(place);
            }
        }
        pinnedAgain.clear();
        for (int tries = 1; !pinned.isEmpty(); tries++) {
            TreeSet<Long> all = new TreeSet<>(chat.stored().record().pinned());
            if (!all.addAll(pinned) || chat.commit(chat.stored().record().unpinned(List.copyOf(all), now))) {
                return;
            }
            chat.refuseAfter(tries);
            chat.sync();
        }
    }
}
