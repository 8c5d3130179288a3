package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Retention;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Eviction from the store: a state covers 1,050 of 1,100 messages, and the second one is pinned. */
class EvictionTest {
    private static final int MESSAGES = 1_100;
    private static final long BOUNDARY = 1_050;

    private final SessionStore store = SessionStore.inMemory();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(100_000))
            .store(store)
            .build();
    private final ConversationParts workings = workings();
    private final List<List<Long>> pages = new ArrayList<>();

    EvictionTest() {
        workings.chats().run(chat -> {
            chat.add(List.of(Message.system("You sell pots.")));
            chat.add(IntStream.range(1, MESSAGES)
                    .mapToObj(i -> Message.user("Pot " + i + " is dry."))
                    .toList());
        });
        workings().chats().run(elsewhere -> {
            elsewhere.sync();
            assertThat(elsewhere.commit(CompressionRecord.none("session")
                            .replaced(BOUNDARY, List.of(2L), List.of(), StateDocument.EMPTY, Instant.EPOCH)))
                    .isTrue();
        });
    }

    @AfterEach
    void close() {
        compressor.close();
    }

    private ConversationParts workings() {
        return ConversationParts.of("chat", compressor.settings(), compressor.shared());
    }

    private void evict(Retention retention, ArchiveListener listener) {
        new Eviction("chat", retention, listener, compressor.shared().search(), workings.chats(), workings.reporter())
                .run();
    }

    private List<Long> stored() {
        return store.load("chat", 0, MESSAGES).stream().map(Entry::sequence).toList();
    }

    private void archive(String id, List<Entry> page) {
        List<Long> sequences = page.stream().map(Entry::sequence).toList();
        assertThat(id).isEqualTo("chat");
        assertThat(stored()).as("archived before it is deleted").containsAll(sequences);
        pages.add(sequences);
    }

    private static List<Long> from(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    @Test
    void evictsCoveredMessagesPageByPage() {
        evict(Retention.EVICT_COMPRESSED, this::archive);

        assertThat(pages).containsExactly(from(3, 502), from(503, 1_002), from(1_003, BOUNDARY - KnownEntries.BEFORE));
        assertThat(stored().subList(0, 2)).as("system message and pin").containsExactly(1L, 2L);
        assertThat(stored().subList(2, stored().size())).isEqualTo(from(BOUNDARY - KnownEntries.BEFORE + 1, MESSAGES));
        boolean shown = workings.chats().get(chat -> chat.stored().active().size() == MESSAGES - BOUNDARY);
        assertThat(shown).as("the chat goes on with what is left").isTrue();
    }

    @Test
    void deletesOnlyArchivedMessages() {
        try (Warnings warnings = new Warnings()) {
            evict(Retention.EVICT_COMPRESSED, (id, page) -> {
                if (!pages.isEmpty()) {
                    throw new IOException("disk full: /var/secret");
                }
                archive(id, page);
            });

            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("540 messages", "java.io.IOException")
                    .doesNotContain("secret");
        }
        assertThat(stored()).hasSize(MESSAGES - 500).contains(503L).doesNotContain(502L);
    }

    @Test
    void interruptedArchiveKeepsThreadInterrupted() {
        evict(Retention.EVICT_COMPRESSED, (id, page) -> {
            throw new InterruptedException();
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(stored()).hasSize(MESSAGES);
    }

    @Test
    void keepAllPolicyEvictsNothing() {
        evict(Retention.KEEP_ALL, this::archive);

        assertThat(pages).isEmpty();
        assertThat(stored()).hasSize(MESSAGES);
    }
}
