package io.github.sessioncompression.edit;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.prune.Pruner;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The messages that an application was shown by a view, and those that this process has added since: finds the messages of a returned list.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Each message of view and transcript has a place under its content, and under its call ids. A view of before another process rewrote the
 *       messages is numbered again first, by calls, call id or text.
 *   <li>A message of the list takes the next free place with its content behind the last one found, else the first. A placeholder is also found by
 *       its call ids, and has the number of the result that it replaces.
 *   <li>The state, its acknowledgement and fillers have no number. Neither has a message that another process has taken out, if any message was
 *       erased since: nothing stored distinguishes one that was erased from one that was edited out.
 * </ol>
 *
 * <p><b>Threads:</b> not safe. Each message is found once, in logarithmic time.
 */
final class ShownList {
    /** Number of a new message. */
    static final long NEW = 0;
    /** Number of a message that a view has made: a state, its acknowledgement, a filler. */
    static final long NOTHING = -1;

    /** Sequence number of a message that was made for the view. */
    private static final long MADE_UP = 0;
    /** Sequence number of a message that another process has taken out. */
    private static final long GONE = -1;

    private final ChatSnapshot chat;
    private final Shown source;
    /** Last sequence number before the history that was shown. */
    private final long head;

    private final List<Message> messages = new ArrayList<>();
    /** The sequence number of each message, {@link #MADE_UP} or {@link #GONE}. */
    private final List<Long> sequences = new ArrayList<>();
    /** The messages that were shown and are there, by sequence number. */
    private final Map<Long, Message> shown = new HashMap<>();
    /** The places that no message of a list was found for, by content and by the ids of calls. */
    private final Map<Object, NavigableSet<Integer>> free = new HashMap<>();
    /** The places of results that came after messages which follow them in the view. */
    private final BitSet late = new BitSet();
    /** True if what another process has taken out of the messages may have been erased: then no list brings it back. */
    private boolean mayBeErased;
    /** Place behind the message that was found last. */
    private int next;

    ShownList(ChatSnapshot chat, Shown source) {
        this.chat = chat;
        this.source = source;
        this.head = source.isOutdated() ? chat.boundary() : source.headThrough();
        addView();
        if (source.isOutdated()) {
            renumber();
            mayBeErased = sequences.contains(GONE)
                    && chat.isErasedAfter().test(source.record().version());
        } else {
            addSince();
        }
        for (int place = 0; place < messages.size(); place++) {
            if (sequences.get(place) > 0) {
                shown.put(sequences.get(place), messages.get(place));
            }
        }
        chat.active().stream()
                .filter(entry -> entry.sequence() > head && !shows(entry.sequence()))
                .forEach(entry -> add(entry.message(), entry.sequence()));
        for (int place = 0; place < messages.size(); place++) {
            for (Object key : keys(messages.get(place), true)) {
                places(free, key).add(place);
            }
        }
    }

    /** True for a filler or a placeholder of any view. */
    static boolean isMade(Message message) {
        return Repair.isFiller(message) || Pruner.isPlaceholder(message);
    }

    /** Adds the messages of the view that are still there; system messages as they were written, unless only the latest counts. */
    private void addView() {
        List<Message> all = source.messages();
        int front = source.systemMessages();
        BitSet shownEarlier = shownEarlier();
        for (int i = chat.onlyLatestSystem() ? front : 0; i < all.size(); i++) {
            long sequence = source.sequences().get(i);
            boolean isThere = source.isOutdated() || sequence <= source.validThrough();
            if (i < front) {
                chat.plain(all.subList(i, i + 1)).forEach(plain -> add(plain, sequence));
            } else if (isThere && !source.unseen().has(sequence)) {
                late.set(messages.size(), shownEarlier.get(i));
                add(all.get(i), sequence);
            }
        }
    }

    /** The messages of the view before one with a lower number. */
    private BitSet shownEarlier() {
        BitSet earlier = new BitSet();
        long least = Long.MAX_VALUE;
        for (int i = source.messages().size() - 1; i >= source.systemMessages(); i--) {
            long sequence = source.sequences().get(i);
            earlier.set(i, sequence > least);
            least = sequence == MADE_UP ? least : Math.min(least, sequence);
        }
        return earlier;
    }

    /** True for a result that came late: the view shows it before its place in the transcript. */
    boolean isLate(long sequence) {
        return late.stream().anyMatch(place -> sequences.get(place) == sequence);
    }

    /** Adds the messages that this process has added behind the view. */
    private void addSince() {
        long through = Math.max(source.through(), head);
        chat.after(Math.min(source.validThrough(), through)).stream()
                .filter(entry -> !isHidden(entry))
                .forEach(entry -> add(entry.message(), entry.sequence()));
    }

    private void add(Message message, long sequence) {
        messages.add(message);
        sequences.add(sequence);
    }

    /**
     * Gives each message its sequence number in a transcript that another process has rewritten. Messages are compared by their tool calls,
     * else by call id, else by text: a framework's store may lose some of these.
     */
    private void renumber() {
        Map<Object, NavigableSet<Integer>> unfound = new HashMap<>();
        for (int place = 0; place < messages.size(); place++) {
            if (sequences.get(place) != MADE_UP) {
                for (Object key : looseKeys(messages.get(place))) {
                    places(unfound, key).add(place);
                }
                sequences.set(place, GONE);
            }
        }
        for (Entry entry : chat.after(0)) {
            List<Message> forms = List.of(entry.message(), chat.form().apply(entry));
            forms.stream()
                    .flatMap(form -> looseKeys(form, true).stream())
                    .flatMap(key -> places(unfound, key).stream())
                    .filter(place -> forms.stream().anyMatch(form -> saysTheSame(form, messages.get(place))))
                    .findFirst()
                    .ifPresent(place -> {
                        sequences.set(place, entry.sequence());
                        looseKeys(messages.get(place))
                                .forEach(key -> places(unfound, key).remove(place));
                    });
        }
    }

    /** The places under a key, ascending; a new set for a key that has none. */
    private static NavigableSet<Integer> places(Map<Object, NavigableSet<Integer>> places, Object key) {
        return places.computeIfAbsent(key, any -> new TreeSet<>());
    }

    private static List<Object> looseKeys(Message shown) {
        return looseKeys(shown, Pruner.isShortened(shown));
    }

    /** Keys that distinguish a message from others, the surest first. */
    private static List<Object> looseKeys(Message message, boolean byCallIds) {
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
        if (!said(message).isEmpty()) {
            keys.add(List.of(message.role(), said(message)));
        }
        if (byCallIds && message.callsTools()) {
            keys.add(ids(message));
        }
        return keys;
    }

    /** Stores lose texts, and a placeholder shows none. */
    private static boolean saysTheSame(Message message, Message shown) {
        return said(shown).isEmpty()
                || message.text().isBlank()
                || said(shown).equals(said(message))
                || Pruner.isPlaceholder(shown);
    }

    /** A text without the numbers in its placeholders, which differ from one process to the next. */
    private static String said(Message message) {
        return Pruner.withoutIds(message.text().strip());
    }

    /** The content; then, for calls that a view pruned, and for their results, the ids. */
    private static List<Object> keys(Message message, boolean byIds) {
        Object content = Shown.content(message);
        return byIds ? List.of(content, ids(message)) : List.of(content);
    }

    /** Role, call id and ids of calls: what a placeholder shares with the message that it replaces. */
    private static List<Object> ids(Message message) {
        List<String> callIds = message.toolCalls().stream().map(ToolCall::id).toList();
        return List.of(message.role(), message.toolCallId(), callIds);
    }

    /** True for an entry that no view has shown: it stays, whether or not a list has it. */
    boolean isHidden(Entry entry) {
        return source.isOutdated()
                || source.unseen().has(entry.sequence())
                || (chat.onlyLatestSystem() && entry.message().role() == Role.SYSTEM);
    }

    /** Last sequence number before the history that was shown: messages up to it keep their place. */
    long head() {
        return head;
    }

    /** The record that holds for a list like this. */
    CompressionRecord record() {
        return source.isOutdated() ? chat.record() : source.record();
    }

    /** True if the view showed the message, or this process has added it since. */
    boolean shows(long sequence) {
        return shown.containsKey(sequence);
    }

    /** The sequence numbers that {@link #shows} is true for, except system messages. */
    Set<Long> shownInChat() {
        Map<Long, Message> inChat = new HashMap<>(shown);
        inChat.values().removeIf(message -> message.role() == Role.SYSTEM);
        return inChat.keySet();
    }

    /**
     * Finds the sequence number of each message of {@code list}, else {@link #NEW} or {@link #NOTHING}. Of equal messages it takes the next one behind
     * the last found one, else the first. Works once.
     *
     * @param told true if the list has the state, so that its acknowledgement is no message
     */
    long[] find(List<Message> list, boolean told) {
        return list.stream().mapToLong(message -> find(message, told)).toArray();
    }

    private long find(Message message, boolean told) {
        Integer place = take(message);
        long sequence = place == null ? GONE : sequences.get(place);
        if (sequence > 0) {
            return sequence;
        }
        if (sequence == GONE && place != null && mayBeErased) {
            return NOTHING;
        }
        // Placeholders and fillers of forgotten views are no messages; an acknowledgement without its state is one.
        boolean isOfView = sequence == GONE ? isMade(message) : told || !StateEnvelope.isAcknowledgement(message);
        return isOfView ? NOTHING : NEW;
    }

    /** The next free place of a message behind the one found last, else the first, which is not free any more then; {@code null} for none. */
    private @Nullable Integer take(Message message) {
        for (Object key : keys(message, Pruner.isPlaceholder(message) || Pruner.isShortened(message))) {
            NavigableSet<Integer> found = places(free, key);
            if (!found.isEmpty()) {
                Integer behind = found.ceiling(next);
                Integer place = behind != null ? behind : found.first();
                keys(messages.get(place), true)
                        .forEach(taken -> places(free, taken).remove(place));
                next = place + 1;
                return place;
            }
        }
        return null;
    }
}
