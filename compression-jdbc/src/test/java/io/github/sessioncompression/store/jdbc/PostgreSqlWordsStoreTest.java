package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.recall.MessageSearch;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.recall.SearchOptions;
import io.github.sessioncompression.recall.Searched;
import io.github.sessioncompression.store.SessionStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** A store that keeps the words of its messages promises all that others do, and each test's chat can be searched in the end. */
@Tag("endurance")
@Tag("landing")
class PostgreSqlWordsStoreTest extends JdbcDamageContract {
    private static final WatchedPool POOL = new WatchedPool(PostgreSql.url());

    @Override
    WatchedPool pool() {
        return POOL;
    }

    @Override
    JdbcStoreBuilder builder() {
        return super.builder().fullTextSearch(true);
    }

    @Override
    void dropTables() {
        super.dropTables();
        pool().execute(Schema.statements(Schema.script(dialect(), Schema.Part.FULL_TEXT_SEARCH, 'U', 1), PREFIX)
                .toArray(String[]::new));
    }

    @AfterEach
    void canBeSearched() {
        pool().fault(null);
        SessionStore store = builder().build();
        MessageSearch search = new MessageSearch(store, RecallOptions.defaults());
        for (String id : store.conversations(null, 1_000)) {
            search.search(id, "one message or another", SearchOptions.defaults(), Searched.ALL);
        }
    }
}
