package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;

/** One chat whose background waits until a test says otherwise. */
abstract class EditFixture {
    static final CompressionPolicy SMALL = CompressionPolicy.forWindow(4_000);

    final SessionStore store = SessionStore.inMemory();
    final List<Runnable> background = new ArrayList<>();

    @AutoClose
    final SessionCompressor compressor = SessionCompressor.builder()
            .policy(SMALL)
            .store(store)
            .executor(background::add)
            .build();

    final Conversation chat = compressor.conversation("chat");

    void fill(int from, int to) {
        for (int i = from; i < to; i++) {
            chat.append(Chats.question(i, 30));
            chat.append(Chats.answer(i, 30));
        }
    }

    /** A chat with a system prompt, a state and four turns after it. */
    List<Message> compressed() {
        chat.append(Message.system(Chats.SYSTEM));
        fill(0, 20);
        chat.compress();
        fill(20, 24);
        background.clear();
        return chat.view().messages();
    }
}
