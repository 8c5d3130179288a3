package io.github.sessioncompression.samples.langchain4j;

import io.github.sessioncompression.langchain4j.ChatMessageSources;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.jdbc.JdbcStoreException;
import java.nio.file.Path;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jspecify.annotations.Nullable;

/** Store of the chats: a database in a file, unless that is not wanted. */
record KeptChats(SessionStore store, String place, Runnable closing) implements AutoCloseable {
    private static final String SUFFIX = ".mv.db";

    /** In this process's memory. */
    static KeptChats inMemory() {
        return new KeptChats(SessionStore.inMemory(), "kept until the end of this process", () -> {});
    }

    /**
     * In a file, which is made if it is not there.
     *
     * @param file {@code null} for one in the user's home folder; H2 puts {@value #SUFFIX} behind it
     * @throws IllegalStateException if it can't be used, as when another process uses it
     */
    static KeptChats in(@Nullable Path file) {
        Path chosen = file != null
                ? file
                : Path.of(System.getProperty("user.home"), ".session-compression", "langchain4j-chat");
        String name = chosen.toAbsolutePath().toString();
        String base = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
        // A process that is killed loses nothing that was said.
        JdbcConnectionPool pool =
                JdbcConnectionPool.create("jdbc:h2:retry:" + base + ";WRITE_DELAY=0;TRACE_LEVEL_FILE=0", "sa", "");
        try {
            SessionStore store = JdbcSessionStore.builder(pool)
                    .messageCodec(ChatMessageSources.codec())
                    .build();
            return new KeptChats(store, "kept in " + base + SUFFIX, pool::dispose);
        } catch (JdbcStoreException e) {
            pool.dispose();
            throw new IllegalStateException(
                    base + SUFFIX + " can't be used: " + e.getMessage()
                            + "; name another by --file, or say --in-memory",
                    e);
        }
    }

    @Override
    public void close() {
        closing.run();
    }

    @Override
    public String toString() {
        return place;
    }
}
