package io.github.sessioncompression;

import io.github.sessioncompression.ShownViews.SystemTexts;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.prune.Pruner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The messages that an application was shown by a view, and those that this process has added since: finds the messages of a list that it hands
 * back, each once, of equal ones the next in order, in logarithmic time. A placeholder has the sequence number of the result that it
 * replaces; the state, its acknowledgement and fillers have none. Not safe for use by many threads.
 */
final class ShownList {
    /** Place of a message that was not shown and is not there. */
    static final int UNKNOWN = -1;
    /** Place of one that was not shown but is there, whether a list has it or not. */
    static final int STAYS = -2;
    /** Sequence number of a message that was made for the view. */
    static final long MADE_UP = 0;
    /** Sequence number of a message that another process has taken out. */
    static final long GONE = -1;

    private final ChatSnapshot chat;
    private final ShownViews.Shown source;
    private final List<Message> messages = new ArrayList<>();
    private final List<Long> sequences = new ArrayList<>();
    private final Map<Long, Integer> places = new HashMap<>();
    private final Map<Message, TreeSet<Integer>> free = new HashMap<>();
    /** Contents of the messages that stay, and how often each is there. */
    private final Map<Message, Integer> staying = new HashMap<>();
    /** Place behind the message that was found last. */
    private int next;

    ShownList(ChatSnapshot chat, SystemTexts systemTexts, ShownViews.Shown source) {
        this.chat = chat;
        this.source = source;
        if (source.isOutdated()) {
            addOutdated(systemTexts);
        } else {
            addLive(systemTexts);
        }
    }

    /** True for what only a view says, whichever it was: a filler or a placeholder. */
    static boolean isMade(Message message) {
        return Repair.isFiller(message) || Pruner.isPlaceholder(message);
    }

    private void addLive(SystemTexts systemTexts) {
        Context context = source.context();
        addSystem(systemTexts, Map.of());
        List<Message> all = context.snapshot();
        for (int i = context.systemMessages().size(); i < all.size(); i++) {
            long sequence = context.sequenceAt(i);
            if (sequence <= source.validThrough() && !source.unseen().has(sequence)) {
                add(all.get(i), sequence);
            }
        }
        long end = Math.min(
                source.validThrough(),
                Math.max(context.through(), context.basis().headThrough()));
        chat.after(end).stream()
                .filter(entry -> !isHidden(entry))
                .forEach(entry -> add(entry.message(), entry.sequence()));
        chat.active().stream()
                .filter(entry -> source.unseen().has(entry.sequence()))
                .forEach(this::addStaying);
    }

    private void addOutdated(SystemTexts systemTexts) {
        Context context = source.context();
        List<Entry> transcript = chat.after(0);
        Map<Message, Long> systemThere = new HashMap<>();
        transcript.stream()
                .filter(entry -> entry.message().role() == Role.SYSTEM)
                .forEach(entry -> systemThere.putIfAbsent(ShownViews.content(entry.message()), entry.sequence()));
        addSystem(systemTexts, systemThere);
        Map<Integer, Long> found = OutdatedView.sequences(chat.rules(), source, transcript);
        List<Message> all = context.snapshot();
        for (int i = context.systemMessages().size(); i < all.size(); i++) {
            long sequence = context.sequenceAt(i);
            boolean isNothing =
                    sequence == MADE_UP || (all.get(i).role() == Role.TOOL && OutdatedView.isPlaceholder(context, i));
            if (!source.unseen().has(sequence)) {
                add(all.get(i), found.getOrDefault(i, isNothing ? MADE_UP : GONE));
            }
        }
        transcript.stream()
                .filter(entry -> !places.containsKey(entry.sequence()))
                .forEach(this::addStaying);
    }

    private void addSystem(SystemTexts systemTexts, Map<Message, Long> there) {
        Context context = source.context();
        for (int i = 0; !chat.onlyLatestSystem() && i < context.systemMessages().size(); i++) {
            for (Message plain : systemTexts.plain(context.systemMessages().subList(i, i + 1))) {
                long sequence = context.parts().get(i).sequence();
                Long now = source.isOutdated() ? there.get(ShownViews.content(plain)) : (Long) sequence;
                if (now != null) {
                    add(plain, now);
                }
            }
        }
    }

    private void add(Message message, long sequence) {
        if (sequence > 0) {
            places.put(sequence, messages.size());
        }
        free.computeIfAbsent(ShownViews.content(message), any -> new TreeSet<>())
                .add(messages.size());
        messages.add(message);
        sequences.add(sequence);
    }

    private void addStaying(Entry entry) {
        staying.merge(ShownViews.content(entry.message()), 1, Integer::sum);
    }

    /** True for an entry that no view has shown and that stays whatever a list says. */
    boolean isHidden(Entry entry) {
        return source.unseen().has(entry.sequence())
                || (chat.onlyLatestSystem() && entry.message().role() == Role.SYSTEM);
    }

    ShownViews.Shown source() {
        return source;
    }

    int size() {
        return messages.size();
    }

    Message message(int place) {
        return messages.get(place);
    }

    long sequence(int place) {
        return sequences.get(place);
    }

    /** Place of the message that stands for an entry; {@link #UNKNOWN} if it was not shown. */
    int place(long sequence) {
        return places.getOrDefault(sequence, UNKNOWN);
    }

    /**
     * Place of each message of {@code list}: first what both begin with, then what both end with, then each of the rest by the next free
     * place behind the one before, else by the first free one. Works once.
     */
    int[] find(List<Message> list) {
        int[] found = new int[list.size()];
        int most = Math.min(found.length, size());
        int start = 0;
        while (start < most && ShownViews.same(list.get(start), messages.get(start))) {
            found[start] = take(start++);
        }
        int shift = size() - found.length;
        int end = found.length;
        while (end > start
                && end + shift > start
                && ShownViews.same(list.get(end - 1), messages.get(end - 1 + shift))) {
            end--;
            found[end] = take(end + shift);
        }
        next = start;
        for (int i = start; i < end; i++) {
            found[i] = find(list.get(i));
        }
        return found;
    }

    private int find(Message message) {
        NavigableSet<Integer> free = free(message);
        if (free.isEmpty() && (Pruner.isPlaceholder(message) || Pruner.isShortened(message))) {
            return findPruned(message);
        } else if (free.isEmpty()) {
            return staying.merge(ShownViews.content(message), -1, Integer::sum) >= 0 ? STAYS : UNKNOWN;
        }
        Integer behind = free.ceiling(next);
        int place = take(behind != null ? behind : free.first());
        next = place + 1;
        return place;
    }

    /** Place of the same call or of its result, for the pruned form of another view than this. */
    private int findPruned(Message pruned) {
        for (int place = next; place < size(); place++) {
            Message shown = messages.get(place);
            if (isOfSameCalls(shown, pruned) && free(shown).contains(place)) {
                next = take(place) + 1;
                return place;
            }
        }
        return UNKNOWN;
    }

    private static boolean isOfSameCalls(Message one, Message other) {
        return one.role() == other.role()
                && one.toolCallId().equals(other.toolCallId())
                && callIds(one).equals(callIds(other));
    }

    private static List<String> callIds(Message message) {
        return message.toolCalls().stream().map(ToolCall::id).toList();
    }

    private int take(int place) {
        free(messages.get(place)).remove(place);
        return place;
    }

    private NavigableSet<Integer> free(Message message) {
        return free.getOrDefault(ShownViews.content(message), new TreeSet<>());
    }

    /**
     * Finds the entries that a view showed in a transcript that another process has rewritten since, so that sequence numbers tell nothing.
     * Messages are compared by their tool calls, else by call id, else by text: a framework's store may lose some of these.
     */
    static final class OutdatedView {
        private final ContextRules rules;
        private final Context context;
        private final List<Message> messages;
        /** The places of the view that no entry was found for, by what tells a message from others. */
        private final Map<Object, TreeSet<Integer>> places = new HashMap<>();

        private OutdatedView(ContextRules rules, ShownViews.Shown shown) {
            this.rules = rules;
            this.context = shown.context();
            this.messages = context.snapshot();
            for (int i = context.systemMessages().size(); i < messages.size(); i++) {
                if (context.sequenceAt(i) > 0 && !shown.unseen().has(context.sequenceAt(i))) {
                    for (Object key : keysInView(messages.get(i))) {
                        places.computeIfAbsent(key, any -> new TreeSet<>()).add(i);
                    }
                }
            }
        }

        /** The sequence numbers in {@code transcript} of the messages that the view shows, by their places in it. */
        static Map<Integer, Long> sequences(ContextRules rules, ShownViews.Shown shown, List<Entry> transcript) {
            OutdatedView view = new OutdatedView(rules, shown);
            Map<Integer, Long> sequences = new HashMap<>();
            for (Entry entry : transcript) {
                Integer place = entry.message().role() == Role.SYSTEM ? null : view.take(entry);
                if (place != null) {
                    sequences.put(place, entry.sequence());
                }
            }
            return sequences;
        }

        private @Nullable Integer take(Entry entry) {
            Message said = entry.message();
            Message form = rules.shown(entry, Pruned.NONE).message();
            Set<Object> keys = new LinkedHashSet<>(keys(said));
            keys.addAll(keys(form));
            keys.add(callIds(said));
            for (Object key : keys) {
                for (int place : places.getOrDefault(key, new TreeSet<>())) {
                    if (saysTheSame(said, place) || saysTheSame(form, place)) {
                        keysInView(messages.get(place)).forEach(taken -> places.getOrDefault(taken, new TreeSet<>())
                                .remove(place));
                        return place;
                    }
                }
            }
            return null;
        }

        /** Stores lose texts, and a placeholder shows none. */
        private boolean saysTheSame(Message message, int place) {
            String text = said(messages.get(place));
            return text.isEmpty()
                    || message.text().isBlank()
                    || text.equals(said(message))
                    || isPlaceholder(context, place);
        }

        static boolean isPlaceholder(Context context, int place) {
            return context.parts().get(place).kind() == View.Kind.PLACEHOLDER;
        }

        private static String said(Message message) {
            return Pruner.withoutIds(message.text().strip());
        }

        /** Calls that a view shortened are known by their ids alone. */
        private static List<Object> keysInView(Message message) {
            List<Object> keys = keys(message);
            keys.addAll(Pruner.isShortened(message) ? List.of(callIds(message)) : List.of());
            return keys;
        }

        /** The surest first. */
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
            if (!said(message).isEmpty()) {
                keys.add(List.of(message.role(), said(message)));
            }
            return keys;
        }
    }
}
