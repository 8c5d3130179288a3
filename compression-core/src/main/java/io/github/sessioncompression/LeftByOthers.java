package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What others have left of a chat that an application hands back as it was shown before they changed it.
 *
 * <p>The application knows what it was shown: of that stays what it hands back, be it still in the chat or not. Of what it was not
 * shown it says nothing, so that stays as others left it: what a state covered, what a view left out, what others have added. It comes
 * first, with the state that was in force then; only what that covers is covered again. Messages are told by what they say, because
 * sequence numbers begin anew with each change of that kind. What cannot be told stays. Not safe for use by many threads.
 */
final class LeftByOthers {
    private final ContextRules rules;
    private final SystemTexts systemTexts;
    /** The chat as others left it. */
    private final List<Entry> transcript;

    private final Basis basis;
    private final Context context;

    private final ShownMessages shown;
    /** What others have added behind all that was shown. */
    private final KeptLast last;
    /** What stands in the transcript for the messages shown, by their places. */
    private final Map<Integer, Entry> originals = new HashMap<>();
    /** The sequence numbers of the messages that were not shown. */
    private final Set<Long> hidden = new HashSet<>();
    /** What the hidden messages say, and how many say it. */
    private final Map<Message, Integer> there = new HashMap<>();

    /** What was added so far, and what should have been. */
    private final List<Message> added = new ArrayList<>();

    private final List<Message> wanted = new ArrayList<>();
    private boolean systemGiven;
    private boolean isBack;

    private LeftByOthers(
            ContextRules rules,
            SystemTexts systemTexts,
            List<Entry> transcript,
            Basis basis,
            List<ShownBefore.Outdated> candidates) {
        this.rules = rules;
        this.systemTexts = systemTexts;
        this.transcript = transcript;
        this.basis = basis;
        this.context = candidates.get(0).context();
        this.shown = new ShownMessages(candidates.get(0).remembered());
        findOriginals(candidates);
        long end = originals.values().stream().mapToLong(Entry::sequence).max().orElse(Long.MAX_VALUE);
        List<Entry> behind = transcript.stream()
                .filter(entry -> entry.sequence() > Math.max(end, basis.record().boundary())
                        && entry.message().role() != Role.SYSTEM)
                .toList();
        behind.forEach(entry -> hidden.remove(entry.sequence()));
        this.last = new KeptLast(behind.stream().map(Entry::message).toList());
    }

    /**
     * Finds out whether messages were taken of a context that is outdated.
     *
     * @param handedOut the contexts that were handed out since: what goes with one of them as well is taken for that
     * @param transcript reads the chat as others left it
     * @param basis what its contexts are made from
     * @return {@code null} if they were not
     */
    static @Nullable LeftByOthers of(
            ContextRules rules,
            List<ShownBefore.Outdated> outdated,
            List<Context> handedOut,
            Supplier<List<Entry>> transcript,
            Basis basis,
            List<Message> messages) {
        long most = handedOut.stream()
                .mapToLong(each -> shows(each, messages))
                .max()
                .orElse(0);
        List<ShownBefore.Outdated> candidates = new ArrayList<>();
        for (ShownBefore.Outdated each : outdated) {
            long shows = shows(each.context(), messages);
            if (shows > most) {
                most = shows;
                candidates.clear();
                candidates.add(each);
            } else if (shows == most && !candidates.isEmpty()) {
                candidates.add(each);
            }
        }
        return candidates.isEmpty()
                ? null
                : new LeftByOthers(
                        rules, new SystemTexts(rules, remembered(outdated)), transcript.get(), basis, candidates);
    }

    /** The contexts as they are remembered. */
    static List<ShownBefore.Remembered> remembered(List<ShownBefore.Outdated> contexts) {
        return contexts.stream().map(ShownBefore.Outdated::remembered).toList();
    }

    /** How much of the messages a context has shown; its state weighs more than all of them. */
    private static long shows(Context context, List<Message> messages) {
        List<Message> all = context.snapshot();
        Set<Message> said = new HashSet<>();
        for (Message message : all.subList(context.systemMessages().size(), all.size())) {
            said.add(ShownMessages.content(message));
        }
        Message state = context.stateMessage();
        long shown = messages.stream()
                .filter(message -> message.role() != Role.SYSTEM && said.contains(ShownMessages.content(message)))
                .count();
        boolean tellsState = state != null && messages.stream().anyMatch(message -> ShownMessages.same(message, state));
        return tellsState ? shown + messages.size() : shown;
    }

    /** What the newest of the candidates shows is known to have been shown only if all of them show it. */
    private void findOriginals(List<ShownBefore.Outdated> candidates) {
        originals.putAll(originals(candidates.get(0)));
        for (ShownBefore.Outdated other : candidates.subList(1, candidates.size())) {
            Set<Long> also = sequences(originals(other));
            originals.values().removeIf(entry -> !also.contains(entry.sequence()));
        }
        Set<Long> found = sequences(originals);
        for (Entry entry : transcript) {
            if (!found.contains(entry.sequence())) {
                hidden.add(entry.sequence());
                there.merge(ShownMessages.content(entry.message()), 1, Integer::sum);
            }
        }
    }

    private static Set<Long> sequences(Map<Integer, Entry> entries) {
        Set<Long> sequences = new HashSet<>();
        entries.values().forEach(entry -> sequences.add(entry.sequence()));
        return sequences;
    }

    /** What stands in the transcript for the messages that a context shows, by their places behind its system messages. */
    private Map<Integer, Entry> originals(ShownBefore.Outdated outdated) {
        Context from = outdated.context();
        Map<Object, Set<Integer>> places = new HashMap<>();
        List<Message> messages = from.snapshot();
        int start = from.systemMessages().size();
        for (int i = start; i < messages.size(); i++) {
            if (from.sequenceAt(i) > 0 && !outdated.unseen().has(from.sequenceAt(i))) {
                for (Object key : keys(messages.get(i))) {
                    places.computeIfAbsent(key, any -> new TreeSet<>()).add(i - start);
                }
            }
        }
        Map<Integer, Entry> found = new HashMap<>();
        for (Entry entry : transcript) {
            Integer place = entry.message().role() == Role.SYSTEM ? null : place(places, from, entry);
            if (place != null) {
                found.put(place, entry);
                keys(messages.get(start + place)).forEach(key -> places.getOrDefault(key, new TreeSet<>())
                        .remove(place));
            }
        }
        return found;
    }

    private @Nullable Integer place(Map<Object, Set<Integer>> places, Context from, Entry entry) {
        Message said = entry.message();
        Message form = rules.shown(entry, 0).message();
        Set<Object> keys = new LinkedHashSet<>(keys(said));
        keys.addAll(keys(form));
        for (Object key : keys) {
            for (int place : places.getOrDefault(key, new TreeSet<>())) {
                if (saysAsMuch(said, from, place) || saysAsMuch(form, from, place)) {
                    return place;
                }
            }
        }
        return null;
    }

    /** Whether a message says what is shown at a place; stores lose texts, and a placeholder shows none. */
    private static boolean saysAsMuch(Message message, Context from, int place) {
        int index = from.systemMessages().size() + place;
        String text = from.snapshot().get(index).text().strip();
        return text.isEmpty()
                || message.text().isBlank()
                || text.equals(message.text().strip())
                || from.parts().get(index).kind() == View.Kind.PLACEHOLDER;
    }

    /** What tells a message from others, the surest first: stores lose calls and their names. */
    private static List<Object> keys(Message message) {
        List<Object> keys = new ArrayList<>();
        if (message.callsTools()) {
            keys.add(message.toolCalls());
            // A view gives each call an id of its own.
            keys.add(message.toolCalls().stream()
                    .map(call -> List.of(call.name(), call.arguments()))
                    .toList());
        }
        if (!message.toolCallId().isEmpty()) {
            keys.add(message.toolCallId());
        }
        String text = message.text().strip();
        if (!text.isEmpty()) {
            keys.add(List.of(message.role(), text));
        }
        return keys;
    }

    /** These messages were handed back already, and that was added for them. */
    void begin(List<Message> messages, List<Message> forThem) {
        messages.forEach(message -> wanted.addAll(originals(message)));
        added.addAll(forThem);
    }

    /**
     * Adds messages to the chat, which was cleared, and before them what was hidden once that is wanted.
     *
     * @param trusted whether only a view can have given them out, so that what it hid is to come back
     * @return whether all of them were shown before
     */
    boolean addAgain(Chat chat, List<Message> messages, boolean trusted, Instant now) {
        boolean all = true;
        List<Message> adding = new ArrayList<>();
        for (Message message : messages) {
            all &= message.role() == Role.SYSTEM || shown.knows(message);
            adding.addAll(originals(message));
        }
        wanted.addAll(adding);
        if (!trusted) {
            chat.add(adding);
        } else if (isBack) {
            last.add(chat, adding);
        } else {
            isBack = putBack(chat, now);
        }
        added.addAll(adding);
        return all;
    }

    /** Makes the chat, which is as others left it, what was hidden and what {@code list} says. */
    void put(Chat chat, List<Message> list, Instant now) {
        begin(list, chat.stored().active().stream().map(Entry::message).toList());
        putBack(chat, now);
    }

    /** Puts what was hidden, and behind it what was wanted so far, in the place of what was added; whether there is any of it. */
    private boolean putBack(Chat chat, Instant now) {
        List<Entry> entries = hidden();
        if (entries.isEmpty() && wanted.isEmpty()) {
            return false; // a conversation begins with a message
        }
        RestoredHead head = new RestoredHead(entries, transcript);
        head.added(added);
        head.restore(chat, basis, () -> wanted, now);
        basis.record().pinned().forEach(head::pinAgain);
        head.pin(chat, now);
        last.add(chat, List.of());
        return true;
    }

    /** What was not shown, but for system messages that the application has put others in the place of. */
    private List<Entry> hidden() {
        List<Message> systemShown = systemTexts.plain(context.systemMessages());
        return transcript.stream()
                .filter(entry -> hidden.contains(entry.sequence()))
                .filter(entry -> !systemGiven
                        || there.getOrDefault(ShownMessages.content(entry.message()), 0) < 1
                        || systemShown.stream().noneMatch(shown -> ShownMessages.same(shown, entry.message())))
                .toList();
    }

    /** What is to stand in the chat for a message that is handed back, but for what comes back with what was hidden. */
    private List<Message> originals(Message message) {
        if (message.role() == Role.SYSTEM) {
            systemGiven = true;
            return systemTexts.plain(List.of(message)).stream()
                    .filter(plain -> !isHidden(plain))
                    .toList();
        }
        int place = shown.find(message);
        Entry original = place == ShownMessages.UNKNOWN ? null : originals.get(place);
        if (original != null) {
            return List.of(original.message());
        }
        boolean isNothing = place != ShownMessages.UNKNOWN
                && (shown.isSynthetic(place) || (message.role() == Role.TOOL && isPlaceholder(place)));
        return isNothing || isHidden(message) ? List.of() : List.of(message);
    }

    private boolean isPlaceholder(int place) {
        return context.parts().get(context.systemMessages().size() + place).kind() == View.Kind.PLACEHOLDER;
    }

    /** Whether it is one of the hidden messages, each of which is so once. */
    private boolean isHidden(Message message) {
        Message content = ShownMessages.content(message);
        int left = there.getOrDefault(content, 0);
        if (left > 0) {
            there.put(content, left - 1);
        }
        return left > 0;
    }
}
