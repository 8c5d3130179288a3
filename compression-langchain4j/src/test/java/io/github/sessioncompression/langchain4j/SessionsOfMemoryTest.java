package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.SessionsContract;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Sessions of a chat that two processes take part in through LangChain4j's memory. */
@Tag("landing")
@Tag("once")
class SessionsOfMemoryTest extends SessionsContract {
    private final SessionStore store = SessionStore.inMemory();

    @Override
    protected SessionStore open() {
        return store;
    }

    private static CompressingChatMemory memory(SessionCompressor process, String id) {
        return CompressingChatMemory.builder().compressor(process).id(id).build();
    }

    private static ChatMessage own(Message message) {
        return message.role() == Role.USER ? UserMessage.from(message.text()) : AiMessage.from(message.text());
    }

    @Override
    protected void say(SessionCompressor process, String id, List<Message> said) {
        CompressingChatMemory memory = memory(process, id);
        said.forEach(message -> memory.add(own(message)));
    }

    @Override
    protected List<String> shown(SessionCompressor process, String id) {
        return memory(process, id).messages().stream()
                .map(message -> MessageMapper.content(message).text())
                .toList();
    }
}
