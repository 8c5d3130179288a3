package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Deaths of a process at each call of the store while another session takes the place of the current one: nothing is lost or doubled. */
class SessionFaultsTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(8_000);
    private static final int MOST_CALLS = 500;

    private final SessionStore store = SessionStore.inMemory();
    private int calls;

    static Stream<Boolean> deaths() {
        return Stream.of(false, true);
    }

    private SessionCompressor alive() {
        return SessionCompressor.builder()
                .policy(POLICY)
                .store(store)
                .executor(Runnable::run)
                .build();
    }

    /** A process whose store is gone from the call of that number on, or from its answer on. */
    private SessionCompressor dying(SessionStore over, int last, boolean afterEffect) {
        calls = 0;
        SessionStore watched = WatchedStore.of(over, call -> {
            calls++;
            if (calls > last || (calls == last && !afterEffect)) {
                throw new IllegalStateException("killed");
            }
            Object result = call.proceed();
            if (calls == last) {
                throw new IllegalStateException("killed");
            }
            return result;
        });
        return SessionCompressor.builder()
                .policy(POLICY)
                .store(watched)
                .executor(Runnable::run)
                .build();
    }

    @ParameterizedTest
    @MethodSource("deaths")
    void startSurvivesDeathAtAnyCall(boolean afterEffect) {
        sweep(afterEffect, chat -> chat.sessions().startNew());
    }

    @ParameterizedTest
    @MethodSource("deaths")
    void resumeSurvivesDeathAtAnyCall(boolean afterEffect) {
        sweep(afterEffect, chat -> chat.sessions().resume("1"));
    }

    private void sweep(boolean afterEffect, Consumer<Conversation> change) {
        boolean died = true;
        int last = 0;
        while (died) {
            assertThat(++last).isLessThan(MOST_CALLS);
            String id = "chat-" + afterEffect + "-" + last;
            List<Message> said = new ArrayList<>();
            try (SessionCompressor before = alive()) {
                Conversation chat = before.conversation(id);
                say(chat, said, "My locker code is 4711.");
                chat.sessions().startNew();
                say(chat, said, "My bike has the number 8852.");
            }
            died = dies(id, last, afterEffect, change);
            try (SessionCompressor next = alive()) {
                Conversation chat = next.conversation(id);
                chat.view();
                assertThat(everything(next, chat)).as("call %s", last).containsExactlyInAnyOrderElementsOf(said);
                say(chat, said, "I live at number 12 of the lane.");
                chat.sessions().startNew();
                say(chat, said, "Good morning!");
                assertThat(everything(next, chat)).as("call %s", last).containsExactlyInAnyOrderElementsOf(said);
                assertThat(chat.record().orElseThrow().injected().text(StateDocument.EARLIER))
                        .contains("number 12");
                assertThat(next.conversations(null, 1_000)).contains(id);
                assertThat(internal(id))
                        .as("call %s", last)
                        .hasSize(chat.sessions().list().size());
            }
        }
        assertThat(last).isGreaterThan(10);
    }

    private boolean dies(String id, int last, boolean afterEffect, Consumer<Conversation> change) {
        try (SessionCompressor process = dying(store, last, afterEffect);
                Warnings warnings = new Warnings()) {
            change.accept(process.conversation(id));
            assertThat(warnings.lines()).noneMatch(line -> line.contains("4711"));
            return calls >= last;
        } catch (IllegalStateException killed) {
            assertThat(killed).hasMessage("killed");
            return true;
        }
    }

    /** The copies and the index that the store has of a chat; as many as the chat has sessions, because the current one is no copy. */
    private List<String> internal(String id) {
        return store.conversations(null, 100_000).stream()
                .filter(name -> name.startsWith(id + "~"))
                .toList();
    }

    private static void say(Conversation chat, List<Message> said, String text) {
        List<Message> turn = List.of(Message.user(text), Message.assistant("I have noted: " + text));
        chat.append(turn);
        said.addAll(turn);
    }

    private static List<Message> everything(SessionCompressor compressor, Conversation chat) {
        List<Message> all = new ArrayList<>();
        for (Session session : chat.sessions().list()) {
            all.addAll(compressor.conversationOf(session).transcript());
        }
        return all;
    }
}
