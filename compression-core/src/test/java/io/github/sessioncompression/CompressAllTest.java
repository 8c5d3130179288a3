package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An agent's turn of many calls is compressed at the application's word, however large the window is. */
class CompressAllTest extends TurnFixture {
    private static final CompressionPolicy LARGE = CompressionPolicy.forWindow(1_000_000);
    private static final Message ANSWER = Message.assistant("Row 17 holds the most bulbs.");

    /** A question and so many rounds of calls; the tenth names what no other does. */
    private Invariants searched(int rounds) {
        Invariants chat = chat(LARGE);
        chat.append(Message.system(Chats.SYSTEM), QUESTION);
        for (int i = 0; i < rounds; i++) {
            List<Message> round = new ArrayList<>(Chats.round(i, 40));
            if (i == 10) {
                round.set(1, round.get(1).withText("beds/tulips-north.yml says 4711 bulbs"));
            }
            chat.append(round);
            chat.view();
        }
        return chat;
    }

    @Test
    void aRunningTurnKeepsItsQuestionAndItsLastAnsweredCalls() {
        Invariants chat = searched(40);
        assertThat(conversation().compress()).isInstanceOf(Outcome.Unchanged.class);

        Outcome outcome = conversation().compressAll(Focus.none());

        assertThat(outcome).isInstanceOf(Outcome.Compressed.class);
        List<Message> view = chat.view().messages();
        assertThat(view)
                .hasSize(6)
                .contains(QUESTION)
                .endsWith(Chats.round(39, 40).toArray(new Message[0]));
        assertThat(StateEnvelope.holds(view.get(1).text())).isTrue();
        assertThat(view.get(1).text()).contains("beds/tulips-north.yml", "4711");
        assertThat(conversation().entries()).hasSize(2 + 80);
    }

    @Test
    void keepsAnsweredTurnWithItsAnswer() {
        Invariants chat = searched(40);
        chat.append(ANSWER);

        conversation().compressAll(Focus.on("tulips"));

        List<Message> view = chat.view().messages();
        assertThat(view).hasSize(7).contains(QUESTION).endsWith(ANSWER);
        assertThat(view.subList(4, 6)).isEqualTo(Chats.round(39, 40));
    }

    @Test
    void callsWithoutResultsStayAndTheLastAnsweredOnesBeforeThem() {
        Invariants chat = searched(12);
        chat.append(Chats.round(12, 40).get(0));

        conversation().compressAll(Focus.none());

        List<Message> view = chat.view().messages();
        assertThat(view.subList(view.size() - 3, view.size() - 1)).isEqualTo(Chats.round(11, 40));
        assertThat(view).endsWith(Chats.round(12, 40).get(0));
    }

    @Test
    void turnsWithoutCallsStayWhole() {
        Invariants chat = chat(LARGE);
        for (int i = 0; i < 10; i++) {
            chat.append(Chats.question(i, 40), Chats.answer(i, 40));
            chat.view();
        }

        conversation().compressAll(Focus.none());

        assertThat(chat.view().messages()).hasSize(5).endsWith(Chats.question(9, 40), Chats.answer(9, 40));
    }

    @Test
    void leavesChatWithNothingToFoldUnchanged() {
        searched(1);

        assertThat(conversation().compressAll(Focus.none())).isInstanceOf(Outcome.Unchanged.class);
        assertThat(conversation().record()).isEmpty();
    }

    @Test
    void findsFoldedMessagesAndRestoresThemOnRollback() {
        Invariants chat = searched(40);
        conversation().compressAll(Focus.none());
        long first = record().version();
        List<Message> folded = chat.view().messages();
        chat.append(Chats.round(40, 40));
        conversation().compressAll(Focus.none());

        assertThat(conversation().recall().search("tulips", 3))
                .anySatisfy(hit -> assertThat(hit.excerpt()).contains("4711"));
        conversation().rollback(first);
        assertThat(conversation().view().messages())
                .startsWith(folded.toArray(new Message[0]))
                .endsWith(Chats.round(40, 40).toArray(new Message[0]));
    }
}
