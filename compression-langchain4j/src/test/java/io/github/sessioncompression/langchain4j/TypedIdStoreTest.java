package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.session.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions, users and services over a store whose ids are of one class. */
@Tag("once")
class TypedIdStoreTest {
    /** Casts each id, as a store over a table with a numeric key does. */
    private record Typed<T>(Class<T> type, Map<T, String> lists) implements ChatMemoryStore {
        @Override
        public List<ChatMessage> getMessages(Object id) {
            String json = lists.get(type.cast(id));
            return json == null ? new ArrayList<>() : ChatMessageDeserializer.messagesFromJson(json);
        }

        @Override
        public void updateMessages(Object id, List<ChatMessage> messages) {
            lists.put(type.cast(id), ChatMessageSerializer.messagesToJson(messages));
        }

        @Override
        public void deleteMessages(Object id) {
            lists.remove(type.cast(id));
        }
    }

    /** Reads each id as a number, as a store over a numeric column may. */
    private record Parsing(Map<Long, String> lists) implements ChatMemoryStore {
        @Override
        public List<ChatMessage> getMessages(Object id) {
            return new Typed<>(Long.class, lists).getMessages(Long.valueOf(id.toString()));
        }

        @Override
        public void updateMessages(Object id, List<ChatMessage> messages) {
            new Typed<>(Long.class, lists).updateMessages(Long.valueOf(id.toString()), messages);
        }

        @Override
        public void deleteMessages(Object id) {
            lists.remove(Long.valueOf(id.toString()));
        }
    }

    private static CompressingChatMemoryProvider memories(ChatMemoryStore store) {
        return CompressingChatMemoryProvider.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .chatMemoryStore(store)
                .userOf(id -> "ada")
                .build();
    }

    private static void say(CompressingChatMemoryProvider memories, Object id, String... texts) {
        for (String text : texts) {
            memories.get(id).add(UserMessage.from(text), AiMessage.from("All right."));
        }
    }

    static Stream<Arguments> stores() {
        return Stream.of(
                Arguments.of(new Typed<>(Long.class, new HashMap<>()), 42L),
                Arguments.of(new Parsing(new HashMap<>()), 42L),
                Arguments.of(new Typed<>(UUID.class, new HashMap<>()), new UUID(4, 2)),
                Arguments.of(new Typed<>(String.class, new HashMap<>()), "user-42"));
    }

    @ParameterizedTest
    @MethodSource("stores")
    void keepsSessionsInStore(ChatMemoryStore store, Object id) {
        try (CompressingChatMemoryProvider memories = memories(store)) {
            memories.get(id).add(SystemMessage.from("You help."));
            say(memories, id, "My name is Ada Lovelace.", "The lid of box 12 is broken.");
            memories.conversation(id).sessions().startNew();
            say(memories, id, "Good morning.");
        }
        try (CompressingChatMemoryProvider restarted = memories(store)) {
            assertThat(restarted.conversation(id).sessions().list())
                    .extracting(Session::id)
                    .containsExactly("1", "2");
            restarted.conversation(id).sessions().resume("1");
            assertThat(restarted.get(id).messages().toString())
                    .contains("box 12")
                    .doesNotContain("Good morning");
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void keepsChatsOfServicesApart(ChatMemoryStore store, Object id) {
        try (CompressingChatMemoryProvider memories = memories(store)) {
            say(memories.forService("support"), id, "The lid is broken.");
            say(memories.forService("sales"), id, "What is the price?");
            say(memories, id, "Hello.");
        }
        try (CompressingChatMemoryProvider restarted = memories(store)) {
            assertThat(restarted.forService("support").get(id).messages().toString())
                    .contains("The lid is broken.")
                    .doesNotContain("price", "Hello.");
            assertThat(restarted.get(id).messages().toString())
                    .contains("Hello.")
                    .doesNotContain("lid", "price");
        }
    }

    @Test
    void tellsFunctionsMemoryIdsOfServicesToo() {
        List<Object> asked = new ArrayList<>();
        try (CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .userOf(id -> {
                    asked.add(id);
                    return "ada";
                })
                .build()) {
            say(memories.forService("support"), 42L, "Hello.");
            say(memories.forService("support").forService("night"), "user-42", "Hello.");
            say(memories, 43L, "Hello.");
        }
        assertThat(asked).contains(42L, "user-42", 43L).doesNotContain("support:user-42");
    }

    @Test
    void passesOnRefusalOfApplicationsOwnId() {
        try (CompressingChatMemoryProvider memories = memories(new Typed<>(Long.class, new HashMap<>()))) {
            say(memories, 42L, "Hello.");
            assertThatThrownBy(() -> say(memories, "user-42", "Hello.")).isInstanceOf(ClassCastException.class);
        }
    }

    @Test
    void namesStoreWithoutRoomForSessions() {
        try (CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .chatMemoryStore(new Typed<>(Integer.class, new HashMap<>()))
                .build()) {
            say(memories, 42, "Hello.");

            assertThatThrownBy(() -> memories.conversation(42).sessions().startNew())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a list of this library's own")
                    .hasCauseInstanceOf(ClassCastException.class);
            assertThat(memories.get(42).messages().toString()).contains("Hello.");
        }
    }
}
