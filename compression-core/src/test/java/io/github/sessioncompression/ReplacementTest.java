package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.context.ShownViews;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Effect of a list that replaces a chat. */
class ReplacementTest extends TalkFixture {
    private static final Message SYSTEM = Message.system(Chats.SYSTEM);
    private static final Message OTHER = Message.system("You sell boats.");
    private static final Message ASKED = Message.user("Is the hose long?");
    private static final Message SAID = Message.assistant("It is.");
    private static final Message MORE = Message.user("And the rake?");

    private final Conversation chat = chat();

    private void set(Message... messages) {
        chat.framework().set(List.of(messages));
    }

    @Test
    void aListWithoutTheSystemMessageTakesThePlaceOfEverything() {
        chat.append(SYSTEM, ASKED, SAID);

        set(ASKED, SAID);

        assertThat(chat.transcript()).containsExactly(ASKED, SAID);
    }

    @Test
    void anAcknowledgementOfAViewIsNoMessageAlsoWithoutItsState() {
        talk(chat, 6);
        chat.compress();
        List<Message> view = chat.view().messages();
        assertThat(view.get(2).text()).isEqualTo(StateEnvelope.ACKNOWLEDGEMENT);
        List<Message> given = new ArrayList<>(view);
        given.remove(1);

        chat.framework().set(given);

        assertThat(chat.transcript()).doesNotContain(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT));
    }

    @Test
    void unknownAcknowledgementIsStoredAsMessage() {
        chat.append(ASKED, SAID);

        set(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT), MORE);

        assertThat(chat.transcript()).containsExactly(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT), MORE);
    }

    @Test
    void forgottenViewLosesNoOriginals() {
        talk(chat, 6);
        chat.compress();
        List<Message> old = new ArrayList<>(chat.view().messages());
        for (int i = 10; i < 10 + 2 * ShownViews.MOST; i++) {
            chat.append(Chats.turn(i, 30));
            chat.compress();
            chat.view();
        }
        List<Message> before = chat.transcript();
        old.add(MORE);

        chat.framework().set(old);

        assertThat(chat.transcript()).containsAll(before.subList(0, 12)).endsWith(MORE);
        assertThat(chat.view().stateTokens()).isPositive();
        assertThat(chat.transcript())
                .noneMatch(message -> StateEnvelope.holds(message.text()))
                .doesNotContain(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT));
    }

    @Test
    void replacesSystemMessageIfOnlyLatestHolds() {
        chat.framework().onlyLatestSystem();
        chat.append(SYSTEM, ASKED, SAID);

        set(OTHER, ASKED, SAID);
        assertThat(chat.view().messages().get(0).text()).startsWith(OTHER.text());
        assertThat(chat.view().messages()).hasSize(3);
        int stored = chat.transcript().size();
        set(OTHER, ASKED, SAID);

        assertThat(chat.transcript()).hasSize(stored);
    }

    @Test
    void aStateTakesThePlaceOfTheStateBefore() {
        talk(chat, 6);
        chat.compress();
        StateDocument state = StateDocument.ofTexts(Map.of("logos", List.of("the pot is blue")));

        chat.framework().set(state, List.of(SYSTEM, ASKED));
        assertThat(chat.transcript()).containsExactly(SYSTEM, ASKED);
        assertThat(chat.record().orElseThrow().segments()).hasSize(1);
        assertThat(text(chat.view())).contains("the pot is blue").doesNotContain("Order 1000");

        chat.framework().set(StateDocument.EMPTY, List.of(SYSTEM, MORE));
        assertThat(chat.record().orElseThrow().segments()).isEmpty();
        assertThat(chat.view().stateTokens()).isZero();
    }

    @Test
    void keepsSystemMessageInMiddleUnlessOnlyLatestHolds() {
        set(ASKED, SAID, OTHER, MORE);
        assertThat(chat.transcript()).containsExactly(ASKED, SAID, OTHER, MORE);

        Conversation latest = compressor(POLICY).conversation("latest");
        latest.framework().onlyLatestSystem();
        latest.append(SYSTEM, ASKED, SAID);
        latest.framework().set(List.of(SYSTEM, ASKED, SAID, OTHER));

        assertThat(latest.view().messages().get(0).text()).startsWith(OTHER.text());
        assertThat(latest.view().messages()).hasSize(3);
    }

    @Test
    void outdatedStateIsNotStoredAsMessage() {
        talk(chat, 6);
        List<Message> edited = new ArrayList<>(chat.view().messages());
        edited.remove(3);
        chat.compress();
        List<Message> given = new ArrayList<>(chat.view().messages());
        chat.framework().set(edited);
        given.add(1, MORE);

        chat.framework().set(given);

        assertThat(chat.transcript())
                .contains(MORE)
                .noneMatch(message -> StateEnvelope.holds(message.text()))
                .doesNotContain(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT));
    }
}
