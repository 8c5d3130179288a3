package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages of a view added again after the chat was cleared. */
class ConversationAgainTest extends HandedBackFixture {
    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void readdingViewRestoresChat(AddingAgain way) {
        Conversation chat = compressed(SMALL);
        List<Message> view = chat.view().messages();
        List<Message> transcript = chat.transcript();
        CompressionRecord record = chat.record().orElseThrow();

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
        assertThat(chat.record().orElseThrow().injected().texts())
                .isEqualTo(record.injected().texts());
        assertThat(chat.status().activeMessages()).isEqualTo(transcript.size() - (int) record.boundary());
        assertThat(background).isEmpty();
        sameAfterRestart(chat, SMALL);
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void readdingViewRestoresChatWithStateInSystemPrompt(AddingAgain way) {
        CompressionPolicy policy = SMALL.withState(SMALL.state().withInjection(Injection.SYSTEM));
        Conversation chat = compressed(policy);
        List<Message> view = chat.view().messages();
        List<Message> transcript = chat.transcript();

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void restoresCoveredMessagesIfStateHadNoRoom(AddingAgain way) {
        Conversation chat = withoutRoomForTheState();
        List<Message> view = chat.view().messages();
        List<Message> transcript = chat.transcript();

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void readdingStaleViewRestoresCoveredMessages(AddingAgain way) {
        Conversation chat = compressed(SMALL);
        List<Message> stale = chat.view().messages();
        List<Message> transcript = chat.transcript();
        CompressionRecord record = chat.record().orElseThrow();
        fill(chat, 24, 25);
        chat.compress();
        assertThat(chat.view().messages()).isNotEqualTo(stale);
        background.clear();

        way.clearAndAdd(chat, stale);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(stale);
        assertThat(chat.status().activeMessages()).isEqualTo(transcript.size() - (int) record.boundary());
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void readdingDropsOnlyRemovedMessage(AddingAgain way) {
        Conversation chat = compressed(SMALL);
        List<Message> transcript = new ArrayList<>(chat.transcript());
        List<Message> view = new ArrayList<>(chat.view().messages());
        Message gone = view.remove(3);
        transcript.remove(gone);

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.status().state()).isPresent();
        ValidSequence.check(chat.view().messages());
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void keepsOtherMessagesIfFirstWasEditedAndStateHadNoRoom(AddingAgain way) {
        Conversation chat = withoutRoomForTheState();
        chat.append(Chats.round(1, 5));
        List<Message> transcript = new ArrayList<>(chat.transcript());
        List<Message> view = new ArrayList<>(chat.view().messages());
        assertThat(view).hasSize(4).noneMatch(message -> StateEnvelope.holds(message.text()));
        transcript.set(transcript.size() - 3, Message.user("Look at that."));
        view.set(1, Message.user("Look at that."));

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.record().orElseThrow().boundary()).isGreaterThan(40);
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void pinsAndRepairsSurvive(AddingAgain way) {
        Conversation chat = withPinsAndRepairs();
        List<Message> view = chat.view().messages();
        List<Message> transcript = chat.transcript();
        CompressionRecord record = chat.record().orElseThrow();

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
        assertThat(chat.record().orElseThrow().pinned()).hasSameSizeAs(record.pinned());
        sameAfterRestart(chat, SMALL);
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void nothingMadeUpIsStoredAfterAnEdit(AddingAgain way) {
        Conversation chat = withPinsAndRepairs();
        List<Message> view = new ArrayList<>(chat.view().messages());
        List<Message> transcript = new ArrayList<>(chat.transcript());
        int at = view.indexOf(Chats.question(20, 30));
        view.set(at, Message.user("Something else."));
        transcript.set(transcript.indexOf(Chats.question(20, 30)), Message.user("Something else."));

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void dropsPinMissingFromReaddedView(AddingAgain way) {
        Conversation chat = withPinsAndRepairs();
        List<Message> view = new ArrayList<>(chat.view().messages());
        view.removeIf(message -> message.text().equals(Chats.question(701, 5).text()));

        way.clearAndAdd(chat, view);

        List<Message> now = chat.view().messages();
        assertThat(now).doesNotContain(Chats.question(701, 5).withPinned(true));
        assertThat(now).anyMatch(message -> message.text().equals("found: prune_roses"));
        ValidSequence.check(now);
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void placeholdersStandForTheirResultsBehindAnEditToo(AddingAgain way) {
        CompressionPolicy pruning = Policies.early(8_000)
                .withPrune(PruneOptions.defaults()
                        .withMinContextTokens(0)
                        .withProtectTokens(0)
                        .withMinSavingsTokens(0));
        Conversation chat = chat(pruning);
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; i < 4; i++) {
            chat.append(Chats.toolTurn(i, 60));
        }
        List<Message> transcript = new ArrayList<>(chat.transcript());
        chat.prune();
        List<Message> view = new ArrayList<>(chat.view().messages());
        assertThat(view).anyMatch(message -> message.text().contains("left out"));
        view.set(1, Message.user("Another first question."));
        transcript.set(1, Message.user("Another first question."));

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
    }

    @Test
    void repeatedUserMessageRestoresNothing() {
        Conversation chat = withoutRoomForTheState();
        List<Message> view = chat.view().messages();
        Message said = view.get(view.size() - 1);
        assertThat(said.role()).isEqualTo(Role.USER);

        chat.clear();
        chat.append(Message.system(Chats.SYSTEM));
        chat.append(said);

        assertThat(chat.transcript()).containsExactly(Message.system(Chats.SYSTEM), said);
    }

    @Test
    void keptSystemMessageRestoresNothing() {
        Conversation chat = compressed(SMALL);
        Message system = chat.view().messages().get(0);

        chat.clear();
        chat.append(system);
        chat.append(Message.user("A new beginning."), Message.assistant("Yes."));

        assertThat(chat.transcript())
                .containsExactly(
                        Message.system(Chats.SYSTEM), Message.user("A new beginning."), Message.assistant("Yes."));
    }

    @Test
    void appliesEditedSystemPromptIfOnlyLatestHolds() {
        Conversation chat = compressed(SMALL);
        chat.framework().onlyLatestSystem();
        List<Message> view = new ArrayList<>(chat.view().messages());
        List<Message> transcript = chat.transcript();
        view.set(0, Message.system("Be kind."));

        AddingAgain.ONE_BY_ONE.clearAndAdd(chat, view);

        assertThat(chat.transcript()).containsAll(transcript);
        assertThat(chat.view().messages().get(0).text()).startsWith("Be kind.\n\n");
    }
}
