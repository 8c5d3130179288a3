package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.MessagesDropped;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A turn's messages stay in the session of its question, and its requests end with its own messages. */
class TurnHandleTest {
    private static final Message QUESTION = Message.user("Which bed gets the lavender?");
    private static final Message CALL = Message.assistant("", List.of(new ToolCall("c1", "lookup", "{}")));
    private static final Message RESULT = Message.toolResult("c1", "lookup", "Bed 7 is dry.");
    private static final Message ANSWER = Message.assistant("Bed 7.");
    private static final Message OTHER = Message.user("And who waters the roses?");

    private final SessionStore store = SessionStore.inMemory();
    private final List<CompressionEvent> events = new ArrayList<>();
    private final Conversation chat = compressor().conversation("user-42");
    private final FrameworkChat framework = chat.framework();

    private SessionCompressor compressor() {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4_000))
                .store(store)
                .executor(Runnable::run)
                .listener(events::add)
                .build();
    }

    private TurnHandle asked() {
        chat.append(Message.user("Hello."), Message.assistant("Hello!"));
        return framework.append(framework.begin(), List.of(QUESTION));
    }

    private List<Message> view(TurnHandle turn) {
        List<Message> messages = framework.view(turn).messages();
        ValidSequence.check(messages);
        return messages;
    }

    private List<Message> session(String id) {
        return chat.sessions().list().stream()
                .filter(each -> each.id().equals(id))
                .map(session -> compressor().conversationOf(session).transcript())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void viewWithoutOtherTurnsIsTheSteadyView() {
        TurnHandle turn = framework.append(asked(), List.of(CALL, RESULT));

        assertThat(view(turn)).isEqualTo(framework.steadyView().messages()).endsWith(QUESTION, CALL, RESULT);
    }

    @Test
    void viewExtendsItsPrefixWhateverOthersAdd() {
        TurnHandle turn = asked();
        chat.append(OTHER);
        turn = framework.append(turn, List.of(CALL));
        chat.append(Message.assistant("The neighbour does."));
        turn = framework.append(turn, List.of(RESULT));

        List<Message> expected = new ArrayList<>(turn.view().messages());
        expected.addAll(List.of(QUESTION, CALL, RESULT));
        assertThat(view(turn)).isEqualTo(expected);
        assertThat(framework.view(turn).parts()).hasSameSizeAs(expected);
    }

    @Test
    void viewKeepsQuestionThatOthersHaveCompressed() {
        TurnHandle turn = framework.append(asked(), List.of(CALL));
        IntStream.range(0, 60).forEach(each -> chat.append(Chats.turn(each, 40)));
        chat.compressAll(Focus.none());
        turn = framework.append(turn, List.of(RESULT));

        assertThat(view(turn)).endsWith(QUESTION, CALL, RESULT).doesNotContain(Message.user("(Go on.)"));
        assertThat(chat.transcript()).contains(RESULT);
    }

    @Test
    void viewAboveHardLimitMakesRoomWithoutOthersMessages() {
        IntStream.range(0, 12).forEach(each -> chat.append(Chats.turn(each, 40)));
        TurnHandle turn = asked();
        chat.append(OTHER, Message.assistant("The neighbour does."));
        for (int i = 0; i < 30; i++) {
            String id = "c" + i;
            turn = framework.append(turn, List.of(Message.assistant("", List.of(new ToolCall(id, "lookup", "{}")))));
            turn = framework.append(
                    turn, List.of(Message.toolResult(id, "lookup", "Found: " + "lavender ".repeat(100))));
            View view = framework.view(turn);
            ValidSequence.check(view.messages());
            assertThat(view.messages()).contains(QUESTION).doesNotContain(OTHER);
            assertThat(view.messages())
                    .filteredOn(message -> message.role() == Role.USER)
                    .last()
                    .isEqualTo(QUESTION);
        }
        assertThat(framework.view(turn).tokens()).isLessThan(turn.view().tokens() + 30 * 100);
    }

    @Test
    void answerGoesToEndedSession() {
        TurnHandle turn = framework.append(asked(), List.of(CALL));
        chat.sessions().startNew();
        turn = framework.append(turn, List.of(RESULT));

        assertThat(view(turn)).endsWith(QUESTION, CALL, RESULT);
        turn = framework.append(turn, List.of(ANSWER));

        assertThat(session("1")).endsWith(QUESTION, CALL, RESULT, ANSWER);
        assertThat(chat.transcript()).isEmpty();
        assertThat(chat.sessions().list().get(0).messages()).isEqualTo(6);
        assertThat(turn.isDropped()).isFalse();
    }

    @Test
    void stateOfEndedSessionKnowsTheLateAnswer() {
        TurnHandle turn = asked();
        chat.sessions().startNew();
        framework.append(turn, List.of(Message.assistant("The spare key has the number 4711-B.")));
        chat.append(Message.user("Good morning!"));

        assertThat(chat.view().messages().toString()).contains("4711-B");
    }

    @Test
    void otherProcessStoresAnswerInEndedSession() {
        TurnHandle turn = asked();
        compressor().conversation("user-42").sessions().startNew();

        framework.append(turn, List.of(ANSWER));

        assertThat(session("1")).endsWith(QUESTION, ANSWER);
        assertThat(chat.transcript()).isEmpty();
    }

    @Test
    void answerFollowsItsQuestionIntoResumedSession() {
        TurnHandle turn = asked();
        chat.sessions().startNew();
        chat.append(OTHER, Message.assistant("The neighbour does."));
        chat.sessions().resume("1");

        framework.append(turn, List.of(ANSWER));

        assertThat(chat.transcript()).endsWith(QUESTION, ANSWER);
        assertThat(session("2")).hasSize(2);
    }

    @Test
    void answerFollowsItsQuestionIntoSessionThatEndedTwice() {
        TurnHandle turn = asked();
        chat.sessions().startNew();
        chat.append(OTHER, Message.assistant("The neighbour does."));
        chat.sessions().resume("1");
        chat.sessions().resume("2");

        framework.append(turn, List.of(ANSWER));

        assertThat(session("1")).endsWith(QUESTION, ANSWER);
        assertThat(chat.transcript()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void answerIsDroppedAfterClear(boolean isAskedAgain) {
        TurnHandle turn = framework.append(asked(), List.of(CALL));
        chat.clear();
        if (isAskedAgain) {
            chat.append(QUESTION);
        }
        turn = framework.append(turn, List.of(RESULT));
        assertThat(view(turn)).endsWith(QUESTION, CALL, RESULT);
        turn = framework.append(turn, List.of(ANSWER));

        assertThat(turn.isDropped()).isTrue();
        assertThat(chat.transcript()).doesNotContain(RESULT, ANSWER);
        assertThat(events)
                .filteredOn(MessagesDropped.class::isInstance)
                .singleElement()
                .extracting(CompressionEvent::conversationId)
                .isEqualTo("user-42");
    }

    @Test
    void answerIsDroppedWhenItsSessionIsDeleted() {
        TurnHandle turn = asked();
        chat.sessions().startNew();
        chat.append(OTHER);
        chat.sessions().delete("1");

        assertThat(framework.append(turn, List.of(ANSWER)).isDropped()).isTrue();
        assertThat(chat.transcript()).containsExactly(OTHER);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void answerIsDroppedWhenItsQuestionIsErased(boolean isCovered) {
        TurnHandle turn = asked();
        if (isCovered) {
            IntStream.range(0, 20).forEach(each -> chat.append(Chats.turn(each, 40)));
            chat.compress();
            assertThat(chat.status().boundary()).isGreaterThan(turn.question());
        }
        chat.erase(turn.question());

        assertThat(framework.append(turn, List.of(ANSWER)).isDropped()).isTrue();
        assertThat(chat.transcript()).doesNotContain(QUESTION, ANSWER);
    }

    @Test
    void answerIsStoredAfterAnEditOfTheChat() {
        TurnHandle turn = asked();
        List<Message> edited = new ArrayList<>(framework.steadyView().messages());
        edited.removeIf(message -> message.text().equals("Hello!"));
        framework.set(edited);

        framework.append(turn, List.of(ANSWER));

        assertThat(chat.transcript()).endsWith(QUESTION, ANSWER);
    }

    @Test
    void listAddedAgainAfterClearIsWhole() {
        asked();
        List<Message> list = new ArrayList<>(chat.transcript());
        list.add(ANSWER);
        chat.append(ANSWER);
        chat.clear();
        TurnHandle again = framework.append(framework.begin(list.subList(0, 1)), list.subList(1, 2));
        framework.append(framework.append(again, list.subList(2, 3)), list.subList(3, 4));

        assertThat(chat.transcript()).isEqualTo(list);
    }

    @Test
    void interruptedTurnEndsInItsOwnSession() {
        TurnHandle turn = asked();
        chat.sessions().startNew();

        framework.interrupted(turn, "Bed");

        assertThat(session("1")).endsWith(QUESTION, Message.assistant("Bed"));
        assertThat(chat.transcript()).isEmpty();
    }

    @Test
    void requestOfEndedSessionIsSentAsItIs() {
        TurnHandle turn = framework.append(asked(), List.of(CALL, RESULT));
        List<Message> request = view(turn);
        chat.sessions().startNew();
        chat.append(OTHER);

        ModelCall call = framework.call(new ModelCall.Request("m", request, ModelCall.Tools.NONE, 0), turn);

        assertThat(call.messages()).isEqualTo(request);
    }

    @Test
    void turnBegunByItsQuestionIsShownWithTheChat() {
        chat.append(Message.user("Hello."), Message.assistant("Hello!"));
        TurnHandle turn = framework.begin(List.of(QUESTION));
        chat.append(OTHER);

        assertThat(view(turn))
                .contains(Message.user("Hello."))
                .endsWith(QUESTION)
                .doesNotContain(OTHER);
        chat.sessions().startNew();
        framework.append(turn, List.of(ANSWER));
        assertThat(session("1")).endsWith(OTHER, ANSWER);
    }
}
