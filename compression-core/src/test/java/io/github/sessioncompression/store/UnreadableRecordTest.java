package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Handling of a damaged current record, shown with a test double. */
class UnreadableRecordTest {
    private static final String CHAT = "chat";
    private final DamagedStore store = new DamagedStore(SessionStore.inMemory());

    @Test
    void namesUnreadableRecordWithoutItsContent() {
        begin();
        store.damage(CHAT);
        assertThatThrownBy(() -> store.current(CHAT))
                .isInstanceOfSatisfying(UnreadableRecordException.class, unreadable -> {
                    assertThat(unreadable).hasMessageContaining("'" + CHAT + "'");
                    assertThat(unreadable.version()).isEqualTo(1);
                })
                .hasMessageContaining("record 1")
                .hasMessageContaining(CHAT)
                .hasMessageNotContaining("state 1");
    }

    @Test
    void everythingElseGoesOnAndACommitOverItMakesItGood() {
        begin();
        store.damage(CHAT);
        assertThat(store.head(CHAT)).contains(new Head("life", 1, 1, 0, 1));
        assertThat(store.load(CHAT, 0, 10)).hasSize(1);
        assertThat(store.history(CHAT)).isEmpty();
        assertThat(store.append(CHAT, "life", 1, "b", List.of(new Entry(2, Message.user("two"), 1))))
                .isEqualTo(Append.ADDED);
        CompressionRecord anew = StoreContractFixture.record(2, 1);
        assertThat(store.commit(CHAT, Commit.of("life", 0, anew))).isFalse();
        assertThat(store.commit(CHAT, Commit.of("life", 1, anew))).isTrue();
        assertThat(store.current(CHAT)).contains(anew);
        assertThat(store.history(CHAT)).containsExactly(anew);
    }

    private void begin() {
        store.append(CHAT, "life", 0, "a", List.of(new Entry(1, Message.user("one"), 1)));
        store.commit(CHAT, Commit.of("life", 0, StoreContractFixture.record(1, 1)));
    }

    /** Undamaged, the double is a store like any other. */
    @Nested
    class Contract extends SessionStoreContract {
        @Override
        protected SessionStore newStore(InstantSource clock) {
            return new DamagedStore(SessionStore.inMemory(100, clock));
        }
    }
}
