package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.MeaningStoreInMemory;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A meaning store follows what is done with conversations. */
class ConversationMeaningTest {
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(4_000).withExecution(Execution.SYNC);

    private final SessionStore transcripts = newStore();
    private final MeaningStoreInMemory meaning = new MeaningStoreInMemory();

    @AutoClose
    private final Compressors open = new Compressors();

    /** Creates the store of the test's chats. */
    SessionStore newStore() {
        return SessionStore.inMemory();
    }

    private SessionCompressor compressor(CompressionPolicy policy) {
        return open.open(SessionCompressor.builder()
                .policy(policy)
                .store(transcripts)
                .executor(Runnable::run)
                .modelCalls(Runnable::run, new MutableTime())
                .recall(RecallOptions.defaults().withMeaningStore(meaning)));
    }

    private static Conversation talk(Conversation chat, int turns) {
        chat.append(Message.system(Chats.SYSTEM), Message.user("An owl sat on the roof."), Message.assistant("Nice."));
        for (int i = 0; i < turns; i++) {
            chat.append(Chats.turn(i, 30));
            chat.view();
        }
        return chat;
    }

    private static List<Long> find(Conversation chat, String query) {
        return chat.recall().searchAll(query, 3).stream().map(Hit::sequence).toList();
    }

    @Test
    void chatsCallNoMeaningStoreUntilSomebodySearches() {
        Conversation chat = talk(compressor(POLICY).conversation("chat"), 40);
        assertThat(chat.status().boundary()).isPositive();
        assertThat(meaning.calls()).isZero();

        assertThat(find(chat, "Which bird was it?")).startsWith(2L);

        assertThat(meaning.texts()).contains("An owl sat on the roof.").doesNotContain(Chats.SYSTEM);
    }

    @Test
    void anErasedMessageIsGoneFromTheStoreWhenTheErasureReturns() {
        Conversation chat = talk(compressor(POLICY).conversation("chat"), 5);
        find(chat, "bird");
        int passages = meaning.texts().size();

        assertThat(compressor(POLICY).conversation("chat").erase(2)).isTrue();

        assertThat(meaning.texts()).hasSize(passages - 1).doesNotContain("An owl sat on the roof.");
        meaning.takeAdded();
        assertThat(find(chat, "bird")).doesNotContain(2L);
        assertThat(meaning.takeAdded()).as("embedded again").isEmpty();
    }

    @Test
    void aClearedConversationLeavesNothingInTheStore() {
        SessionCompressor compressor = compressor(POLICY);
        Conversation chat = talk(compressor.conversation("chat"), 5);
        Conversation other = talk(compressor.conversation("other"), 5);
        find(chat, "bird");
        int passages = meaning.size();
        find(other, "bird");

        chat.clear();
        assertThat(meaning.size()).isEqualTo(passages);
        assertThat(find(other, "bird")).startsWith(2L);
        other.clear();
        assertThat(meaning.size()).isZero();

        chat.append(Message.user("Good morning."), Message.assistant("A heron stood there."));
        long second = chat.entries().get(1).sequence();
        assertThat(second).as("a number of before names nothing else").isEqualTo(15);
        assertThat(find(chat, "bird")).startsWith(second);
        assertThat(meaning.texts()).containsExactly("Good morning.", "A heron stood there.");
    }

    @Test
    void failingMeaningStoreBlocksNeitherChatNorErasure() {
        Conversation chat = talk(compressor(POLICY).conversation("chat"), 5);
        find(chat, "bird");
        meaning.before(() -> {
            throw new IllegalStateException("away");
        });

        try (Warnings warnings = new Warnings()) {
            assertThat(find(chat, "owl")).startsWith(2L);
            assertThat(chat.erase(2)).isTrue();
            assertThat(find(chat, "owl")).doesNotContain(2L);
            chat.clear();
            assertThat(chat.transcript()).isEmpty();
            assertThat(warnings.lines()).hasSize(3).noneMatch(line -> line.contains("away"));
        }
    }
}
