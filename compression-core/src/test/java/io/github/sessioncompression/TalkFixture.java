package io.github.sessioncompression;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;

/** Chats that wait for their compressions, with a secret in their second turn. */
abstract class TalkFixture {
    static final CompressionPolicy POLICY = Policies.early(4_000)
            .withState(StateOptions.defaults().withMaxTokens(1_000))
            .withExecution(Execution.SYNC);
    static final String SECRET = "The door code is 918273.";

    final SessionStore store = newStore();
    final List<CompressionEvent> events = new CopyOnWriteArrayList<>();

    @AutoClose
    final Compressors open = new Compressors();

    /** Creates the store of the test's chats. */
    SessionStore newStore() {
        return SessionStore.inMemory();
    }

    SessionCompressor compressor(CompressionPolicy policy) {
        return open.open(SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(Runnable::run)
                .listener(events::add));
    }

    Conversation chat() {
        return compressor(POLICY).conversation("chat");
    }

    /** A chat that says {@link #SECRET} in its second turn and has {@code turns} turns. */
    static void talk(Conversation chat, int turns) {
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; i < turns; i++) {
            chat.append(Chats.turn(i, 30));
            if (i == 1) {
                chat.append(Message.user(SECRET), Message.assistant("Noted: 918273 opens the door."));
            }
        }
    }

    static String text(View view) {
        StringBuilder text = new StringBuilder();
        view.messages().forEach(message -> text.append(message.text()).append('\n'));
        return text.toString();
    }
}
