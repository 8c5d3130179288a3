package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the entries that a view showed in a transcript that another process has rewritten since, so that sequence numbers tell nothing.
 *
 * <p>Messages are compared by their tool calls, else by call id, else by text: a framework's store may lose some of these.
 */
final class OutdatedView {
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
                for (Object key : keys(messages.get(i))) {
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
        Message form = rules.shown(entry, 0).message();
        Set<Object> keys = new LinkedHashSet<>(keys(said));
        keys.addAll(keys(form));
        for (Object key : keys) {
            for (int place : places.getOrDefault(key, new TreeSet<>())) {
                if (saysTheSame(said, place) || saysTheSame(form, place)) {
                    keys(messages.get(place)).forEach(taken -> places.getOrDefault(taken, new TreeSet<>())
                            .remove(place));
                    return place;
                }
            }
        }
        return null;
    }

    /** Stores lose texts, and a placeholder shows none. */
    private boolean saysTheSame(Message message, int place) {
        String text = messages.get(place).text().strip();
        return text.isEmpty()
                || message.text().isBlank()
                || text.equals(message.text().strip())
                || isPlaceholder(context, place);
    }

    static boolean isPlaceholder(Context context, int place) {
        return context.parts().get(place).kind() == View.Kind.PLACEHOLDER;
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
        String text = message.text().strip();
        if (!text.isEmpty()) {
            keys.add(List.of(message.role(), text));
        }
        return keys;
    }
}
