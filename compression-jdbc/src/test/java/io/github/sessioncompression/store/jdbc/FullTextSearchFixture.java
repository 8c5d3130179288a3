package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.MessageSearch;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.SearchOptions;
import io.github.sessioncompression.recall.Searched;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The same chats in a PostgreSQL that keeps their words and in memory, where an index of the process finds them. */
abstract class FullTextSearchFixture {
    static final String PREFIX = "Searched_";
    static final String CHAT = "it's \"the\" chat";
    private static final List<String> TABLES = List.of(
            "conversation",
            "message",
            "append_key",
            "record",
            "segment",
            "search_conversation",
            "search_message",
            "search_term");
    static final WatchedPool POOL = new WatchedPool(PostgreSql.url());

    JdbcSessionStore store;
    MessageSearch search;
    final SessionStore memory = SessionStore.inMemory();
    final MessageSearch local = new MessageSearch(memory, RecallOptions.defaults());
    private int appends;

    static JdbcStoreBuilder builder() {
        return JdbcSessionStore.builder(POOL)
                .tablePrefix(PREFIX)
                .retryFor(Duration.ofMinutes(5))
                .fullTextSearch(true);
    }

    static MessageSearch searchOf(SessionStore store) {
        return new MessageSearch(store, RecallOptions.defaults());
    }

    @BeforeEach
    void begin() {
        store = emptyStore();
        search = searchOf(store);
    }

    static JdbcSessionStore emptyStore() {
        JdbcSessionStore made = builder().build();
        POOL.execute(TABLES.stream().map(table -> PREFIX + table).collect(Collectors.joining(", ", "TRUNCATE ", "")));
        return made;
    }

    static void dropTables() {
        for (Schema.Part part : Schema.Part.values()) {
            POOL.execute(Schema.statements(Schema.script(new PostgreSqlDialect(), part, 'U', 1), PREFIX)
                    .toArray(String[]::new));
        }
    }

    @AfterEach
    void everyConnectionCameBackAsItWas() {
        assertThat(POOL.faults()).isEmpty();
    }

    /** Adds messages in both places. */
    void append(String id, Message... messages) {
        append(store, id, messages);
        append(memory, id, messages);
    }

    void append(SessionStore to, String id, Message... messages) {
        Head head = to.head(id).orElse(new Head("life", 0, 0, 0, 0));
        List<Entry> entries = new ArrayList<>();
        for (Message message : messages) {
            entries.add(new Entry(head.lastSequence() + entries.size() + 1, message, 1));
        }
        to.append(id, head.incarnation(), head.lastSequence(), "append " + ++appends, entries);
    }

    List<Hit> find(String id, String query) {
        return find(search, id, query);
    }

    static List<Hit> find(MessageSearch search, String id, String query) {
        return search.search(id, query, SearchOptions.defaults(), Searched.ALL);
    }

    /** Both find the same messages in the same order, and worth the same. */
    void findsTheSame(MessageSearch by, String id, String query) {
        assertThat(find(by, id, query)).as(query).isEqualTo(find(local, id, query));
    }

    void findsTheSame(String... queries) {
        for (String query : queries) {
            findsTheSame(search, CHAT, query);
        }
    }

    /** All that stands in the tables of the search, as text. */
    static String kept() {
        return Stream.of("search_conversation", "search_message", "search_term")
                .flatMap(table -> POOL.rows("SELECT t::text FROM " + PREFIX + table + " t").stream())
                .toList()
                .toString();
    }
}
