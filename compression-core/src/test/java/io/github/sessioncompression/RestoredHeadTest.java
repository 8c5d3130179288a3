package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a cleared chat had before its history comes back before what is added again. */
class RestoredHeadTest {
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");
    private static final StateDocument STATE = SizedChat.state(0, 3);
    private static final Message BEHIND = Message.user("And the glaze?");
    private static final Message MEANWHILE = Message.assistant("Still wet.");

    /** A chat of which four messages were covered, two of them pinned, before it was cleared. */
    private final SizedChat before = new SizedChat(SizedChat.POLICY)
            .asks(500)
            .asksPinned(30)
            .answers(300)
            .answersPinned(20)
            .asks(40);

    private final SizedChat now = new SizedChat(SizedChat.POLICY);
    private final Basis nothing = new Basis(CompressionRecord.none("session"), List.of(), 0);
    private final Basis covered = covered();
    private final RestoredHead head = new RestoredHead(
            before.chat.stored().between(0, before.chat.stored().lastSequence()));

    private Basis covered() {
        before.compress(Recipe.Kind.COMPRESS_BEFORE_TURN, STATE);
        Basis basis = before.chat.shown().context().basis();
        assertThat(basis.headThrough()).isEqualTo(4);
        return basis;
    }

    @AfterEach
    void close() {
        before.close();
        now.close();
    }

    private List<Message> stored() {
        return messages(now.chat.stored().between(0, Long.MAX_VALUE));
    }

    private static List<Message> messages(List<Entry> entries) {
        return entries.stream().map(Entry::message).toList();
    }

    private List<Message> headMessages() {
        return messages(head.of(covered));
    }

    private void add(Message message) {
        now.chat.add(List.of(message));
        head.added(List.of(message));
    }

    private void restore(Basis basis) {
        head.restore(now.chat, basis, () -> List.of(BEHIND), NOW);
    }

    @Test
    void itIsThereOnceItWasRestoredThoughItIsEmpty() {
        assertThat(head.isThere()).isFalse();

        restore(nothing);

        assertThat(head.isThere()).isTrue();
        assertThat(head.isThrough(0)).isTrue();
        assertThat(stored()).containsExactly(BEHIND);
        assertThat(now.chat.stored().record().version()).isZero();
    }

    @Test
    void itComesBeforeWhatWasAddedAndItsRecordHoldsAgain() {
        add(BEHIND);

        restore(covered);

        assertThat(stored())
                .startsWith(headMessages().toArray(new Message[0]))
                .endsWith(BEHIND)
                .hasSize(5);
        assertThat(head.isThrough(4)).isTrue();
        assertThat(now.chat.stored().states()).containsExactly(STATE);
        assertThat(now.chat.shown().state()).isEqualTo(STATE);
        assertThat(messages(now.chat.stored().active())).containsExactly(BEHIND);
    }

    @Test
    void whatOthersAddMeanwhileComesBehind() {
        add(BEHIND);
        now.elsewhere().add(List.of(MEANWHILE));

        restore(covered);

        assertThat(messages(now.chat.stored().active())).containsExactly(BEHIND, MEANWHILE);
        assertThat(now.chat.shown().state()).isEqualTo(STATE);
    }

    @Test
    void whatOthersAddedFirstComesBehindToo() {
        now.elsewhere().add(List.of(MEANWHILE));

        restore(covered);

        assertThat(stored()).hasSize(6).endsWith(BEHIND, MEANWHILE);
        assertThat(now.chat.shown().state()).isEqualTo(STATE);
    }

    @Test
    void lessOfItTakesAwayWhatIsTooMuch() {
        add(BEHIND);
        restore(covered);

        restore(nothing);

        assertThat(stored()).containsExactly(BEHIND);
        assertThat(now.chat.stored().boundary()).isZero();
        assertThat(now.chat.shown().state().isEmpty()).isTrue();
    }

    @Test
    void theSameAgainChangesNothingButWhatComesBehind() {
        add(BEHIND);
        restore(covered);
        long version = now.chat.stored().record().version();

        head.restore(now.chat, covered, () -> List.of(BEHIND, MEANWHILE), NOW);

        assertThat(messages(now.chat.stored().active())).containsExactly(BEHIND, MEANWHILE);
        assertThat(now.chat.stored().record().version()).isEqualTo(version);
        assertThat(stored()).hasSize(6);
    }

    @Test
    void whatWasPinnedIsPinnedAgainUpToTheBoundary() {
        restore(covered);
        head.pinAgain(2);
        head.pinAgain(4);
        head.pinAgain(5);

        head.pin(now.chat, NOW);

        assertThat(messages(now.chat.stored().pinned()))
                .containsExactly(headMessages().get(1), headMessages().get(3));
        long version = now.chat.stored().record().version();
        head.pinAgain(2);
        head.pin(now.chat, NOW);
        assertThat(now.chat.stored().record().version()).isEqualTo(version);
    }

    @Test
    void whatWasToBePinnedIsForgottenWithTheNextRestoration() {
        restore(covered);
        head.pinAgain(2);
        restore(covered);

        head.pin(now.chat, NOW);

        assertThat(now.chat.stored().pinned()).isEmpty();
    }

    @Test
    void itIsPinnedAgainThoughTheRecordChangedElsewhere() {
        restore(covered);
        Chat other = now.elsewhere();
        assertThat(other.commit(other.stored().record().resized(StateDocument.EMPTY, NOW)))
                .isTrue();
        head.pinAgain(2);

        head.pin(now.chat, NOW);

        assertThat(messages(now.chat.stored().pinned()))
                .containsExactly(headMessages().get(1));
        assertThat(now.chat.shown().state().isEmpty()).isTrue();
    }

    @Test
    void aStoreThatRefusesToPinIsNotAskedForEver() {
        restore(covered);
        head.pinAgain(2);
        now.store.refuseCommits = true;

        assertThatIllegalStateException()
                .isThrownBy(() -> head.pin(now.chat, NOW))
                .withMessageContaining("1000 times");
    }

    @Test
    void aStoreThatRefusesTheHeadIsNotAskedForEver() {
        now.store.refuseAppends = true;

        assertThatIllegalStateException().isThrownBy(() -> restore(covered)).withMessageContaining("1000 times");
    }

    @Test
    void whatWasPinnedAgainAndThenReleasedStaysReleased() {
        restore(covered);
        head.pinAgain(2);
        head.pin(now.chat, NOW);
        now.chat.commit(now.chat.stored().record().unpinned(List.of(), NOW));

        head.pin(now.chat, NOW);

        assertThat(now.chat.stored().pinned()).isEmpty();
    }

    @Test
    void whatOthersSayInTheSameWordsIsNotTakenForWhatWasAdded() {
        add(BEHIND);
        restore(covered);
        now.elsewhere().add(List.of(BEHIND));
        now.chat.sync();

        restore(covered);

        assertThat(messages(now.chat.stored().active())).containsExactly(BEHIND, BEHIND);
    }
}
