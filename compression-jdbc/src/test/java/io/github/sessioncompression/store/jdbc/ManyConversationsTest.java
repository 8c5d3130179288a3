package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.store.ChattingProcess;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten thousand conversations under {@code -Pfuzz}, fewer in less memory in every build. */
@Tag("endurance")
@Tag("fuzz")
@Tag("landing")
class ManyConversationsTest {
    private static final int CONVERSATIONS = FuzzCases.fuzzing(4_600, 10_000);
    private static final int HEAP_MEGABYTES = FuzzCases.fuzzing(48, 96);

    /** All messages together are larger than the heap of that process. */
    @Test
    void manyConversationsFitIntoSmallHeap() throws Exception {
        Process process = ChattingProcess.startWithHeap(
                HEAP_MEGABYTES, JdbcChattingProcess.class, PostgreSql.url(), "many", String.valueOf(CONVERSATIONS));
        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.lines()).contains("end");
        }
        assertThat(process.waitFor()).isZero();
        try (WatchedPool pool = new WatchedPool(PostgreSql.url())) {
            assertThat(pool.rows("SELECT SUM(LENGTH(content)) FROM Chatting_message WHERE conversation LIKE 'many %'"))
                    .singleElement()
                    .satisfies(size -> assertThat(Long.parseLong(size)).isGreaterThan((long) HEAP_MEGABYTES << 20));
            pool.execute(
                    "DELETE FROM Chatting_message WHERE conversation LIKE 'many %'",
                    "DELETE FROM Chatting_append_key WHERE conversation LIKE 'many %'",
                    "DELETE FROM Chatting_conversation WHERE id LIKE 'many %'");
        }
    }
}
