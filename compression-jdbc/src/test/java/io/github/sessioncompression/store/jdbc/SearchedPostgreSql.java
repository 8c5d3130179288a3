package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.SessionStore;

/** Stores whose PostgreSQL finds the messages, for tests of what searches. */
public final class SearchedPostgreSql {
    private SearchedPostgreSql() {}

    /** One that has no chats yet; those that were given out before lose theirs. */
    public static SessionStore emptyStore() {
        return FullTextSearchFixture.emptyStore();
    }
}
