package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A view that an application hands back by {@link FrameworkChat#set}. */
class ConversationAgainTest extends HandedBackFixture {
    static Stream<Named<Function<HandedBackFixture, Conversation>>> chats() {
        return Stream.of(
                Named.of("a state", chats -> chats.compressed(SMALL)),
                Named.of("a state in the system prompt", chats -> chats.compressed(IN_SYSTEM)),
                Named.of("no room for the state", HandedBackFixture::withoutRoomForTheState),
                Named.of("pins and repairs", HandedBackFixture::withPinsAndRepairs));
    }

    @ParameterizedTest
    @MethodSource("chats")
    void settingViewRestoresChat(Function<HandedBackFixture, Conversation> chats) {
        Conversation chat = chats.apply(this);
        List<Message> view = chat.view().messages();
        List<Message> transcript = chat.transcript();
        CompressionRecord record = chat.record().orElseThrow();
        chat.framework().set(view);
        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
        CompressionRecord now = chat.record().orElseThrow();
        assertThat(now.injected().texts()).isEqualTo(record.injected().texts());
        assertThat(now.pinned()).hasSameSizeAs(record.pinned());
        assertThat(background).isEmpty();
        sameAfterRestart(chat, chat.policy());
    }

    @Test
    void keepsStateMadeSinceTheViewIfLastAnswerIsRemoved() {
        Conversation chat = chat(SMALL);
        fill(chat, 0, 8);
        background.clear();
        List<Message> view = chat.framework().steadyView().messages();
        List<Message> transcript = chat.transcript();
        chat.compress();
        CompressionRecord record = chat.record().orElseThrow();

        chat.framework().set(view.subList(0, view.size() - 1));

        assertThat(chat.transcript()).isEqualTo(transcript.subList(0, transcript.size() - 1));
        assertThat(chat.record()).contains(record);
    }

    @Test
    void settingViewDropsOnlyRemovedMessage() {
        Conversation chat = compressed(SMALL);
        List<Message> transcript = new ArrayList<>(chat.transcript());
        List<Message> view = new ArrayList<>(chat.view().messages());
        Message gone = view.remove(3);
        transcript.remove(gone);

        chat.framework().set(view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.status().state()).isPresent();
        ValidSequence.check(chat.view().messages());
    }

    @Test
    void keepsOtherMessagesIfFirstWasEditedAndStateHadNoRoom() {
        Conversation chat = withoutRoomForTheState();
        chat.append(Chats.round(1, 5));
        List<Message> transcript = new ArrayList<>(chat.transcript());
        List<Message> view = new ArrayList<>(chat.view().messages());
        assertThat(view).hasSize(4).noneMatch(message -> StateEnvelope.holds(message.text()));
        transcript.set(transcript.size() - 3, Message.user("Look at that."));
        view.set(1, Message.user("Look at that."));

        chat.framework().set(view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.record().orElseThrow().boundary()).isPositive();
    }

    @Test
    void nothingMadeUpIsStoredAfterAnEdit() {
        Conversation chat = withPinsAndRepairs();
        List<Message> view = new ArrayList<>(chat.view().messages());
        List<Message> transcript = new ArrayList<>(chat.transcript());
        int at = view.indexOf(Chats.question(20, 30));
        view.set(at, Message.user("Something else."));
        transcript.set(transcript.indexOf(Chats.question(20, 30)), Message.user("Something else."));

        chat.framework().set(view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
    }

    @Test
    void dropsPinMissingFromView() {
        Conversation chat = withPinsAndRepairs();
        List<Message> view = new ArrayList<>(chat.view().messages());
        view.removeIf(message -> message.text().equals(Chats.question(701, 5).text()));

        chat.framework().set(view);

        List<Message> now = chat.view().messages();
        assertThat(now).doesNotContain(Chats.question(701, 5).withPinned(true));
        assertThat(now).anyMatch(message -> message.text().equals("found: prune_roses"));
        ValidSequence.check(now);
    }

    @Test
    void keepsResultsOfPlaceholdersBehindEdit() {
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

        chat.framework().set(view);

        assertThat(chat.transcript()).isEqualTo(transcript);
    }

    @Test
    void clearedChatRestoresNothing() {
        Conversation chat = compressed(SMALL);
        List<Message> view = chat.view().messages();

        chat.clear();
        chat.append(view.subList(3, view.size()));

        assertThat(chat.transcript()).isEqualTo(view.subList(3, view.size()));
        assertThat(chat.status().state()).isEmpty();
    }

    @Test
    void appliesEditedSystemPromptIfOnlyLatestHolds() {
        Conversation chat = compressed(SMALL);
        chat.framework().onlyLatestSystem();
        List<Message> view = new ArrayList<>(chat.view().messages());
        List<Message> transcript = chat.transcript();
        view.set(0, Message.system("Be kind."));

        chat.framework().set(view);

        assertThat(chat.transcript()).containsAll(transcript);
        assertThat(chat.view().messages().get(0).text()).startsWith("Be kind.\n\n");
    }
}
