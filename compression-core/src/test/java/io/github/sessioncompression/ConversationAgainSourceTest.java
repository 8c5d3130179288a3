package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.KeepRecent;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several views show the same state: what is added again after a clearing is taken for that one which shows it all. */
class ConversationAgainSourceTest extends HandedBackFixture {
    private static final CompressionPolicy PRUNING = SMALL.withPrune(PruneOptions.defaults()
            .withMinContextTokens(0)
            .withProtectTokens(200)
            .withMinSavingsTokens(0));

    /** Above the hard limit nothing is written at once: the view itself gives way. */
    private static final CompressionPolicy TRIMMING = SMALL.withExecution(Execution.ASYNC);

    private static final String SAME = ScriptedModel.state("the garden needs soil", "Small talk.");

    /** A chat whose model says the same of whatever it is given. */
    private Conversation withTheSameStateAlways(CompressionPolicy policy) {
        ScriptedModel model = new ScriptedModel();
        model.otherwise(request -> ModelAnswer.of(SAME));
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .model(model)
                .store(store)
                .executor(Runnable::run)
                .build();
        open.add(compressor);
        return compressor.conversation("chat");
    }

    private static void smallTalk(Conversation chat, int from, int to) {
        for (int i = from; i < to; i++) {
            chat.append(Chats.smallTalk(i, 30));
        }
    }

    /** A chat that covers a turn whose first result is pinned, with the group's other result not pruned yet. */
    private Conversation withPinnedResult() {
        Conversation chat = chat(PRUNING);
        fill(chat, 0, 2);
        List<Message> pinned = Chats.toolTurn(2, 60);
        chat.append(pinned.get(0), pinned.get(1), pinned.get(2).withPinned(true), pinned.get(3), pinned.get(4));
        fill(chat, 3, 12);
        chat.compress();
        chat.append(Chats.toolTurn(12, 60));
        runBackground();
        assertThat(chat.view().messages()).contains(pinned.get(3));
        return chat;
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void aPinnedGroupComesBackOnceFromAViewWithFewerPlaceholders(AddingAgain way) {
        Conversation chat = withPinnedResult();
        List<Message> stale = chat.view().messages();
        chat.append(Chats.toolTurn(13, 60));
        List<Message> transcript =
                chat.transcript().subList(0, chat.transcript().size() - 5);
        chat.prune();
        assertThat(chat.view().messages()).doesNotContain(Chats.toolTurn(2, 60).get(3));
        runBackground();

        way.clearAndAdd(chat, stale);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).containsAll(transcript.subList(5, 8));
    }

    /** View shortened above the hard limit, before the background compression runs. */
    private static List<Message> givingWay(Conversation chat) {
        Message state = state(chat.view());
        View view = chat.framework().steadyView();
        for (int i = 100; view.leftOut() == 0; i++) {
            assertThat(i).isLessThan(200);
            chat.append(Chats.turn(i, 120));
            view = chat.framework().steadyView();
        }
        assertThat(state(view)).isEqualTo(state);
        return view.messages();
    }

    private static Message state(View view) {
        return view.messages().stream()
                .filter(message -> StateEnvelope.holds(message.text()))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void readdingViewRestoresMessagesLeftOutForRoom(AddingAgain way) {
        Conversation chat = compressed(TRIMMING);
        List<Message> view = givingWay(chat);
        List<Message> transcript = chat.transcript();

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void readdingStaleViewDropsLaterMessagesDespiteSameState(AddingAgain way) {
        Conversation chat = compressed(TRIMMING);
        List<Message> stale = chat.view().messages();
        List<Message> transcript = chat.transcript();
        givingWay(chat);

        way.clearAndAdd(chat, stale);

        assertThat(chat.transcript()).isEqualTo(transcript);
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void storesLeftOutPinOnce(AddingAgain way) {
        Conversation chat = compressed(TRIMMING);
        chat.append(Chats.question(90, 5).withPinned(true), Chats.answer(90, 5));
        List<Message> view = givingWay(chat);
        List<Message> transcript = chat.transcript();
        assertThat(view).contains(Chats.question(90, 5).withPinned(true)).doesNotContain(Chats.answer(90, 5));

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void readdingRestoresWiderOfTwoRecordsWithSameState(AddingAgain way) {
        Conversation chat = withTheSameStateAlways(SMALL);
        chat.append(Message.system(Chats.SYSTEM));
        smallTalk(chat, 0, 20);
        chat.compress();
        smallTalk(chat, 20, 21);
        String state = chat.view().messages().get(1).text();
        long boundary = chat.record().orElseThrow().boundary();
        smallTalk(chat, 21, 24);
        chat.compress();
        List<Message> view = chat.view().messages();
        List<Message> transcript = chat.transcript();
        assertThat(view.get(1).text()).isEqualTo(state);
        assertThat(chat.record().orElseThrow().boundary()).isGreaterThan(boundary);

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
        sameAfterRestart(chat, SMALL);
    }

    private static void fillUntilNothingIsShown(Conversation chat) {
        int turn = chat.transcript().size();
        do {
            assertThat(turn).isLessThan(200);
            chat.append(Chats.smallTalk(turn++, 30));
        } while (chat.view().messages().size() > 2);
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void readdingStateAloneRestoresAllCoveredMessages(AddingAgain way) {
        CompressionPolicy policy = SMALL.withKeepRecent(KeepRecent.messages(0))
                .withState(StateOptions.defaults().withInjection(Injection.SYSTEM));
        Conversation chat = withTheSameStateAlways(policy);
        chat.append(Message.system(Chats.SYSTEM));
        fillUntilNothingIsShown(chat);
        String state = chat.view().messages().get(0).text();
        fillUntilNothingIsShown(chat);
        List<Message> view = chat.view().messages();
        List<Message> transcript = chat.transcript();
        assertThat(view.get(0).text()).isEqualTo(state);
        assertThat(view).doesNotContainAnyElementsOf(transcript);

        way.clearAndAdd(chat, view);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(view);
        sameAfterRestart(chat, policy);
    }

    @ParameterizedTest
    @EnumSource(AddingAgain.class)
    void readdingStaleViewRestoresEarlierRecordWithSameState(AddingAgain way) {
        Conversation chat = withTheSameStateAlways(SMALL);
        chat.append(Message.system(Chats.SYSTEM));
        smallTalk(chat, 0, 20);
        chat.compress();
        smallTalk(chat, 20, 22);
        List<Message> stale = chat.view().messages();
        List<Message> transcript = chat.transcript();
        long boundary = chat.record().orElseThrow().boundary();
        smallTalk(chat, 22, 24);
        chat.compress();
        assertThat(chat.view().messages().get(1)).isEqualTo(stale.get(1));
        assertThat(chat.record().orElseThrow().boundary()).isGreaterThan(boundary);

        way.clearAndAdd(chat, stale);

        assertThat(chat.transcript()).isEqualTo(transcript);
        assertThat(chat.view().messages()).isEqualTo(stale);
        sameAfterRestart(chat, SMALL);
    }

    @Test
    void readdingViewDropsHiddenSystemMessage() {
        Conversation chat = chat(SMALL);
        chat.framework().onlyLatestSystem();
        chat.append(Message.system(Chats.SYSTEM));
        fill(chat, 0, 10);
        chat.append(Message.system("Prices are in francs now."));
        fill(chat, 10, 20);
        chat.compress();
        Entry later = chat.entries().stream()
                .filter(entry -> entry.message().text().startsWith("Prices"))
                .findFirst()
                .orElseThrow();
        chat.erase(later.sequence());
        fill(chat, 20, 21);
        runBackground();
        List<Message> view = chat.view().messages();
        assertThat(view.get(0).text()).doesNotContain("garden shop");

        AddingAgain.ONE_BY_ONE.clearAndAdd(chat, view);

        assertThat(chat.view().messages()).isEqualTo(view);
        sameAfterRestart(chat, SMALL);
    }
}
