package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Retention;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages that a state stands for are archived by the application and deleted, where the policy says so. */
class ConversationRetentionTest {
    private static final CompressionPolicy KEEPING = CompressionPolicy.forWindow(4_000);
    private static final CompressionPolicy EVICTING = KEEPING.withRetention(Retention.EVICT_COMPRESSED);
    private static final String CHAT = "chat";

    private final SessionStore store = SessionStore.inMemory();
    private final TreeMap<Long, Message> archive = new TreeMap<>();
    private final List<SessionCompressor> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(SessionCompressor::close);
    }

    private Conversation chat(CompressionPolicy policy, ArchiveListener listener) {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .archive(listener)
                .executor(Runnable::run)
                .build();
        open.add(compressor);
        return compressor.conversation(CHAT);
    }

    private void keep(String id, List<Entry> entries) {
        assertThat(id).isEqualTo(CHAT);
        entries.forEach(entry -> {
            assertThat(stored()).as("archived before it is deleted").contains(entry.sequence());
            archive.put(entry.sequence(), entry.message());
        });
    }

    private List<Long> stored() {
        return store.load(CHAT, 0, 10_000).stream().map(Entry::sequence).toList();
    }

    private static List<Message> talk(Conversation chat, int from, int to) {
        List<Message> said = new ArrayList<>();
        for (int i = from; i < to; i++) {
            List<Message> turn = List.of(Chats.question(i, 30), Chats.answer(i, 30));
            chat.append(turn);
            chat.view();
            said.addAll(turn);
        }
        return said;
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream().map(Message::text).toList();
    }

    @Test
    void everyMessageIsInTheArchiveOrInTheStoreAndPinnedOnesStay() {
        Conversation chat = chat(EVICTING, this::keep);
        List<Message> said = new ArrayList<>();
        said.add(Message.system(Chats.SYSTEM));
        said.add(Message.user("The gate code is 4711.").withPinned(true));
        said.add(Message.assistant("I keep it in mind."));
        chat.append(said);
        said.addAll(talk(chat, 0, 60));
        CompressionRecord record = chat.record().orElseThrow();
        assertThat(record.boundary()).isGreaterThan(50);
        assertThat(stored())
                .filteredOn(sequence -> sequence <= record.boundary() - KnownEntries.BEFORE)
                .isEqualTo(record.pinned())
                .contains(1L, 2L);
        TreeMap<Long, Message> all = new TreeMap<>(archive);
        chat.entries().forEach(entry -> assertThat(all.put(entry.sequence(), entry.message()))
                .as("not in both")
                .isNull());
        assertThat(texts(List.copyOf(all.values()))).isEqualTo(texts(said));
    }

    @Test
    void evictionOfCoveredMessagesLeavesViewUnchanged() {
        SessionCompressor keeping = SessionCompressor.builder()
                .policy(KEEPING)
                .executor(Runnable::run)
                .build();
        open.add(keeping);
        Conversation whole = keeping.conversation(CHAT);
        Conversation chat = chat(EVICTING, this::keep);
        for (int i = 0; i < 60; i++) {
            talk(whole, i, i + 1);
            talk(chat, i, i + 1);
            assertThat(texts(chat.view().messages()))
                    .isEqualTo(texts(whole.view().messages()));
        }
        Conversation again = chat(EVICTING, this::keep);
        assertThat(texts(again.view().messages())).isEqualTo(texts(chat.view().messages()));
        assertThat(whole.transcript()).hasSize(120);
        assertThat(chat.transcript()).hasSizeLessThan(60);
    }

    @Test
    void failingArchiveKeepsMessagesAndIsRetried() {
        boolean[] down = {true};
        Conversation chat = chat(EVICTING, (id, entries) -> {
            if (down[0]) {
                throw new IOException("disk full: /var/secret");
            }
            keep(id, entries);
        });
        try (Warnings warnings = new Warnings()) {
            talk(chat, 0, 12);
            chat.compress();
            assertThat(warnings.lines())
                    .filteredOn(line -> line.contains("archive"))
                    .singleElement()
                    .asString()
                    .contains("java.io.IOException", "stay in the store")
                    .doesNotContain("secret");
        }
        assertThat(chat.record().orElseThrow().boundary()).isPositive();
        assertThat(stored()).hasSize(24);
        down[0] = false;
        talk(chat, 12, 20);
        chat.compress();
        assertThat(archive).hasSizeGreaterThan(24);
        assertThat(stored()).hasSize(40 - archive.size());
    }

    @Test
    void keepsMessagesRestoredDuringArchiving() {
        Conversation other = chat(KEEPING, this::keep);
        Conversation chat = chat(EVICTING, (id, entries) -> {
            keep(id, entries);
            other.rollback(1);
        });
        talk(other, 0, 8);
        other.compress();
        long first = other.record().orElseThrow().boundary();
        talk(chat, 8, 12);
        chat.compress();
        assertThat(other.record().orElseThrow().boundary()).isEqualTo(first);
        long gone = first - KnownEntries.BEFORE;
        assertThat(stored()).allMatch(sequence -> sequence > gone).hasSize((int) (24 - gone));
    }

    @Test
    void evictedMessagesAreNotFoundButErasedFromState() {
        Conversation chat = chat(EVICTING, this::keep);
        talk(chat, 0, 40);
        CompressionRecord record = chat.record().orElseThrow();
        assertThat(chat.recall().search("order 1003", 5)).noneMatch(hit -> archive.containsKey(hit.sequence()));
        assertThat(chat.recall().segments()).hasSizeLessThan(2);
        assertThat(chat.recall().expand("1")).isEmpty();
        assertThat(chat.history()).containsExactly(record);
        assertThatThrownBy(() -> chat.rollback(1)).isInstanceOf(IllegalArgumentException.class);
        long source = record.injected().items().stream()
                .flatMap(item -> item.sources().stream())
                .filter(archive::containsKey)
                .findFirst()
                .orElseThrow();
        assertThat(chat.erase(source)).as("the archive is the application's").isFalse();
        assertThat(chat.record().orElseThrow().injected().items()).isNotEmpty().noneMatch(item -> item.sources()
                .contains(source));
    }

    @Test
    void doesNotRewriteStateAfterErasingEvictedSources() {
        Conversation chat = chat(EVICTING, this::keep);
        talk(chat, 0, 40);
        List<Long> gone = List.copyOf(archive.keySet());
        for (long sequence : gone.subList(0, gone.size() / 2)) {
            chat.erase(sequence);
        }
        assertThat(chat.record().orElseThrow().injected().items())
                .isNotEmpty()
                .noneMatch(item -> item.sources().stream().anyMatch(gone.subList(0, gone.size() / 2)::contains));
    }

    @Test
    void rejectsEvictingPolicyWithoutArchive() {
        assertThatThrownBy(() -> SessionCompressor.builder().policy(EVICTING).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("evict-compressed")
                .hasMessageContaining("archive");
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(KEEPING)
                .policyFor(id -> EVICTING)
                .build()) {
            assertThatThrownBy(() -> compressor.conversation(CHAT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("archive");
        }
    }
}
