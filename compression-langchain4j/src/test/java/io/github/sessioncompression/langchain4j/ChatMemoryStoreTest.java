package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.SMALL;
import static io.github.sessioncompression.langchain4j.Chats.answer;
import static io.github.sessioncompression.langchain4j.Chats.calls;
import static io.github.sessioncompression.langchain4j.Chats.checkValid;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static io.github.sessioncompression.langchain4j.Chats.memory;
import static io.github.sessioncompression.langchain4j.Chats.question;
import static io.github.sessioncompression.langchain4j.Chats.result;
import static io.github.sessioncompression.langchain4j.Chats.talk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.StoreTransfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChatMemoryStoreTest {
    private static final SystemMessage SYSTEM = SystemMessage.from("You are a travel agent. Be brief.");

    private final CountingStore store = new CountingStore();

    @Test
    void isReadAndWrittenOnceForEachBatch() {
        CompressingChatMemory memory = over(store);
        memory.add(SYSTEM);
        store.calls();
        memory.add(question(1), answer(1), question(2), answer(2));
        assertThat(store.calls()).isIn("1 read, 1 written", "0 read, 1 written");
        memory.add(question(3));
        assertThat(store.calls()).isIn("1 read, 1 written", "0 read, 1 written");
        memory.add(SYSTEM);
        assertThat(store.calls()).isIn("1 read, 0 written", "0 read, 0 written");
    }

    @Test
    void isReadAtMostOnceForARequestAndNotWritten() {
        CompressingChatMemory memory = over(store);
        talk(memory, 0, 5);
        store.calls();
        List<ChatMessage> messages = memory.messages();
        assertThat(store.calls()).isIn("1 read, 0 written", "0 read, 0 written");
        memory.set(messages);
        assertThat(store.calls()).isIn("1 read, 0 written", "0 read, 0 written");
    }

    @Test
    void storesAllMessagesWithStateAtItsBoundary() {
        CompressingChatMemory memory = over(store);
        memory.add(SYSTEM);
        talk(memory, 0, 30);
        List<ChatMessage> kept = store.kept("default");
        assertThat(kept).hasSize(1 + 60 + 2);
        assertThat(kept).contains(SYSTEM, question(0), answer(0), question(29), answer(29));
        UserMessage state = (UserMessage) memory.messages().get(1);
        assertThat(kept).contains(state);
        assertThat(state.attributes()).containsEntry("session-compression.kind", "state");
    }

    @Test
    void goesOnInAnotherProcess() {
        talkAndCheckElsewhere(new CountingStore());
    }

    @Test
    void goesOnInAnotherProcessOverJson() {
        talkAndCheckElsewhere(new CountingStore(
                messages -> ChatMessageDeserializer.messagesFromJson(ChatMessageSerializer.messagesToJson(messages))));
    }

    @Test
    void goesOnInAnotherProcessOverAStoreOfRolesAndTexts() {
        talkAndCheckElsewhere(new CountingStore(ChatMemoryStoreTest::rolesAndTexts));
    }

    @Test
    void bringsThePairBackFromJsonAsItWas() {
        CompressingChatMemory memory = over(store);
        talk(memory, 0, 30);
        List<ChatMessage> kept = store.kept("default");
        assertThat(ChatMessageDeserializer.messagesFromJson(ChatMessageSerializer.messagesToJson(kept)))
                .isEqualTo(kept);
    }

    private static void talkAndCheckElsewhere(CountingStore store) {
        CompressingChatMemory here = over(store);
        here.add(SYSTEM);
        talk(here, 0, 30);
        List<ChatMessage> expected = here.messages();
        int kept = store.kept("default").size();
        // What another process sees: the same data behind another object.
        CountingStore elsewhere = new CountingStore();
        elsewhere.updateMessages("default", store.kept("default"));
        CompressingChatMemory there = over(elsewhere);
        assertThat(there.messages())
                .extracting(ChatMemoryStoreTest::said)
                .isEqualTo(expected.stream().map(ChatMemoryStoreTest::said).toList());
        talk(there, 30, 30);
        checkValid(there.messages());
        assertThat(elsewhere.kept("default")).hasSize(kept + 60);
    }

    private static String said(ChatMessage message) {
        if (message instanceof UserMessage user) {
            return user.singleText();
        }
        return message instanceof AiMessage ai ? ai.text() : ((SystemMessage) message).text();
    }

    private static List<ChatMessage> rolesAndTexts(List<ChatMessage> messages) {
        List<ChatMessage> kept = new ArrayList<>();
        for (ChatMessage message : messages) {
            if (message instanceof UserMessage user) {
                kept.add(UserMessage.from(user.singleText()));
            } else if (message instanceof AiMessage ai && ai.text() != null) {
                kept.add(AiMessage.from(ai.text()));
            } else if (message instanceof SystemMessage) {
                kept.add(message);
            }
        }
        return kept;
    }

    @Test
    void continuesChatOfForeignStore() {
        InMemoryChatMemoryStore old = new InMemoryChatMemoryStore();
        old.updateMessages("default", List.of(SYSTEM, question(0), answer(0)));
        CompressingChatMemory memory = over(old);
        assertThat(memory.messages()).endsWith(question(0), answer(0));
        talk(memory, 1, 40);
        checkValid(memory.messages());
        assertThat(memory.conversation().status().boundary()).isPositive();
    }

    @Test
    void isAskedByTheVeryIdsOfTheApplication() {
        record Tenant(String name) {}
        for (Object id : List.of("user-1", 42, new Tenant("acme"))) {
            CompressingChatMemory memory = CompressingChatMemory.builder()
                    .id(id)
                    .policy(SMALL)
                    .chatMemoryStore(store)
                    .build();
            memory.add(question(1));
            assertThat(store.kept(id)).contains(question(1));
        }
    }

    @Test
    void isAskedByTextsAndNumbersThroughACompressorOfTheApplication() {
        for (Object id : List.of("user-1", 42)) {
            CompressingChatMemory.builder()
                    .id(id)
                    .compressor(compressor(store))
                    .build()
                    .add(question(1));
            assertThat(store.kept(id)).contains(question(1));
        }
    }

    @Test
    void keepsToolTrafficAsItIs() {
        CompressingChatMemory memory = over(store);
        memory.add(question(1), calls("1", "2"), result("1", "one"), result("2", "two"), answer(1));
        assertThat(store.kept("default"))
                .containsExactly(question(1), calls("1", "2"), result("1", "one"), result("2", "two"), answer(1));
        CountingStore elsewhere = new CountingStore();
        elsewhere.updateMessages("default", store.kept("default"));
        assertThat(over(elsewhere).messages())
                .endsWith(calls("1", "2"), result("1", "one"), result("2", "two"), answer(1));
    }

    @Test
    void isEmptyAfterTheChatWasCleared() {
        CompressingChatMemory memory = over(store);
        talk(memory, 0, 30);
        memory.clear();
        memory.clear();
        assertThat(store.kept("default")).isEmpty();
    }

    @Test
    void listHoldsOnlyChatIfStateIsKeptInSideStore() {
        SessionStore side = SessionStore.inMemory();
        CountingStore json = new CountingStore(
                messages -> ChatMessageDeserializer.messagesFromJson(ChatMessageSerializer.messagesToJson(messages)));
        CompressingChatMemory here = memory(beside(json, side));
        here.add(SYSTEM);
        talk(here, 0, 30);
        here.add(question(30), calls("1"), result("1", "one"), answer(30));
        assertThat(json.kept("default"))
                .hasSize(1 + 62 + 2)
                .startsWith(SYSTEM, question(0))
                .endsWith(answer(30));
        CountingStore elsewhere = new CountingStore();
        elsewhere.updateMessages("default", json.kept("default"));
        CompressingChatMemory there = memory(beside(elsewhere, side));
        assertThat(there.messages()).isEqualTo(here.messages());
        assertThat(there.conversation().record())
                .isEqualTo(here.conversation().record())
                .isPresent();
        assertThat(there.conversation().history())
                .isEqualTo(here.conversation().history())
                .hasSizeGreaterThan(1);
    }

    /** As applications keep chats that follow LangChain4j's guide: a JSON document for each id. */
    private static final class JsonDocuments implements ChatMemoryStore {
        private final Map<Object, String> documents = new TreeMap<>();

        @Override
        public List<ChatMessage> getMessages(Object id) {
            return ChatMessageDeserializer.messagesFromJson(documents.get(id));
        }

        @Override
        public void updateMessages(Object id, List<ChatMessage> messages) {
            documents.put(id, ChatMessageSerializer.messagesToJson(messages));
        }

        @Override
        public void deleteMessages(Object id) {
            documents.remove(id);
        }
    }

    @Test
    void chatsKeptAsJsonAreTakenOverOnce() {
        JsonDocuments json = new JsonDocuments();
        List<ChatMessage> chat =
                List.of(SYSTEM, question(1), calls("1", "2"), result("1", "one"), result("2", "two"), answer(1));
        json.updateMessages("user-1", chat);
        json.updateMessages("user-2", List.of(question(2)));
        SessionStore own = SessionStore.inMemory();
        SessionStore from = ChatMemoryStores.asSessionStore(json);
        List<String> ids = List.of("user-1", "user-2", "user-3");
        assertThat(StoreTransfer.copy(from, own, ids)).isEqualTo(new StoreTransfer.Result(2, 0, 1, List.of()));
        assertThat(StoreTransfer.copy(from, own, ids)).isEqualTo(new StoreTransfer.Result(0, 2, 1, List.of()));
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .id("user-1")
                .compressor(immediate(SMALL, own))
                .build();
        assertThat(memory.messages()).containsSubsequence(chat.subList(1, chat.size()));
        assertThat(memory.conversation().transcript()).hasSize(6);
        assertThat(json.getMessages("user-1")).isEqualTo(chat);
    }

    private static SessionCompressor beside(ChatMemoryStore store, SessionStore side) {
        return immediate(
                SMALL,
                ChatMemoryStores.asSessionStore(
                        store,
                        SMALL.state().schema(),
                        CompressingChatMemory.functionalToolResults(),
                        SideStore.of(side).withStateInList(false)));
    }

    private static CompressingChatMemory over(ChatMemoryStore store) {
        return memory(compressor(store));
    }

    private static SessionCompressor compressor(ChatMemoryStore store) {
        return immediate(SMALL, ChatMemoryStores.asSessionStore(store));
    }
}
