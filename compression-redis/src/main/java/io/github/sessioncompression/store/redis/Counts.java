package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.CounterField;
import io.github.sessioncompression.store.Counters;
import io.lettuce.core.KeyValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Counters of conversations: fields of the head, each added to where it is kept. */
final class Counts {
    private final Server server;
    private final Keys keys;

    Counts(Server server, Keys keys) {
        this.server = server;
        this.keys = keys;
    }

    /**
     * Adds.
     *
     * @param call names the call, so that it is done once
     */
    void add(String conversationId, Counters delta, String call) {
        List<String> arguments = new ArrayList<>(List.of(call, Long.toString(Long.MAX_VALUE)));
        for (CounterField field : CounterField.values()) {
            if (field.changesBy(delta)) {
                arguments.addAll(List.of(field.kind().name(), field.storedName(), Long.toString(field.of(delta))));
            }
        }
        server.number("count", Script.COUNT, keys.of(conversationId), arguments.toArray(String[]::new));
    }

    Counters of(String conversationId) {
        String[] fields =
                Stream.of(CounterField.values()).map(CounterField::storedName).toArray(String[]::new);
        Map<String, Long> counts = new HashMap<>();
        server.ask("read counters", link -> link.sync().hmget(keys.head(conversationId), fields))
                .forEach(field -> counts.put(field.getKey(), countOf(field)));
        return CounterField.toCounters(field -> counts.getOrDefault(field.storedName(), 0L));
    }

    /** What somebody else has put there must not make the chat fail. */
    private static long countOf(KeyValue<String, String> stored) {
        try {
            return Long.parseLong(stored.getValueOrElse("0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
