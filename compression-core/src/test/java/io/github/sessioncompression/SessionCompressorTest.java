package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Conversations of a compressor, and builder arguments it rejects. */
class SessionCompressorTest {
    private static final CompressionPolicy SMALL = CompressionPolicy.forWindow(4_000);

    private final SessionStore store = SessionStore.inMemory();

    @AutoClose
    private final SessionCompressor compressor =
            SessionCompressor.builder().policy(SMALL).store(store).build();

    @Test
    void rejectsBlankId() {
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
        assertThat(compressor.inspection().find("chat")).isEmpty();
        assertThat(store.head("chat")).isEmpty();

        compressor.conversation("chat").append(Message.user("Hello"));

        assertThat(compressor.inspection().find("chat")).contains(compressor.conversation("chat"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> compressor.inspection().find(" "));
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
    void writesStateByModelOfItsConversation() {
        ScriptedModel common =
                new ScriptedModel().otherwise(request -> ModelAnswer.of(ScriptedModel.state("Common.", "a")));
        ScriptedModel special =
                new ScriptedModel().otherwise(request -> ModelAnswer.of(ScriptedModel.state("Own.", "b")));
        try (SessionCompressor own = SessionCompressor.builder()
                .policy(SMALL)
                .policyFor(id -> id.equals("vip-2") ? CompressionPolicy.forWindow(6_000) : null)
                .model(common)
                .modelFor(id -> id.startsWith("vip-") ? special : null)
                .build()) {
            for (String id : List.of("anyone", "vip-1", "vip-2")) {
                Conversation chat = own.conversation(id);
                for (int i = 0; i < 8; i++) {
                    chat.append(Chats.turn(i, 30));
                }
                assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
            }
        }
        assertThat(common.requests()).hasSize(1);
        assertThat(special.requests()).hasSize(2);
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

    @Test
    void takesIdsOfUpToFiveHundredAndTwelveCharacters() {
        assertThat(compressor.conversation("i".repeat(512)).id()).hasSize(512);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> compressor.conversation("i".repeat(513)))
                .withMessageContaining("513");
        assertThatIllegalArgumentException().isThrownBy(() -> compressor.importConversation(" ", "{}"));
    }

    @Test
    void returnsPolicyOfConversationsWithoutTheirOwn() {
        assertThat(compressor.policy()).isSameAs(SMALL);
        assertThat(compressor.conversation("chat").policy()).isSameAs(SMALL);
    }

    @Test
    void listsStoredConversationsByPage() {
        for (String id : List.of("b", "a", "c")) {
            compressor.conversation(id).append(Message.user("Hello"));
        }

        assertThat(compressor.conversations(null, 2)).containsExactly("a", "b");
        assertThat(compressor.conversations("b", 2)).containsExactly("c");
    }

    @Test
    void countsMessagesOfAllConversationsTogether() {
        compressor.conversation("a").append(Message.user("Hello"), Message.assistant("Hi"));
        compressor.conversation("b").append(Message.user("Hello"));

        assertThat(compressor.stats().messagesTotal()).isEqualTo(3);
        compressor.conversation("a").clear();
        assertThat(compressor.stats().messagesTotal()).isEqualTo(1);
    }

    @Test
    void keepsTranscriptsInTheStoreNamedLast() {
        SessionStore other = SessionStore.inMemory();
        try (SessionCompressor last = SessionCompressor.builder()
                .policy(SMALL)
                .store(store)
                .store(other)
                .build()) {
            last.conversation("chat").append(Message.user("Hello"));
        }

        assertThat(store.head("chat")).isEmpty();
        assertThat(other.head("chat")).isPresent();
    }

    @Test
    void decoratesModelCallOnTheThreadThatWaits() {
        List<String> decorated = new ArrayList<>();
        SessionCompressor own = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4_000))
                .model(request -> ModelAnswer.of("{}"))
                .taskDecorator(task -> {
                    decorated.add(Thread.currentThread().getName());
                    return task;
                })
                .build();
        try (own) {
            Conversation chat = own.conversation("a");
            for (int turn = 0; turn < 4; turn++) {
                chat.append(Chats.turn(turn, 40));
            }
            chat.compress();
        }

        assertThat(decorated).isNotEmpty().containsOnly(Thread.currentThread().getName());
    }

    @Test
    void countsWithTheCounterOfTheApplication() {
        try (SessionCompressor own = SessionCompressor.builder()
                .policy(SMALL)
                .tokenCounter(text -> 1_000)
                .build()) {
            assertThat(own.conversation("chat").tokens(List.of(Message.user("Hi"), Message.user("Ho"))))
                    .isGreaterThanOrEqualTo(2_000);
        }
        assertThat(compressor.conversation("chat").tokens(List.of(Message.user("Hi"), Message.user("Ho"))))
                .isBetween(2, 40);
    }
}
