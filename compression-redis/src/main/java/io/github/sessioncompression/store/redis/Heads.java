package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.store.StoreRules;
import io.lettuce.core.KeyValue;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The hash of each conversation with its head, its lease and its counters.
 *
 * <p>A lease is granted by the server's time: the holder keeps its token, a new holder gets a larger one. A counter adds in the server, at most to {@link
 * Long#MAX_VALUE}; one that another program has overwritten counts as 0.
 *
 * <p><b>Does nothing when</b> the conversation is not there: empty, false or 0. <b>Threads:</b> safe for use by many. <b>On failure</b> see {@link Server}; a
 * number of the head that can't be read throws {@link RedisStoreException}.
 *
 * @param clock the clock of leases; {@code null} for the server's time
 */
record Heads(Server server, Keys keys, @Nullable InstantSource clock) {
    /** The head; empty if there is no such conversation. */
    Optional<Head> read(String conversationId) {
        List<KeyValue<String, String>> found = fields(
                "read a conversation",
                conversationId,
                "incarnation",
                "last_sequence",
                "record_version",
                "revision",
                "messages");
        return found.get(0)
                .optional()
                .map(incarnation -> new Head(
                        incarnation,
                        number(conversationId, found.get(1)),
                        number(conversationId, found.get(2)),
                        number(conversationId, found.get(3)),
                        number(conversationId, found.get(4))));
    }

    private List<KeyValue<String, String>> fields(String what, String conversationId, String... names) {
        return server.ask(what, link -> link.sync().hmget(keys.head(conversationId), names));
    }

    private static long number(String conversationId, KeyValue<String, String> field) {
        return Numbers.parse(conversationId, field.getKey(), field.getValueOrElse("0"));
    }

    /**
     * Deletes the conversation; true if there was one.
     *
     * @param call names the call, so that its answer is the same when it is done twice
     */
    boolean delete(String conversationId, String call) {
        return server.number("delete a conversation", Script.DELETE, keys.toDelete(conversationId), call) == 1;
    }

    /**
     * Deletes the conversation if its head is the expected one; true if it did.
     *
     * @param call as of {@link #delete}
     */
    boolean deleteIf(String conversationId, Head expected, String call) {
        return server.number(
                        "delete a conversation as it stands",
                        Script.DELETE_IF,
                        keys.toDelete(conversationId),
                        call,
                        expected.incarnation(),
                        Numbers.padded(expected.lastSequence()),
                        Numbers.padded(expected.recordVersion()),
                        String.valueOf(expected.revision()),
                        String.valueOf(expected.messages()))
                == 1;
    }

    /** Grants a lease, or extends that of this owner; empty if another one holds it, or there is no such conversation. */
    Optional<Lease> tryLease(String conversationId, String owner, Duration duration) {
        String now = clock == null ? "" : Long.toString(StoreRules.micros(clock.instant()));
        String micros = Long.toString(StoreRules.leaseEnd(0, duration));
        long token = server.number("take a lease", Script.LEASE, keys.of(conversationId), owner, micros, now);
        return token == 0 ? Optional.empty() : Optional.of(new Lease(owner, token));
    }

    /** Ends a lease; nothing if it is not the latest. */
    void release(String conversationId, Lease lease) {
        String token = Long.toString(lease.token());
        server.number("give a lease back", Script.RELEASE, keys.of(conversationId), lease.owner(), token);
    }

    /**
     * Adds to the counters.
     *
     * @param call names the call, so that it is done once
     */
    void count(String conversationId, Counters delta, String call) {
        List<String> arguments = new ArrayList<>(List.of(call, Long.toString(Long.MAX_VALUE)));
        for (Counters.Field field : Counters.Field.values()) {
            if (field.changesBy(delta)) {
                arguments.addAll(List.of(field.kind().name(), field.storedName(), Long.toString(field.of(delta))));
            }
        }
        server.number("count", Script.COUNT, keys.of(conversationId), arguments.toArray(String[]::new));
    }

    Counters counters(String conversationId) {
        String[] names = Stream.of(Counters.Field.values())
                .map(Counters.Field::storedName)
                .toArray(String[]::new);
        Map<String, Long> counts = new HashMap<>();
        fields("read counters", conversationId, names).forEach(field -> counts.put(field.getKey(), count(field)));
        return Counters.of(field -> counts.getOrDefault(field.storedName(), 0L));
    }

    /** A field that another program has overwritten must not make the chat fail. */
    private static long count(KeyValue<String, String> stored) {
        try {
            return Long.parseLong(stored.getValueOrElse("0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
