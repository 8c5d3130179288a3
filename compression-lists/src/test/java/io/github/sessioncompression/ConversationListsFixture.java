package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import org.junit.jupiter.api.AutoClose;

/** Whole chats over a store, each opened by a process of its own. */
abstract class ConversationListsFixture {
    static final CompressionPolicy POLICY = CompressionPolicy.forWindow(4_000);

    @AutoClose
    private final Compressors open = new Compressors();

    Conversation chat(SessionStore store) {
        return open.open(SessionCompressor.builder().policy(POLICY).store(store).executor(Runnable::run))
                .conversation("chat");
    }

    static List<String> said(List<Message> messages) {
        return messages.stream()
                .map(message -> message.role() + " " + message.text() + message.toolCalls())
                .toList();
    }
}
