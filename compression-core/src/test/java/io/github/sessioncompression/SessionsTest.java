package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.SessionOptions;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of a chat: begun, listed, resumed, searched and deleted, over one store by several processes. */
class SessionsTest {
    private static final String PROMPT = "You help the customers of a garden shop.";

    private final SessionStore store = SessionStore.inMemory();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final SessionCompressor compressor = compressor(Runnable::run, CompressionPolicy.forWindow(8_000));
    private final Conversation chat = compressor.conversation("user-42");

    private SessionCompressor compressor(Executor executor, CompressionPolicy policy) {
        return SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(executor)
                .build();
    }

    private static void say(Conversation chat, String user) {
        chat.append(Message.user(user), Message.assistant("I have noted that down for you."));
    }

    private static void talk(Conversation chat, int turns) {
        IntStream.range(0, turns).forEach(turn -> chat.append(Chats.turn(turn, 40)));
    }

    private static String text(View view) {
        return view.messages().stream().map(Message::text).collect(Collectors.joining("\n"));
    }

    @Test
    void newSessionKeepsSystemPromptAndForgetsMessages() {
        chat.append(Message.system(PROMPT));
        say(chat, "My locker code is 4711, please keep it in mind.");
        List<Message> said = chat.transcript();

        Session begun = chat.sessions().startNew();

        assertThat(begun)
                .extracting(Session::id, Session::parent, Session::isCurrent)
                .containsExactly("2", "1", true);
        assertThat(chat.transcript()).containsExactly(Message.system(PROMPT));
        Session earlier = chat.sessions().list().get(0);
        assertThat(earlier)
                .extracting(Session::id, Session::parent, Session::isCurrent)
                .containsExactly("1", null, false);
        assertThat(earlier.messages()).isEqualTo(3);
        assertThat(earlier.tokens()).isPositive();
        assertThat(compressor.conversationOf(earlier).transcript()).isEqualTo(said);
        ValidSequence.check(chat.view().messages());
    }

    @Test
    void parentStatesAreShownNewestFirst() {
        chat.append(Message.system(PROMPT));
        say(chat, "My locker code is 4711, please keep it in mind.");
        chat.sessions().startNew();
        say(chat, "My bike is locked with the number 8852.");
        chat.sessions().startNew();
        say(chat, "Good morning!");

        String shown = text(chat.view());
        assertThat(shown).contains(StateDocument.EARLIER).containsSubsequence("8852", "4711");
        assertThat(shown.indexOf("4711")).isEqualTo(shown.lastIndexOf("4711"));
    }

    @Test
    void parentsOfZeroShowNone() {
        SessionCompressor none = compressor(
                Runnable::run,
                CompressionPolicy.forWindow(8_000)
                        .withSessions(SessionOptions.defaults().withParents(0)));
        Conversation other = none.conversation("user-42");
        say(other, "My locker code is 4711, please keep it in mind.");
        other.sessions().startNew();
        say(other, "Good morning!");

        assertThat(text(other.view())).doesNotContain("4711").doesNotContain(StateDocument.EARLIER);
    }

    @Test
    void parentStatesStayAsTheyAreOverCompressions() {
        say(chat, "My locker code is 4711, please keep it in mind.");
        chat.sessions().startNew();
        List<String> parents = record(chat).injected().texts(StateDocument.EARLIER);
        assertThat(parents).hasSize(1);
        for (int i = 0; i < 10; i++) {
            talk(chat, 12);
            chat.compress();
            assertThat(record(chat).injected().texts(StateDocument.EARLIER)).isEqualTo(parents);
            ValidSequence.check(chat.view().messages());
        }
        assertThat(record(chat)
                        .injected()
                        .with(StateDocument.EARLIER, List.of())
                        .isEmpty())
                .isFalse();
    }

    private static CompressionRecord record(Conversation chat) {
        return chat.record().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 60})
    void resumedSessionGoesOn(int turns) {
        chat.append(Message.system(PROMPT));
        say(chat, "My locker code is 4711, please keep it in mind.");
        talk(chat, turns);
        List<Message> said = chat.transcript();
        chat.view();
        chat.sessions().startNew();
        say(chat, "My bike is locked with the number 8852.");

        Session resumed = chat.sessions().resume("1");

        assertThat(resumed).extracting(Session::id, Session::isCurrent).containsExactly("1", true);
        assertThat(chat.transcript()).isEqualTo(said);
        View view = chat.view();
        ValidSequence.check(view.messages());
        assertThat(text(view))
                .doesNotContain("8852")
                .contains(said.get(said.size() - 1).text());
        assertThat(view.tokens()).isLessThanOrEqualTo(compressor.policy().hardLimitTokens());
        assertThat(chat.sessions().list()).extracting(Session::id).containsExactly("2", "1");
        say(chat, "Which number opens the locker?");
        assertThat(chat.transcript()).hasSize(said.size() + 2);
        chat.sessions().startNew();
        assertThat(chat.sessions().current())
                .extracting(Session::id, Session::parent)
                .containsExactly("3", "1");
    }

    @Test
    void shortResumedSessionIsShownInFull() {
        say(chat, "My locker code is 4711, please keep it in mind.");
        talk(chat, 3);
        List<Message> said = chat.transcript();
        chat.sessions().startNew();

        chat.sessions().resume("1");

        assertThat(chat.view().messages()).endsWith(said.toArray(Message[]::new));
        assertThat(chat.status().boundary()).isLessThan(chat.entries().get(0).sequence());
    }

    @Test
    void longResumedSessionIsShownWithItsStateAndLatestTurns() {
        say(chat, "My locker code is 4711, please keep it in mind.");
        talk(chat, 80);
        chat.compress();
        talk(chat, 3);
        List<Message> last = chat.view().messages();
        chat.sessions().startNew();

        chat.sessions().resume("1");

        assertThat(chat.view().messages()).isEqualTo(last);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 60})
    void pinsReturnWithTheirSession(int turns) {
        say(chat, "My locker code is 4711, please keep it in mind.");
        chat.pin(1);
        talk(chat, turns);
        chat.compress();
        chat.sessions().startNew();
        say(chat, "Good morning!");
        assertThat(chat.pins()).isEmpty();

        chat.sessions().resume("1");

        assertThat(chat.pins())
                .extracting(Entry::message)
                .extracting(Message::text)
                .containsExactly("My locker code is 4711, please keep it in mind.");
        chat.compress();
        assertThat(text(chat.view())).contains("My locker code is 4711, please keep it in mind.");
    }

    @Test
    void emptySessionIsNotEnded() {
        assertThat(chat.sessions().startNew().id()).isEqualTo("1");
        chat.append(Message.system(PROMPT));
        assertThat(chat.sessions().startNew().id()).isEqualTo("1");
        assertThat(chat.sessions().list()).hasSize(1);
    }

    @Test
    void startWaitsForNoModelAndShowsExtractMeanwhile() {
        SessionCompressor busy = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .store(store)
                .executor(tasks::add)
                .model(request -> ModelAnswer.of(ScriptedModel.state("The locker opens with 4711.", "b")))
                .build();
        Conversation other = busy.conversation("user-42");
        say(other, "My locker code is 4711, please keep it in mind.");
        IntStream.range(0, 12).forEach(turn -> other.append(Chats.smallTalk(turn, 40)));

        other.sessions().startNew();

        assertThat(record(other).injected().text(StateDocument.EARLIER)).contains("4711");
        say(other, "Good morning!");
        while (!tasks.isEmpty()) {
            tasks.poll().run();
        }
        assertThat(record(other).injected().text(StateDocument.EARLIER)).contains("The locker opens with 4711.");
        Session ended = other.sessions().list().get(0);
        assertThat(busy.conversationOf(ended).record().orElseThrow().cause()).isEqualTo(CompressionRecord.Cause.MODEL);
    }

    @Test
    void otherProcessSeesNewSessionAtItsNextCall() {
        SessionCompressor second = compressor(Runnable::run, CompressionPolicy.forWindow(8_000));
        Conversation there = second.conversation("user-42");
        say(chat, "My locker code is 4711, please keep it in mind.");
        assertThat(there.view().messages()).hasSameSizeAs(chat.view().messages());

        chat.sessions().startNew();

        say(there, "Good morning!");
        assertThat(chat.transcript()).hasSize(2);
        assertThat(text(there.view())).contains("4711").contains("Good morning!");
        assertThat(there.sessions().list()).extracting(Session::id).containsExactly("1", "2");
    }

    @Test
    void earlierSessionsAreNoConversationsOfTheApplication() {
        say(chat, "Good morning!");
        chat.sessions().startNew();
        compressor.conversation("zoe").append(Message.user("Hi."));

        List<String> all = new ArrayList<>();
        String after = null;
        for (List<String> page = compressor.conversations(null, 1); !page.isEmpty(); ) {
            all.addAll(page);
            after = page.get(page.size() - 1);
            page = compressor.conversations(after, 1);
        }
        assertThat(all).containsExactly("user-42", "zoe");
    }

    @Test
    void sequenceNumbersAreNotUsedAgain() {
        say(chat, "Good morning!");
        long last = chat.entries().get(1).sequence();
        chat.sessions().startNew();
        say(chat, "Good evening!");
        assertThat(chat.entries()).extracting(Entry::sequence).allMatch(sequence -> sequence > last);
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void resumedSessionStaysBelowHardLimit(Execution execution) {
        CompressionPolicy policy = CompressionPolicy.forWindow(8_000)
                .withSessions(SessionOptions.defaults().withResumeRatio(1))
                .withExecution(execution);
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .executor(Runnable::run)
                .build()) {
            Conversation chat = compressor.conversation("user-42");
            chat.enabled(false);
            IntStream.iterate(0, turn -> chat.tokens(chat.transcript()) < 7_600, turn -> turn + 1)
                    .forEach(turn -> chat.append(Chats.turn(turn, 40)));
            chat.sessions().startNew();
            chat.enabled(true);

            chat.sessions().resume("1");

            assertThat(chat.transcript()).isNotEmpty();
            assertThat(chat.status().contextTokens()).isLessThanOrEqualTo(policy.hardLimitTokens());
        }
    }
}
