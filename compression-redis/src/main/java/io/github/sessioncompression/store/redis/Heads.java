package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.Head;
import io.lettuce.core.KeyValue;
import java.util.List;
import java.util.Optional;

/** Where conversations stand. Safe for use by many threads. */
final class Heads {
    private final Server server;
    private final Keys keys;

    Heads(Server server, Keys keys) {
        this.server = server;
        this.keys = keys;
    }

    /** Where a conversation stands; nothing if there is none. */
    Optional<Head> read(String conversationId) {
        List<KeyValue<String, String>> found = server.ask("read a conversation", link -> link.sync()
                .hmget(
                        keys.head(conversationId),
                        "incarnation",
                        "last_sequence",
                        "record_version",
                        "revision",
                        "messages"));
        return found.get(0)
                .optional()
                .map(incarnation -> new Head(
                        incarnation,
                        number(conversationId, found.get(1)),
                        number(conversationId, found.get(2)),
                        number(conversationId, found.get(3)),
                        number(conversationId, found.get(4))));
    }

    private static long number(String conversationId, KeyValue<String, String> field) {
        return Numbers.parse(conversationId, field.getKey(), field.getValueOrElse("0"));
    }

    /** Deletes a conversation if it stands where it is expected to; whether it has. */
    boolean deleteIf(String conversationId, Head expected) {
        return server.once(
                "delete a conversation as it stands",
                Script.DELETE_IF,
                keys.of(conversationId),
                expected.incarnation(),
                Numbers.padded(expected.lastSequence()),
                Numbers.padded(expected.recordVersion()),
                String.valueOf(expected.revision()),
                String.valueOf(expected.messages()));
    }
}
