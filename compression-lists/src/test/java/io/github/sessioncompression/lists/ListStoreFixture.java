package io.github.sessioncompression.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.lists.FrameworkLists.Kind;
import io.github.sessioncompression.lists.FrameworkLists.Said;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** One conversation in a store over a framework's lists. */
abstract class ListStoreFixture {
    static final String CHAT = "chat";
    static final String LIFE = "life-1";
    static final StateSchema SCHEMA = StateSchema.session();
    static final MessageTokens TOKENS = MessageTokens.of(TokenOptions.defaults());
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    final FrameworkLists lists = new FrameworkLists(Kind.LIVE);
    final SessionStore store = over(lists);

    static SessionStore over(FrameworkLists lists) {
        return FrameworkLists.over(lists, () -> NOW, SideStore.none());
    }

    static List<Entry> entries(long after, Message... messages) {
        List<Entry> entries = new ArrayList<>();
        for (Message message : messages) {
            entries.add(new Entry(after + entries.size() + 1, message, 7));
        }
        return entries;
    }

    static StateDocument state(String fact) {
        return StateDocument.ofTexts(Map.of("logos", List.of(fact)));
    }

    /** One that is saved at once, because the application has put it there. */
    static CompressionRecord record(long version, long boundary, StateDocument injected, Long... segments) {
        return CompressionRecord.none(SCHEMA.name(), version - 1)
                .replaced(boundary, List.of(), List.of(segments), injected, NOW);
    }

    static String envelope(String fact) {
        return StateEnvelope.wrap(SCHEMA, state(fact));
    }

    static void begin(SessionStore store, Message... messages) {
        assertThat(store.append(CHAT, LIFE, 0, key(), entries(0, messages))).isEqualTo(Append.ADDED);
    }

    void begin() {
        begin(store, Message.user("one"), Message.assistant("two"), Message.user("three"), Message.assistant("four"));
    }

    static List<String> texts(FrameworkLists lists) {
        return lists.stored(CHAT).stream().map(Said::text).toList();
    }

    static List<String> loaded(SessionStore store) {
        return store.load(CHAT, 0, 1_000).stream()
                .map(entry -> entry.sequence() + " " + entry.message().text())
                .toList();
    }

    static String key() {
        return UUID.randomUUID().toString();
    }

    static Head head(SessionStore store) {
        return store.head(CHAT).orElseThrow();
    }
}
