package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.SessionsContract;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Sessions of a chat that two processes take part in through Spring AI's memory. */
@Tag("landing")
@Tag("once")
class SessionsOfMemoryTest extends SessionsContract {
    private final SessionStore store = SessionStore.inMemory();

    @Override
    protected SessionStore open() {
        return store;
    }

    private static CompressingChatMemory memory(SessionCompressor process) {
        return CompressingChatMemory.builder().compressor(process).build();
    }

    @Override
    protected void say(SessionCompressor process, String id, List<Message> said) {
        memory(process).add(id, MessageMapper.fromCore(said));
    }

    @Override
    protected List<String> shown(SessionCompressor process, String id) {
        return memory(process).get(id).stream()
                .map(org.springframework.ai.chat.messages.Message::getText)
                .toList();
    }
}
