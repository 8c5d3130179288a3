package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that refuses a change again and again is no reason to try for ever; one that was changed elsewhere is read first. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RefusedChangesTest {
    private final FragileStore store = new FragileStore();

    @AutoClose
    private final SessionCompressor compressor = compressor();

    @AutoClose
    private final SessionCompressor elsewhere = compressor();

    private final Conversation chat = compressor.conversation("chat");

    private SessionCompressor compressor() {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .store(store)
                .executor(Runnable::run)
                .build();
    }

    @BeforeEach
    void talk() {
        for (int i = 0; i < 8; i++) {
            chat.append(Chats.turn(i, 30));
        }
        chat.compress();
    }

    private void refused(ThrowingCallable change) {
        store.refuseCommits = true;
        assertThatIllegalStateException()
                .isThrownBy(change)
                .withMessage("the store refused conversation 'chat' 1000 times in a row; nothing was added");
        store.refuseCommits = false;
    }

    @Test
    void aRollbackEnds() {
        refused(() -> chat.rollback(1));
    }

    @Test
    void anErasureEndsAndTheMessageIsStillThere() {
        refused(() -> chat.erase(1));
        assertThat(chat.entries().get(0).sequence()).isEqualTo(1);
    }

    @Test
    void aSwitchEnds() {
        refused(() -> chat.enabled(false));
        assertThat(chat.enabled()).isTrue();
    }

    @Test
    void aListWithAStateEnds() {
        StateDocument state = StateDocument.ofTexts(Map.of("logos", List.of("the pot is blue")));
        refused(() -> chat.framework().set(state, List.of(Message.user("Hello."))));
    }

    @Test
    void aListForAnEmptyChatEnds() {
        Conversation empty = compressor.conversation("empty");
        store.refuseAppends = true;

        assertThatIllegalStateException()
                .isThrownBy(() -> empty.framework().set(List.of(Message.user("Hello."))))
                .withMessageContaining("'empty' 1000 times");

        assertThat(empty.transcript()).isEmpty();
    }

    @Test
    void setOfViewBeforeCompressionFailsAfterRefusals() {
        chat.clear();
        for (int i = 0; i < 8; i++) {
            chat.append(Chats.turn(i, 30));
        }
        List<Message> edited = new ArrayList<>(chat.view().messages());
        edited.remove(edited.size() - 3);
        chat.compress();
        List<Message> after = chat.view().messages();

        refused(() -> chat.framework().set(edited));

        assertThat(chat.view().messages()).isEqualTo(after);
        assertThat(chat.transcript()).hasSize(16);
    }

    @Test
    void rollbackFollowsChangesOfOtherProcess() {
        Conversation other = elsewhere.conversation("chat");
        other.append(Chats.turn(8, 30));
        other.compress();
        assertThat(other.record().orElseThrow().version()).isEqualTo(2);

        chat.rollback(1);

        assertThat(chat.record().orElseThrow().version()).isEqualTo(3);
        assertThat(chat.status().messages()).isEqualTo(18);
        assertThat(chat.status().stats().messagesTotal()).isEqualTo(18);
    }

    @Test
    void erasureFollowsChangesOfOtherProcess() {
        Conversation other = elsewhere.conversation("chat");
        other.append(Message.user("The code is 918273."));

        assertThat(chat.erase(17)).isTrue();

        assertThat(other.transcript().toString()).doesNotContain("918273");
        assertThat(chat.status().stats().messagesTotal()).isEqualTo(16);
    }

    @Test
    void switchFollowsChangesOfOtherProcess() {
        Conversation other = elsewhere.conversation("chat");
        other.status();
        chat.enabled(false);

        other.enabled(true);

        assertThat(chat.status().enabled()).isTrue();
    }

    @Test
    void clearingFollowsChangesOfOtherProcess() {
        elsewhere.conversation("chat").append(Chats.turn(8, 30));

        chat.clear();

        assertThat(chat.transcript()).isEmpty();
        assertThat(chat.status().stats().messagesTotal()).isZero();
    }

    @Test
    void pruningAndPlansFollowChangesOfOtherProcess() {
        Conversation other = elsewhere.conversation("chat");
        for (int i = 20; i < 60; i++) {
            other.append(Chats.turn(i, 60));
        }

        assertThat(chat.plan().contextTokens()).isEqualTo(other.status().contextTokens());
        assertThat(chat.prune()).isInstanceOf(Outcome.Unchanged.class);
        assertThat(chat.status().messages()).isEqualTo(96);
    }
}
