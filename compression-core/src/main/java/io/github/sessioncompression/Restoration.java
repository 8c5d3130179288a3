package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
 * view. {@link Cleared} keeps it. Not safe for use by many threads.
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
    /** What is there again of what the source hides. */
    private final RestoredHead head;

    private final ContextRules rules;
    /** All that was shown, also before somebody else changed the chat. */
    private final ShownSource everything;
    /** Contexts of before somebody else changed the chat. */
    private final List<ShownBefore.Outdated> outdated;
    /** Those that were handed out since. */
    private final List<Context> handedOut;
    /** What the chat stood at. */
    private final Basis basis;
    /** What others left of the chat, if messages are taken of what was shown before they changed it. */
    private @Nullable LeftByOthers left;
    /** What others have added behind what was shown, and where it is now. */
    private final List<Message> unseen;

    private final KeptLast last;

    private Restoration(ContextRules rules, Chat chat) {
        StoredChat stored = chat.stored();
        this.transcript = stored.between(0, stored.lastSequence());
        ShownBefore shown = chat.views().shownBefore();
        this.before = shown.from(chat.shown().context());
        this.rules = rules;
        this.outdated = shown.outdated();
        this.handedOut = shown.handedOut();
        this.basis = new Basis(stored.record(), stored.segments(), stored.lastSequence());
        List<ShownBefore.Remembered> all = new ArrayList<>(before);
        all.addAll(LeftByOthers.remembered(outdated));
        this.everything = new ShownSource(all, transcript);
        this.systemTexts = new SystemTexts(rules, all);
        this.source = new ShownSource(before, transcript);
        this.head = new RestoredHead(transcript);
        this.unseen = shown.unseen().among(transcript);
        this.last = new KeptLast(unseen);
        Entry system = stored.latestSystem();
        this.latestSystem = system == null ? null : system.message();
    }

    private Restoration(Restoration begun) {
        this.transcript = begun.transcript;
        this.before = begun.before;
        this.rules = begun.rules;
        this.outdated = begun.outdated;
        this.handedOut = begun.handedOut;
        this.basis = begun.basis;
        this.everything = begun.everything;
        this.systemTexts = begun.systemTexts;
        this.latestSystem = begun.latestSystem;
        this.unseen = begun.unseen;
        this.source = new ShownSource(before, transcript);
        this.head = new RestoredHead(transcript);
        this.last = new KeptLast(unseen);
    }

    /** The same before anything came of it. */
    Restoration afresh() {
        return new Restoration(this);
    }

    /** The conversation as it was when it was cleared. */
    List<Entry> transcript() {
        return transcript;
    }

    /** What {@code chat} is now. */
    static Restoration of(ContextRules rules, Chat chat) {
        return new Restoration(rules, chat);
    }

    /** Whether these messages go on with what there was. */
    boolean goesOn(List<Message> messages) {
        trusted |= messages.stream().anyMatch(this::isOfAView);
        for (int i = 0; !trusted && i < messages.size(); i++) {
            Message message = messages.get(i);
            if (message.role() != Role.SYSTEM) {
                if (!everything.isShown(message)) {
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
            return everything.isState(message);
        }
        return !systemTexts.isPlain(message) && everything.isInFront(message);
    }

    /**
     * Adds messages that {@linkplain #goesOn go on} with what there was, or what they stand for.
     *
     * @return whether all of them were there
     */
    boolean add(Chat chat, List<Message> messages, Instant now) {
        if (left == null && source.remembered() == null) {
            left = LeftByOthers.of(rules, outdated, handedOut, () -> transcript, basis, messages);
            if (left != null) {
                left.begin(soFar, head.added());
            }
        }
        if (left != null) {
            return left.addAgain(chat, messages, trusted, now);
        }
        source.choose(messages);
        boolean all = true;
        List<Message> adding = new ArrayList<>();
        for (Message message : messages) {
            int place = source.find(message);
            if (restores(message, place)) {
                store(chat, adding);
                ShownBefore.Remembered from = Objects.requireNonNull(source.remembered(), "source");
                head.restore(chat, from.basis(), () -> again(chat, from), now);
            }
            all &= addAgain(chat, source.shown(), message, place, adding);
            if (!head.isThere() || !source.isSettled()) {
                soFar.add(message);
            }
        }
        store(chat, adding);
        head.pin(chat, now);
        return all;
    }

    private void store(Chat chat, List<Message> adding) {
        if (trusted) {
            last.add(chat, adding);
        } else {
            chat.add(List.copyOf(adding));
        }
        head.added(adding);
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
        if (found.isPinned(place) && head.isThere()) {
            head.pinAgain(found.sequence(place));
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
        if (head.isThere()) {
            return !head.isThrough(from.basis().headThrough());
        }
        if (from.context().stateMessage() != null) {
            return source.isOwnState(message);
        }
        return trusted
                && place != ShownMessages.UNKNOWN
                && head.of(from.basis()).stream()
                        .anyMatch(entry -> entry.message().role() != Role.SYSTEM);
    }

    /** A system message in front; nothing if it came back with what was covered. */
    private List<Message> system(Chat chat, Message message) {
        List<Message> plain = systemTexts.plain(List.of(message));
        ShownBefore.Remembered from = source.remembered();
        boolean back = head.isThere()
                && from != null
                && !chat.shown().showsOnlyLatestSystem()
                && head.of(from.basis()).stream().anyMatch(entry -> plain.contains(entry.message()));
        return back ? List.of() : plain;
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
}
