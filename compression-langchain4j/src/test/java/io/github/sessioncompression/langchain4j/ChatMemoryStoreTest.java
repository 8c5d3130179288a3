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
import java.util.ArrayList;
import java.util.List;
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
    void keepsEveryMessageAndTheStateWhereItEnds() {
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
    void continuesAChatThatWasBegunWithoutUs() {
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
    void neverGetsACacheBreakpoint() {
        CompressingChatMemory memory = CompressingChatMemory.builder()
                .compressor(compressor(store))
                .cacheBreakpoints(true)
                .build();
        talk(memory, 0, 30);
        List<ChatMessage> messages = new ArrayList<>(memory.messages());
        assertThat(messages.toString()).contains("cache_control");
        memory.set(messages);
        messages.remove(messages.size() - 1);
        memory.clear();
        messages.forEach(memory::add);
        assertThat(memory.messages()).isEqualTo(messages);
        assertThat(store.kept("default").toString()).doesNotContain("cache_control");
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

    private static CompressingChatMemory over(ChatMemoryStore store) {
        return memory(compressor(store));
    }

    private static SessionCompressor compressor(ChatMemoryStore store) {
        return immediate(SMALL, ChatMemoryStores.asSessionStore(store));
    }
}
