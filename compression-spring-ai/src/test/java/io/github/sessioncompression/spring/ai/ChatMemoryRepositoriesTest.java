package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.messages.UserMessage;

class ChatMemoryRepositoriesTest {
    private final InMemoryChatMemoryRepository kept = new InMemoryChatMemoryRepository();

    private static void say(SessionStore store, String conversationId) {
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .store(store)
                .build()) {
            compressor.conversation(conversationId).append(Message.user("Hello"), Message.assistant("Good day."));
        }
    }

    @Test
    void storeListsConversationsOfRepository() {
        for (String id : List.of("c", "a", "b")) {
            kept.saveAll(id, List.of(new UserMessage("Hello")));
        }
        SessionStore store = ChatMemoryRepositories.asSessionStore(kept);

        assertThat(store.conversations(null, 10)).containsExactly("a", "b", "c");
        assertThat(store.conversations("a", 1)).containsExactly("b");
    }

    @Test
    void listsUsedConversationsIfRepositoryCannot() {
        kept.saveAll("elsewhere", List.of(new UserMessage("Hello")));
        SessionStore store = ChatMemoryRepositories.asSessionStore(new WithoutIds(kept));
        say(store, "b");
        say(store, "a");

        assertThat(store.conversations(null, 10)).containsExactly("a", "b");
    }

    /** A repository of an application's own that can't list what it has. */
    private record WithoutIds(ChatMemoryRepository kept) implements ChatMemoryRepository {
        @Override
        public List<String> findConversationIds() {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<org.springframework.ai.chat.messages.Message> findByConversationId(String conversationId) {
            return kept.findByConversationId(conversationId);
        }

        @Override
        public void saveAll(String conversationId, List<org.springframework.ai.chat.messages.Message> messages) {
            kept.saveAll(conversationId, messages);
        }

        @Override
        public void deleteByConversationId(String conversationId) {
            kept.deleteByConversationId(conversationId);
        }
    }
}
