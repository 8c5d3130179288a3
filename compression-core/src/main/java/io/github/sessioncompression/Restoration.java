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
import java.util.SortedSet;
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
    private ShownBefore.@Nullable Remembered source;

    private @Nullable ShownMessages shown;
    /** Whether all that the source covers is there again. */
    private boolean restored;
    /** The sequence numbers that messages have now, by those they had. */
    private final Map<Long, Long> numbers = new HashMap<>();

    private Restoration(ContextRules rules, Chat chat) {
        StoredChat stored = chat.stored();
        this.transcript = stored.between(0, stored.lastSequence());
        this.before = chat.views().shownBefore().from(chat.shown().context());
        this.systemTexts = new SystemTexts(rules, before);
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
                if (before.stream().noneMatch(each -> shows(each, message))) {
                    return false;
                }
                trusted = message.role() != Role.USER;
            }
        }
        return true;
    }

    private static boolean shows(ShownBefore.Remembered each, Message message) {
        List<Message> all = each.context().snapshot();
        return all.subList(each.context().headMessages(), all.size()).stream()
                .anyMatch(other -> ShownMessages.same(message, other));
    }

    /** Whether nobody but a view says this: a state, or a system message with what a view puts at its end. */
    private boolean isOfAView(Message message) {
        if (message.role() != Role.SYSTEM) {
            return isState(message);
        }
        return !systemTexts.isPlain(message)
                && before.stream()
                        .flatMap(each -> each.context().systemMessages().stream())
                        .anyMatch(other -> ShownMessages.same(message, other));
    }

    private boolean isState(Message message) {
        return before.stream().anyMatch(each -> isState(each, message));
    }

    private static boolean isState(ShownBefore.@Nullable Remembered each, Message message) {
        Message state = each == null ? null : each.context().stateMessage();
        return state != null && ShownMessages.same(message, state);
    }

    /** Adds messages; whether all of them were there. */
    private boolean add(Chat chat, List<Message> messages, Instant now) {
        choose(messages);
        boolean all = true;
        List<Message> added = new ArrayList<>();
        TreeSet<Long> pinned = new TreeSet<>();
        for (Message message : messages) {
            int place = shown == null ? ShownMessages.UNKNOWN : shown.find(message);
            if (restores(message, place)) {
                chat.add(added);
                added.clear();
                restore(chat, now);
            }
            if (place != ShownMessages.UNKNOWN) {
                addOriginal(place, added, pinned);
            } else if (message.role() == Role.SYSTEM) {
                added.addAll(system(chat, message));
            } else if (!isState(message)) {
                added.add(message);
                all = false;
            }
        }
        chat.add(added);
        pin(chat, pinned, now);
        return all;
    }

    private void addOriginal(int place, List<Message> to, SortedSet<Long> pinned) {
        ShownMessages found = Objects.requireNonNull(shown, "shown");
        Long now = numbers.get(found.sequence(place));
        if (found.isSynthetic(place)) {
            return;
        }
        if (found.isPinned(place) && now != null) {
            pinned.add(now);
        } else {
            to.addAll(found.original(place, transcript, false));
        }
    }

    /** Whether what the source covers is to come back before {@code message}, which is at {@code place} there. */
    private boolean restores(Message message, int place) {
        ShownBefore.Remembered from = source;
        if (restored || from == null) {
            return false;
        }
        if (from.context().stateMessage() != null) {
            return isState(from, message);
        }
        return trusted
                && place != ShownMessages.UNKNOWN
                && head(from).stream().anyMatch(entry -> entry.message().role() != Role.SYSTEM);
    }

    private List<Entry> head(ShownBefore.Remembered from) {
        return transcript.subList(0, Entry.countThrough(transcript, from.basis().headThrough()));
    }

    /** Finds out which view these messages were taken of: by its state, else by the messages it shows. */
    private void choose(List<Message> messages) {
        boolean tellsState = messages.stream().anyMatch(this::isState);
        if (restored || (source != null && !tellsState)) {
            return;
        }
        List<Message> others = messages.stream()
                .filter(message -> message.role() != Role.SYSTEM)
                .toList();
        ShownMatch best = null;
        for (ShownBefore.Remembered each : before) {
            ShownMatch match = new ShownMatch(each, others, false);
            boolean goes =
                    tellsState ? messages.stream().anyMatch(message -> isState(each, message)) : match.findsAny();
            if (goes && (best == null || rank(match) > rank(best))) {
                best = match;
            }
        }
        if (best != null) {
            source = best.remembered();
            shown = new ShownMessages(source);
        }
    }

    /** What begins with a message of a context without a state goes rather with that than with another that shows it too. */
    private static long rank(ShownMatch match) {
        return 2L * match.common() + (match.remembered().context().stateMessage() == null ? 1 : 0);
    }

    /** A system message in front; nothing if it came back with what was covered. */
    private List<Message> system(Chat chat, Message message) {
        List<Message> plain = systemTexts.plain(List.of(message));
        boolean back = restored
                && source != null
                && !chat.shown().showsOnlyLatestSystem()
                && head(source).stream().anyMatch(entry -> plain.contains(entry.message()));
        return back ? List.of() : plain;
    }

    /**
     * Brings back what came before the history: what is covered, with the record, and what was hidden. What was pinned is not
     * until it is added again: whoever leaves it out does not want to see it.
     */
    private void restore(Chat chat, Instant now) {
        ShownBefore.Remembered from = Objects.requireNonNull(source, "source");
        restored = true;
        List<Entry> head = head(from);
        for (int tries = 1; !putBack(chat, head); tries++) {
            chat.refuseAfter(tries);
            chat.sync();
        }
        int next = 0;
        List<Entry> active = chat.stored().active();
        for (Entry entry : head) {
            if (next < active.size() && active.get(next).message().equals(entry.message())) {
                numbers.put(entry.sequence(), active.get(next++).sequence());
            }
        }
        CompressionRecord record = from.basis().record();
        if (record.version() == 0) {
            return;
        }
        long boundary = 0;
        List<Long> pinned = new ArrayList<>();
        for (Entry entry : head) {
            Long place = numbers.get(entry.sequence());
            if (place != null && entry.sequence() <= record.boundary()) {
                boundary = place;
                if (entry.message().role() == Role.SYSTEM && record.pinned().contains(entry.sequence())) {
                    pinned.add(place);
                }
            }
        }
        CompressionRecord base = chat.stored().record();
        List<SegmentState> segments = new ArrayList<>();
        for (SegmentState segment : from.basis().segments()) {
            long id = SegmentState.id(base.version() + 1, segments.size());
            segments.add(new SegmentState(id, boundary, segment.document(), segment.createdAt()));
        }
        List<Long> ids = segments.stream().map(SegmentState::id).toList();
        chat.commit(base.restored(record, boundary, pinned, ids, now), segments);
    }

    /** Puts {@code head} before all that was added again so far. */
    private boolean putBack(Chat chat, List<Entry> head) {
        boolean onlyLatest = chat.shown().showsOnlyLatestSystem();
        List<Message> messages =
                new ArrayList<>(head.stream().map(Entry::message).toList());
        List<Message> early = new ArrayList<>();
        chat.stored().active().forEach(entry -> early.add(entry.message()));
        boolean system = early.stream().anyMatch(message -> message.role() == Role.SYSTEM);
        early.removeIf(message -> message.role() == Role.SYSTEM && !onlyLatest && messages.contains(message));
        messages.addAll(early);
        if (onlyLatest && !system && latestSystem != null) {
            messages.add(latestSystem);
        }
        if (chat.stored().isEmpty()) {
            return chat.tryAdd(messages, chat.tokens(messages));
        }
        return chat.tryReplaceAfter(0, messages);
    }

    private void pin(Chat chat, SortedSet<Long> pinned, Instant now) {
        pinned.removeIf(sequence -> sequence > chat.stored().boundary());
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
