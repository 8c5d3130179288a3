package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The asynchronous methods that LangChain4j 1.20 has added to memories and stores. */
class AsynchronousMemoryTest {
    private static final int TURNS = 200;
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(100_000)
            .withState(StateOptions.defaults().withAwareness(false));

    static List<ChatMemoryStore> stores() {
        return List.of(new ListStore(), new ReactiveStore());
    }

    @ParameterizedTest
    @MethodSource("stores")
    void storesMessagesInOrderOfAddition(ChatMemoryStore store) throws Exception {
        ChatMemory memory = memory(store);
        List<ChatMessage> expected = new ArrayList<>();

        List<CompletableFuture<Void>> added = new ArrayList<>();
        for (int i = 0; i < TURNS; i++) {
            List<ChatMessage> turn = List.of(UserMessage.from("Question " + i), AiMessage.from("Answer " + i));
            expected.addAll(turn);
            added.add(memory.addAsync(turn));
        }
        CompletableFuture<List<ChatMessage>> messages = memory.messagesAsync();

        assertThat(get(messages)).isEqualTo(expected);
        assertThat(added).allMatch(CompletableFuture::isDone);
        get(memory.setAsync(expected.subList(0, 2)));
        assertThat(get(memory.messagesAsync()))
                .isEqualTo(expected.subList(0, 2))
                .isEqualTo(memory.messages());
        memory.clear();
        assertThat(get(memory.messagesAsync())).isEmpty();
    }

    @Test
    void blockingStoreBlocksNoCaller() throws Exception {
        HeldStore store = new HeldStore();
        ChatMemory memory = memory(store);

        CompletableFuture<Void> first = memory.addAsync(List.of(UserMessage.from("Hello")));
        CompletableFuture<Void> second = memory.addAsync(List.of(AiMessage.from("Hi")));
        CompletableFuture<List<ChatMessage>> messages = memory.messagesAsync();

        assertThat(List.of(first, second, messages)).noneMatch(CompletableFuture::isDone);
        store.held.countDown();
        assertThat(get(messages)).hasSize(2);
        assertThat(store.callers).isNotEmpty().doesNotContain(Thread.currentThread());
    }

    @Test
    void finishesCancelledAddBeforeNextOne() throws Exception {
        HeldStore store = new HeldStore();
        ChatMemory memory = memory(store);

        memory.addAsync(List.of(UserMessage.from("Hello"))).cancel(true);
        CompletableFuture<Void> second = memory.addAsync(List.of(AiMessage.from("Hi")));

        assertThat(second).isNotDone();
        store.held.countDown();
        assertThat(get(memory.messagesAsync())).containsExactly(UserMessage.from("Hello"), AiMessage.from("Hi"));
    }

    @Test
    void aListMayBeChangedOnceItIsHandedOver() throws Exception {
        HeldStore store = new HeldStore();
        ChatMemory memory = memory(store);
        List<ChatMessage> turn = new ArrayList<>(List.of(UserMessage.from("Hello")));

        CompletableFuture<Void> added = memory.addAsync(turn);
        turn.clear();
        store.held.countDown();
        get(added);

        assertThat(get(memory.messagesAsync())).containsExactly(UserMessage.from("Hello"));
    }

    @Test
    void aFailureIsTheFuturesAndTheNextCallGoesOn() throws Exception {
        ListStore store = new ListStore();
        ChatMemory memory = memory(store);
        store.failure = new IllegalStateException("no connection");

        CompletableFuture<Void> failed = memory.addAsync(List.of(UserMessage.from("Hello")));
        assertThatThrownBy(() -> get(failed)).hasRootCauseMessage("no connection");
        assertThatThrownBy(() -> get(memory.setAsync(List.of())))
                .hasRootCauseInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> get(memory.setAsync(null))).hasRootCauseInstanceOf(IllegalArgumentException.class);

        store.failure = null;
        get(memory.addAsync(List.of(UserMessage.from("Hello again"))));
        get(memory.addAsync(null));
        assertThat(get(memory.messagesAsync())).containsExactly(UserMessage.from("Hello again"));
    }

    @Test
    void storeWithNeitherApiReportsItsFailure() {
        ListStore store = new ListStore();
        store.failure = new UnsupportedOperationException("read-only");

        assertThatThrownBy(() -> get(memory(store).addAsync(List.of(UserMessage.from("Hello")))))
                .hasRootCauseMessage("read-only");
    }

    private static ChatMemory memory(ChatMemoryStore store) {
        return CompressingChatMemory.builder()
                .policy(POLICY)
                .chatMemoryStore(store)
                .build();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(1, TimeUnit.MINUTES);
    }

    /** Keeps one chat, and fails on demand. */
    private static class ListStore implements ChatMemoryStore {
        private volatile List<ChatMessage> kept = List.of();
        volatile @Nullable RuntimeException failure;

        @Override
        public List<ChatMessage> getMessages(Object memoryId) {
            fail();
            return new ArrayList<>(kept);
        }

        @Override
        public void updateMessages(Object memoryId, List<ChatMessage> messages) {
            fail();
            kept = new ArrayList<>(messages);
        }

        private void fail() {
            RuntimeException thrown = failure;
            if (thrown != null) {
                throw thrown;
            }
        }

        @Override
        public void deleteMessages(Object memoryId) {
            kept = List.of();
        }
    }

    /** Blocks until it is let go. */
    private static final class HeldStore extends ListStore {
        private final CountDownLatch held = new CountDownLatch(1);
        private final List<Thread> callers = new CopyOnWriteArrayList<>();

        @Override
        public List<ChatMessage> getMessages(Object memoryId) {
            callers.add(Thread.currentThread());
            try {
                if (!held.await(1, TimeUnit.MINUTES)) {
                    throw new IllegalStateException("never let go");
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return super.getMessages(memoryId);
        }
    }

    /** Can only be asked asynchronously. */
    private static final class ReactiveStore implements ChatMemoryStore {
        private final ListStore lists = new ListStore();

        @Override
        public List<ChatMessage> getMessages(Object memoryId) {
            throw new UnsupportedOperationException("use getMessagesAsync");
        }

        @Override
        public void updateMessages(Object memoryId, List<ChatMessage> messages) {
            throw new UnsupportedOperationException("use updateMessagesAsync");
        }

        @Override
        public void deleteMessages(Object memoryId) {
            throw new UnsupportedOperationException("use deleteMessagesAsync");
        }

        @Override
        public CompletableFuture<List<ChatMessage>> getMessagesAsync(Object memoryId) {
            return CompletableFuture.supplyAsync(() -> lists.getMessages(memoryId));
        }

        @Override
        public CompletableFuture<Void> updateMessagesAsync(Object memoryId, List<ChatMessage> messages) {
            return CompletableFuture.runAsync(() -> lists.updateMessages(memoryId, messages));
        }

        @Override
        public CompletableFuture<Void> deleteMessagesAsync(Object memoryId) {
            return CompletableFuture.runAsync(() -> lists.deleteMessages(memoryId));
        }
    }
}
