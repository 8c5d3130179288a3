package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Whole chats over a store, each opened by a process of its own. */
abstract class ConversationListsFixture {
    static final CompressionPolicy POLICY = CompressionPolicy.forWindow(4_000);

    private final List<SessionCompressor> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(SessionCompressor::close);
    }

    Conversation chat(SessionStore store) {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(POLICY)
                .store(store)
                .executor(Runnable::run)
                .build();
        open.add(compressor);
        return compressor.conversation("chat");
    }

    static List<String> said(List<Message> messages) {
        return messages.stream()
                .map(message -> message.role() + " " + message.text() + message.toolCalls())
                .toList();
    }
}
