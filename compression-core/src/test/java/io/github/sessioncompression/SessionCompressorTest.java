package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which conversations a compressor has, and what it refuses to be built with. */
class SessionCompressorTest {
    private static final CompressionPolicy SMALL = CompressionPolicy.forWindow(4_000);

    private final SessionStore store = SessionStore.inMemory();
    private final SessionCompressor compressor =
            SessionCompressor.builder().policy(SMALL).store(store).build();

    @AfterEach
    void close() {
        compressor.close();
    }

    @Test
    void namesTheIdThatIsNoId() {
        assertThatThrownBy(() -> compressor.conversation(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("id");
    }

    @Test
    void needsAContextWindow() {
        assertThatThrownBy(() -> SessionCompressor.builder().build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("context-window");
    }

    @Test
    void looksForAConversationWithoutBeginningOne() {
        assertThat(compressor.existing("chat")).isEmpty();
        assertThat(store.head("chat")).isEmpty();

        compressor.conversation("chat").append(Message.user("Hello"));

        assertThat(compressor.existing("chat")).contains(compressor.conversation("chat"));
        assertThatIllegalArgumentException().isThrownBy(() -> compressor.existing(" "));
    }

    @Test
    void aConversationMayHaveAPolicyOfItsOwn() {
        CompressionPolicy large = CompressionPolicy.forWindow(100_000);
        try (SessionCompressor own = SessionCompressor.builder()
                .policy(SMALL)
                .policyFor(id -> id.startsWith("vip-") ? large : null)
                .build()) {
            assertThat(own.conversation("vip-1").status().contextWindow()).isEqualTo(100_000);
            assertThat(own.conversation("anyone").status().contextWindow()).isEqualTo(4_000);
        }
    }

    @Test
    void aPolicyOfItsOwnHasTheSchemaOfAllOthers() {
        CompressionPolicy research = SMALL.withState(SMALL.state().withSchema(StateSchema.research()));
        try (SessionCompressor own = SessionCompressor.builder()
                .policy(SMALL)
                .policyFor(id -> research)
                .build()) {
            assertThatThrownBy(() -> own.conversation("chat"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("state.schema")
                    .hasMessageContaining("research");
        }
    }
}
