package io.github.sessioncompression;

import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Chats of messages of known sizes, closed after each test. */
abstract class SizedChatFixture {
    private final List<SizedChat> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(SizedChat::close);
    }

    /** An empty chat. */
    SizedChat chat(CompressionPolicy policy) {
        SizedChat chat = new SizedChat(policy);
        open.add(chat);
        return chat;
    }
}
