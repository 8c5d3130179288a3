package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.state.Injection;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What applications give back of a view: after they have cleared the chat, or of a view that another one has followed. */
class ConversationAgainTest {
    private static final CompressionPolicy SMALL = CompressionPolicy.forWindow(4_000);

    /** How an application adds messages again. */
    private enum Way {
        ONE_LIST((chat, messages) -> chat.append(messages)),
        ONE_BY_ONE((chat, messages) -> messages.forEach(chat::append)),
        CHUNKS((chat, messages) -> {
            for (int i = 0; i < messages.size(); i += 3) {
                chat.append(messages.subList(i, Math.min(messages.size(), i + 3)));
            }
        }),
        SET((chat, messages) -> chat.framework().set(messages));

        @SuppressWarnings("ImmutableEnumChecker") // stateless
        private final BiConsumer<Conversation, List<Message>> again;

        Way(BiConsumer<Conversation, List<Message>> again) {
            this.again = again;
        }

        void clearAndAdd(Conversation chat, List<Message> messages) {
            List<Message> own = new ArrayList<>(messages);
            chat.clear();
            assertThat(chat.transcript()).isEmpty();
            again.accept(chat, own);
        }
    }

    private final SessionStore store = SessionStore.inMemory();
    private final List<Runnable> background = new ArrayList<>();
    private final List<SessionCompressor> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(SessionCompressor::close);
    }

    private Conversation chat(CompressionPolicy policy) {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(background::add)
                .build();
        open.add(compressor);
        return compressor.conversation("chat");
    }

    private static void fill(Conversation chat, int from, int to) {
        for (int i = from; i < to; i++) {
            chat.append(Chats.turn(i, 30));
        }
    }

    /** A chat with a system prompt, a state and four turns after it. */
    private Conversation compressed(CompressionPolicy policy) {
        return compressed(policy, Chats.SYSTEM);
    }

    private Conversation compressed(CompressionPolicy policy, String system) {
        Conversation chat = chat(policy);
        chat.append(Message.system(system));
        fill(chat, 0, 20);
        List.copyOf(background).forEach(Runnable::run);
        background.clear();
        chat.compress();
        fill(chat, 20, 24);
        List.copyOf(background).forEach(Runnable::run);
        background.clear();
        return chat;
    }

    /** A chat whose state was given up for the room that the question needs. */
    private Conversation withoutRoomForTheState() {
        // A system prompt is never cut, nor is a question that has its place alone.
        Conversation chat = compressed(SMALL, Chats.SYSTEM + " Rules:" + " never dig".repeat(330));
        chat.append(Message.user("Look at this: " + "soil ".repeat(2_450)));
        View view = chat.view();
        assertThat(chat.record().orElseThrow().boundary()).isPositive();
        assertThat(view.stateTokens()).isZero();
        assertThat(view.messages()).hasSizeLessThan(4);
        background.clear();
        return chat;
    }

    private void runBackground() {
        List<Runnable> due = List.copyOf(background);
        background.clear();
        due.forEach(Runnable::run);
    }

    private void sameAfterRestart(Conversation chat, CompressionPolicy policy) {
        try (SessionCompressor other = SessionCompressor.builder()
                .policy(policy.withEnabled(false))
                .store(store)
                .build()) {
            assertThat(other.conversation("chat").view().messages())
                    .isEqualTo(chat.view().messages());
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void isWhatItWas(Way way) {
        Conversation chat = compressed(SMALL);
        List<Message> view = chat.view().messages();
        List<Message> transcript = chat.transcript();
        CompressionRecord record = chat.record().orElseThrow();

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
        assertThat(chat.record().orElseThrow().injected()).isEqualTo(record.injected());
        assertThat(chat.status().activeMessages()).isEqualTo(transcript.size() - (int) record.boundary());
        assertThat(background).isEmpty();
        sameAfterRestart(chat, SMALL);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void isWhatItWasWhereTheSystemPromptCarriesTheState(Way way) {
        CompressionPolicy policy = SMALL.withState(SMALL.state().withInjection(Injection.SYSTEM));
        Conversation chat = compressed(policy);
        List<Message> view = chat.view().messages();
        List<Message> transcript = chat.transcript();

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void bringsBackWhatIsCoveredWhereTheStateHadNoRoom(Way way) {
        Conversation chat = withoutRoomForTheState();
        List<Message> view = chat.view().messages();
        List<Message> transcript = chat.transcript();

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void bringsBackWhatIsCoveredForAViewFromBeforeTheLastCompression(Way way) {
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
    @EnumSource(Way.class)
    void lacksJustWhatWasTakenOutWhereverThatStood(Way way) {
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
    @EnumSource(Way.class)
    void keepsAllElseWhereTheFirstMessageOfTheHistoryWasEditedAndTheStateHadNoRoom(Way way) {
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

    /** A view with a pinned group, put in between by repairs, and a call that never got its result. */
    private Conversation withPinsAndRepairs() {
        Conversation chat = chat(SMALL);
        chat.append(Message.system(Chats.SYSTEM));
        fill(chat, 0, 2);
        chat.append(
                Chats.question(700, 5),
                Message.assistant("", List.of(new ToolCall("f", "find_tools", "{}"))),
                Message.toolResult("f", "find_tools", "found: prune_roses").withPinned(true),
                Chats.answer(700, 5));
        fill(chat, 2, 4);
        chat.append(Chats.question(701, 5).withPinned(true), Chats.answer(701, 5));
        fill(chat, 4, 20);
        chat.compress();
        fill(chat, 20, 22);
        chat.append(Chats.question(702, 5), Message.assistant("", List.of(new ToolCall("x", "stock", "{}"))));
        fill(chat, 22, 23);
        background.clear();
        List<String> texts = chat.view().messages().stream().map(Message::text).toList();
        assertThat(texts).contains(Repair.CONTINUATION, Repair.NOTED, Repair.UNANSWERED, "found: prune_roses");
        return chat;
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void pinsAndRepairsSurvive(Way way) {
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
    @EnumSource(Way.class)
    void nothingMadeUpIsStoredAfterAnEdit(Way way) {
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
    @EnumSource(Way.class)
    void aPinThatIsNotAddedAgainIsNoneAnyMore(Way way) {
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
    @EnumSource(Way.class)
    void placeholdersStandForTheirResultsBehindAnEditToo(Way way) {
        CompressionPolicy pruning = CompressionPolicy.forWindow(8_000)
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
    void nothingComesBackForAUserWhoSaysTheSameAgain() {
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
    void nothingComesBackForASystemMessageThatIsKept() {
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
    void anEditedSystemPromptHoldsWhereOnlyTheLatestDoes() {
        Conversation chat = compressed(SMALL);
        chat.framework().onlyLatestSystem();
        List<Message> view = new ArrayList<>(chat.view().messages());
        List<Message> transcript = chat.transcript();
        view.set(0, Message.system("Be kind."));

        Way.ONE_BY_ONE.clearAndAdd(chat, view);

        assertThat(chat.transcript()).containsAll(transcript);
        assertThat(chat.view().messages().get(0).text()).startsWith("Be kind.\n\n");
    }

    /** A chat whose view of before a compression is still around: that, and all it shows. */
    private List<Message> stale(Conversation chat, Consumer<Conversation> compression) {
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; background.isEmpty(); i++) {
            fill(chat, i, i + 1);
        }
        List<Message> stale = chat.view().messages();
        assertThat(stale.subList(1, stale.size())).isEqualTo(chat.transcript().subList(1, stale.size()));
        compression.accept(chat);
        assertThat(chat.record().orElseThrow().boundary()).isBetween(10L, stale.size() - 2L);
        return new ArrayList<>(stale);
    }

    private void inBackground(Conversation chat) {
        assertThat(background).isNotEmpty();
        runBackground();
    }

    @Test
    void aViewFromBeforeACompressionChangesNothing() {
        Conversation chat = chat(SMALL);
        List<Message> stale = stale(chat, this::inBackground);
        List<Message> transcript = chat.transcript();
        List<Message> view = chat.view().messages();
        String incarnation = store.head("chat").orElseThrow().incarnation();

        chat.framework().set(stale);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
        assertThat(store.head("chat").orElseThrow().incarnation()).isEqualTo(incarnation);
    }

    @Test
    void theStateStaysWhereAViewFromBeforeItIsEditedBehindItsBoundary() {
        Conversation chat = chat(SMALL);
        List<Message> stale = stale(chat, this::inBackground);
        List<Message> transcript = new ArrayList<>(chat.transcript());
        CompressionRecord record = chat.record().orElseThrow();
        stale.set(stale.size() - 2, Message.user("What I meant to ask."));
        stale.add(Message.user("And one more."));
        transcript.set(transcript.size() - 2, Message.user("What I meant to ask."));
        transcript.add(Message.user("And one more."));

        chat.framework().set(stale);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.record()).contains(record);
        assertThat(chat.view().messages().get(1).text())
                .satisfies(text -> assertThat(StateEnvelope.holds(text)).isTrue());
    }

    @Test
    void theTimeBeforeHoldsAgainWhereAViewIsEditedInWhatIsCoveredSince() {
        Conversation chat = chat(SMALL);
        List<Message> stale = stale(chat, this::inBackground);
        List<Message> transcript = new ArrayList<>(chat.transcript());
        stale.set(3, Message.user("What I meant to ask first."));
        transcript.set(3, Message.user("What I meant to ask first."));

        chat.framework().set(stale);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.record().orElseThrow().boundary()).isZero();
        assertThat(chat.record().orElseThrow().injected().isEmpty()).isTrue();
        assertThat(chat.view().messages()).contains(Message.user("What I meant to ask first."));
        ValidSequence.check(chat.view().messages());
    }

    @Test
    void anEarlierStateHoldsAgainWhereWhatCameAfterItWasEdited() {
        Conversation chat = compressed(SMALL);
        List<Message> stale = new ArrayList<>(chat.view().messages());
        List<Message> transcript = new ArrayList<>(chat.transcript());
        CompressionRecord earlier = chat.record().orElseThrow();
        fill(chat, 24, 25);
        chat.compress();
        List<Message> newer = chat.view().messages();
        assertThat(chat.record().orElseThrow().boundary()).isGreaterThan(earlier.boundary() + 2);
        stale.set(3, Message.user("Another question."));
        transcript.set((int) earlier.boundary(), Message.user("Another question."));
        background.clear();

        chat.framework().set(stale);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(stale);
        assertThat(chat.record().orElseThrow().boundary()).isEqualTo(earlier.boundary());
        sameAfterRestart(chat, SMALL);

        // The state that was undone covers what is not there any more: it says nothing, and nothing gets lost by it.
        chat.framework().set(newer);

        assertThat(chat.transcript()).containsAll(transcript).noneMatch(message -> StateEnvelope.holds(message.text()));
        assertThat(chat.record().orElseThrow().boundary()).isEqualTo(earlier.boundary());
    }

    @Test
    void aStateFromBeforeAllThatIsRememberedLosesNothing() {
        Conversation chat = compressed(SMALL);
        List<Message> stale = chat.view().messages();
        for (int i = 24; i < 34; i += 2) {
            fill(chat, i, i + 2);
            chat.compress();
            chat.view();
        }
        List<Message> transcript = chat.transcript();
        background.clear();

        chat.framework().set(new ArrayList<>(stale));

        assertThat(chat.transcript()).containsAll(transcript).noneMatch(message -> StateEnvelope.holds(message.text()));
        assertThat(chat.status().state()).isPresent();
    }

    @Test
    void theStateStaysWhereItsAcknowledgementIsMissing() {
        Conversation chat = compressed(SMALL);
        List<Message> view = new ArrayList<>(chat.view().messages());
        List<Message> transcript = chat.transcript();
        assertThat(StateEnvelope.isAcknowledgement(view.remove(2))).isTrue();

        chat.framework().set(view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.status().state()).isPresent();
    }

    @Test
    void noAcknowledgementIsStoredWhereItsStateIsMissing() {
        Conversation chat = compressed(SMALL);
        List<Message> view = new ArrayList<>(chat.view().messages());
        view.remove(1);

        chat.framework().set(view);

        assertThat(chat.transcript())
                .noneMatch(StateEnvelope::isAcknowledgement)
                .hasSize(view.size() - 1);
    }

    @Test
    void pinsStayWhereTheyAreWhenAnotherMessageIsPutBetweenThem() {
        Conversation chat = withPinsAndRepairs();
        List<Message> transcript = new ArrayList<>(chat.transcript());
        List<Message> view = new ArrayList<>(chat.view().messages());
        CompressionRecord record = chat.record().orElseThrow();
        int at = view.indexOf(Chats.question(701, 5).withPinned(true));
        view.add(at, Message.user("Put in between."));

        chat.framework().set(view);

        transcript.add((int) record.boundary(), Message.user("Put in between."));
        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.record()).contains(record);
    }
}
