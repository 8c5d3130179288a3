package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What somebody else has added stays behind what comes. */
class KeptLastTest {
    private static final Message ONE = Message.user("Is the kiln hot?");
    private static final Message TWO = Message.assistant("It is.");
    private static final Message THEIRS = Message.user("And the glaze?");
    private static final Message THEIR_ANSWER = Message.assistant("Still wet.");
    private static final Message MEANWHILE = Message.user("Who has the key?");

    private final SizedChat chat = new SizedChat(SizedChat.POLICY);
    private final KeptLast last = new KeptLast(List.of(THEIRS, THEIR_ANSWER));

    @AfterEach
    void close() {
        chat.close();
    }

    private void add(Message... messages) {
        last.add(chat.chat, List.of(messages));
    }

    private List<Message> stored() {
        return chat.chat.stored().between(0, Long.MAX_VALUE).stream()
                .map(Entry::message)
                .toList();
    }

    @Test
    void comesWithTheFirstAndStaysBehindTheNext() {
        add(ONE);
        assertThat(stored()).containsExactly(ONE, THEIRS, THEIR_ANSWER);
        add(TWO);
        add();

        assertThat(stored()).containsExactly(ONE, TWO, THEIRS, THEIR_ANSWER);
    }

    @Test
    void isFoundThoughOthersAddBehindItMeanwhile() {
        add(ONE);
        chat.elsewhere().add(List.of(MEANWHILE));

        add(TWO);

        assertThat(stored()).containsExactly(ONE, TWO, THEIRS, THEIR_ANSWER, MEANWHILE);
    }

    @Test
    void comesOnceThoughOthersWereFasterAtFirst() {
        chat.elsewhere().add(List.of(MEANWHILE));

        add(ONE);
        add(TWO);

        assertThat(stored()).containsExactly(MEANWHILE, ONE, TWO, THEIRS, THEIR_ANSWER);
    }

    @Test
    void isNotPutBackWhereOthersHaveTakenItOut() {
        add(ONE);
        Chat other = chat.elsewhere();
        other.tryReplaceAfter(1, List.of(THEIRS));
        chat.chat.sync();

        add(TWO);

        assertThat(stored()).containsExactly(ONE, THEIRS, TWO);
    }

    @Test
    void aStoreThatRefusesItIsNotAskedForEver() {
        chat.store.refuseAppends = true;

        assertThatIllegalStateException().isThrownBy(() -> add(ONE)).withMessageContaining("1000 times");
    }
}
