package io.github.sessioncompression;

import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.jdbc.SearchedPostgreSql;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** All that finds and expands does so where the words are in PostgreSQL as where they are in memory. */
@Tag("endurance")
@Tag("landing")
class WordsInPostgreSqlTest {
    @Nested
    class Searched extends ConversationSearchTest {
        @Override
        SessionStore newStore() {
            return SearchedPostgreSql.emptyStore();
        }
    }

    @Nested
    class SearchedAcross extends RecallAcrossTest {
        @Override
        SessionStore newStore() {
            return SearchedPostgreSql.emptyStore();
        }
    }

    @Nested
    class AskedByTools extends RecallToolsTest {
        @Override
        SessionStore newStore() {
            return SearchedPostgreSql.emptyStore();
        }
    }

    @Nested
    class Expanded extends ExpansionTest {
        @Override
        SessionStore newStore() {
            return SearchedPostgreSql.emptyStore();
        }
    }

    @Nested
    class Divided extends SegmentLevelsTest {
        @Override
        SessionStore newStore() {
            return SearchedPostgreSql.emptyStore();
        }
    }

    @Nested
    class Erased extends ConversationErasureTest {
        @Override
        SessionStore newStore() {
            return SearchedPostgreSql.emptyStore();
        }
    }

    @Nested
    class FoundByMeaning extends ConversationMeaningTest {
        @Override
        SessionStore newStore() {
            return SearchedPostgreSql.emptyStore();
        }
    }
}
