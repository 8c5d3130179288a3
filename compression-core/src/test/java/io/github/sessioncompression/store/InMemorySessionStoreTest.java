package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class InMemorySessionStoreTest extends SessionStoreContract {
    @Override
    protected SessionStore newStore(InstantSource clock) {
        return SessionStore.inMemory(100, clock);
    }

    @Test
    void forgetsTheConversationsBeyondItsBound() {
        SessionStore store = SessionStore.inMemory(10);
        for (int i = 0; i < 1_000; i++) {
            store.append("chat" + i, "life", 0, List.of(new Entry(1, Message.user("hi"), 1)));
        }
        int kept = 0;
        for (int i = 0; i < 1_000; i++) {
            kept += store.head("chat" + i).isPresent() ? 1 : 0;
        }
        assertThat(kept).isBetween(1, 10);
    }

    @Test
    void namesTheBoundThatIsOutOfRange() {
        assertThatThrownBy(() -> SessionStore.inMemory(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxConversations")
                .hasMessageContaining("1 to 10000000")
                .hasMessageContaining("0");
    }
}
