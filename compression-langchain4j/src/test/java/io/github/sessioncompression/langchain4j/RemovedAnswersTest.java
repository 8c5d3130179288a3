package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.SMALL;
import static io.github.sessioncompression.langchain4j.Chats.answer;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static io.github.sessioncompression.langchain4j.Chats.question;
import static io.github.sessioncompression.langchain4j.Chats.talk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that LangChain4j's output guardrails remove by clearing a memory and adding all other messages again. */
class RemovedAnswersTest {
    private static final SystemMessage SYSTEM = SystemMessage.from("You are a travel agent. Be brief.");

    private final CompressingChatMemory memory = Chats.memory(immediate(SMALL));

    private static void compressed(CompressingChatMemory memory) {
        memory.add(SYSTEM);
        talk(memory, 0, 30);
        memory.conversation().compress();
        assertThat(memory.conversation().status().state()).isPresent();
    }

    /** A memory that an application has wrapped, with frames of its own, to hide the system message. */
    private static ChatMemory wrapped(ChatMemory memory) {
        return (ChatMemory) Proxy.newProxyInstance(
                RemovedAnswersTest.class.getClassLoader(),
                new Class<?>[] {ChatMemory.class},
                (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(memory, arguments);
                        return result instanceof List<?> all
                                ? all.stream()
                                        .filter(message -> !(message instanceof SystemMessage))
                                        .toList()
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    static Stream<UnaryOperator<ChatMemory>> wrappers() {
        return Stream.of(UnaryOperator.identity(), RemovedAnswersTest::wrapped);
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void keepsStateAndAllOtherMessages(UnaryOperator<ChatMemory> wrapper) {
        compressed(memory);
        List<ChatMessage> view = memory.messages();
        List<Message> transcript = memory.conversation().transcript();
        long version = memory.conversation().record().orElseThrow().version();

        AnswerRemoval.from(wrapper.apply(memory));

        assertThat(memory.messages()).isEqualTo(view.subList(0, view.size() - 1));
        assertThat(memory.conversation().transcript()).isEqualTo(transcript.subList(0, 60));
        assertThat(memory.conversation().record().orElseThrow().version()).isEqualTo(version);
    }

    @Test
    void keepsStateOverListsOfFramework() {
        CompressingChatMemory listed = CompressingChatMemory.builder()
                .policy(SMALL)
                .chatMemoryStore(new InMemoryChatMemoryStore())
                .build();
        compressed(listed);
        List<ChatMessage> view = listed.messages();
        List<Message> transcript = listed.conversation().transcript();

        AnswerRemoval.from(listed);

        assertThat(listed.messages()).isEqualTo(view.subList(0, view.size() - 1));
        assertThat(listed.conversation().transcript()).hasSize(transcript.size() - 1);
    }

    @Test
    void keepsMessagesLeftOutByWindow() {
        CompressingChatMemory off = CompressingChatMemory.builder()
                .policy(SMALL.withEnabled(false))
                .windowWhenOff(ChatWindow.messages(5))
                .build();
        talk(off, 0, 10);

        AnswerRemoval.from(off);

        assertThat(off.conversation().transcript()).hasSize(19);
    }

    @Test
    void doublesNothingIfStateChangesAfterReading() {
        compressed(memory);
        List<Message> transcript = memory.conversation().transcript();

        AnswerRemoval.from(memory, () -> memory.conversation().compress());

        assertThat(memory.conversation().transcript()).isEqualTo(transcript.subList(0, 60));
        assertThat(memory.conversation().status().state()).isPresent();
    }

    @Test
    void keepsMessagesAddedAfterRemoval() {
        compressed(memory);

        AnswerRemoval.from(memory);
        memory.add(UserMessage.from("And the last train?"));
        memory.add(AiMessage.from("At 23:15."));

        List<Message> transcript = memory.conversation().transcript();
        assertThat(transcript).hasSize(62).last().extracting(Message::text).isEqualTo("At 23:15.");
    }

    @Test
    void repeatedQuestionIsAddedAfterRemoval() {
        compressed(memory);
        UserMessage asked = question(29);

        AnswerRemoval.from(memory);
        memory.add(asked);
        memory.add(answer(29));

        assertThat(memory.conversation().transcript())
                .filteredOn(message -> message.text().equals(asked.singleText()))
                .hasSize(2);
    }

    @Test
    void keepsEverythingIfStoreFails() {
        AtomicBoolean fails = new AtomicBoolean();
        SessionStore store = WatchedStore.of(SessionStore.inMemory(), call -> {
            if (fails.get()) {
                throw new IllegalStateException("connection reset");
            }
            return call.proceed();
        });
        CompressingChatMemory fragile = Chats.memory(immediate(SMALL, store));
        compressed(fragile);
        List<Message> transcript = fragile.conversation().transcript();

        assertThatIllegalStateException().isThrownBy(() -> AnswerRemoval.from(fragile, () -> fails.set(true)));

        fails.set(false);
        assertThat(fragile.conversation().transcript()).isEqualTo(transcript);
    }

    @Test
    void onlyAnswerOfChatIsRemoved() {
        memory.add(AiMessage.from("Welcome."));

        AnswerRemoval.from(memory);

        assertThat(memory.conversation().transcript()).isEmpty();
    }

    @Test
    void applicationsClearDeletesChat() {
        compressed(memory);
        List<ChatMessage> messages = new ArrayList<>(memory.messages());
        List<ChatMessage> own = messages.subList(3, messages.size());

        memory.clear();
        assertThat(memory.conversation().transcript()).isEmpty();
        own.forEach(memory::add);

        assertThat(memory.conversation().transcript()).hasSize(own.size());
        assertThat(memory.conversation().status().state()).isEmpty();
    }

    @Test
    void guardrailsOwnClearDeletesChat() {
        compressed(memory);

        AnswerRemoval.execute(() -> {
            memory.messages();
            memory.clear();
            memory.add(question(90));
        });

        assertThat(memory.conversation().transcript()).hasSize(1);
    }

    @Test
    void keepsChatIfAnswerIsInCopyAlone() {
        compressed(memory);
        List<ChatMessage> copy = new ArrayList<>(memory.messages());
        List<Message> transcript = memory.conversation().transcript();
        copy.addAll(List.of(question(40), answer(40)));

        AnswerRemoval.from(new ChatMemory() {
            @Override
            public Object id() {
                return memory.id();
            }

            @Override
            public void add(ChatMessage message) {
                copy.add(message);
            }

            @Override
            public List<ChatMessage> messages() {
                return List.copyOf(copy);
            }

            @Override
            public void clear() {
                copy.clear();
                memory.clear();
            }
        });

        assertThat(memory.conversation().transcript()).isEqualTo(transcript);
        memory.set(copy);
        assertThat(memory.conversation().transcript()).hasSize(transcript.size() + 1);
    }

    @Test
    void keepsMessagesOfOtherThreads() {
        compressed(memory);

        AnswerRemoval.from(memory, () -> CompletableFuture.runAsync(() -> memory.add(question(50)))
                .join());

        assertThat(memory.conversation().transcript())
                .anyMatch(message -> message.text().startsWith("Question 50:"))
                .anyMatch(message -> message.text().startsWith("Question 0:"));
    }
}
