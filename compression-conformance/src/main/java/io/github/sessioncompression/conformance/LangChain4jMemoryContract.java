package io.github.sessioncompression.conformance;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Promises of a {@link ChatMemory} of LangChain4j about chats that outgrow it, one test each.
 *
 * <pre>{@code
 * class MyMemoryTest extends LangChain4jMemoryContract {
 *     protected ChatMemory create(Object id, MemorySize size) {
 *         return MessageWindowChatMemory.builder().id(id).maxMessages(size.messages()).build();
 *     }
 * }
 * }</pre>
 *
 * <p>The memory is called as {@code AiServices} calls it: the system message and {@code messages()} before the question is added, then calls and
 * results one by one; turns that end without an answer, and answers that a guardrail removes, are played by the framework itself. A failure shows the shortest chat that breaks the promise. A promise that a memory does not make is overridden, with what
 * it does instead. Compression has to be done when a call returns: in the caller's thread.
 */
public abstract class LangChain4jMemoryContract extends MemoryContract {
    /** Creates an empty memory of one chat; called several times in a test, with equal ids only for one chat. */
    protected abstract ChatMemory create(Object id, MemorySize size);

    /**
     * Creates a memory over a store, if the memory can have one. A memory that is created for an id again continues with what the store has.
     *
     * @return null by default: the promises about stores are skipped
     */
    protected @Nullable ChatMemory createOver(Object id, MemorySize size, ChatMemoryStore store) {
        return null;
    }

    /**
     * Creates a memory that has a model summarise, if it can.
     *
     * @return null by default: the promises about summarisers are skipped
     */
    protected @Nullable ChatMemory createWith(Object id, MemorySize size, ChatModel summariser) {
        return null;
    }

    @Override
    final DrivenChat chat(int number) {
        return new LangChain4jChat(create("chat-" + number, size()));
    }

    @Override
    final DrivenChat chat(int number, Supplier<String> summary) {
        ChatModel model = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from(summary.get()))
                        .build();
            }
        };
        return new LangChain4jChat(given(createWith("chat-" + number, size(), model), "a summariser"));
    }

    @Override
    final List<Script.Moment> brokenTurns() {
        List<Script.Moment> requests = new ArrayList<>();
        for (String pattern : List.of("QQA", "QCQA", "QXQA")) {
            requests.addAll(BrokenService.play(create("broken-" + pattern, size()), pattern, size().messages()));
        }
        return requests;
    }

    private ChatMemory over(ChatMemoryStore store) {
        return given(createOver("chat", size(), store), "a store");
    }

    private static List<RequestMessage> read(ChatMemory memory) {
        return LangChain4jMessages.toRequest(memory.messages());
    }

    /** In each request after a turn whose tool threw, all calls have results: LangChain4j itself adds none then. */
    @Test
    protected void leavesNoCallOpenAfterFailedTool() {
        promises().noOpenCallAfterFailure();
    }

    /** Each request begins with the system message and has no other one. */
    @Test
    protected void keepsSystemPromptFirst() {
        promises().keepsSystemPrompt();
    }

    /** Each request begins with the newest system message after it was replaced. */
    @Test
    protected void putsNewSystemPromptFirst() {
        promises().keepsNewSystemPrompt();
    }

    /** The list of {@code messages()} may be changed by its caller, without a change of the memory: output guardrails do. */
    @Test
    protected void returnsListOfItsCaller() {
        ChatMemory memory = create("chat", size());
        Script.add(new LangChain4jChat(memory), "QA", 2);
        List<RequestMessage> before = read(memory);

        memory.messages().add(UserMessage.from("Once more, please."));

        Promises.assertSame("after a message was added to the list that was returned", before, read(memory));
    }

    /** A cleared memory is empty, may be cleared again and used again. */
    @Test
    protected void clears() {
        ChatMemory memory = create("chat", size());
        List<RequestMessage> old = Script.add(new LangChain4jChat(memory), "QA", size().messages() * 2);
        memory.clear();
        memory.clear();
        Promises.assertSame("after clear()", List.of(), read(memory));

        UserMessage question = UserMessage.from(Sample.question(500));
        memory.add(question);
        List<RequestMessage> now = read(memory);

        Promises.assertHas("after clear() and a question,", now, LangChain4jMessages.toRequest(List.of(question)));
        if (old.stream()
                .anyMatch(message -> now.stream().anyMatch(shown -> shown.text().contains(message.text())))) {
            throw new AssertionError("after clear() old messages are back: " + RequestMessage.line(now));
        }
    }

    /** {@code set(messages())} changes nothing. */
    @Test
    protected void setToItsOwnMessagesChangesNothing() {
        ChatMemory memory = create("chat", size());
        Script.add(new LangChain4jChat(memory), "QCA", size().messages() * 3);
        List<RequestMessage> before = read(memory);

        memory.set(memory.messages());

        Promises.assertSame("after set(messages())", before, read(memory));
    }

    /** After {@code set(list)} the memory has the messages of the list. */
    @Test
    protected void setsMessages() {
        ChatMemory memory = create("chat", size());
        Script.add(new LangChain4jChat(memory), "QA", size().messages() * 2);
        List<ChatMessage> wanted = List.of(
                SystemMessage.from(Sample.SYSTEM),
                UserMessage.from(Sample.question(500)),
                AiMessage.from(Sample.answer(500)));

        memory.set(wanted);

        List<RequestMessage> now = read(memory);
        Promises.assertSame(
                "after set(system, question, answer)",
                LangChain4jMessages.toRequest(wanted).subList(1, 3),
                now.subList(Math.max(0, now.size() - 2), now.size()));
    }

    /** An output guardrail of LangChain4j that removes the answer it refuses leaves all other messages; since LangChain4j 1.19. */
    @Test
    protected void keepsAllButRefusedAnswer() {
        ChatMemory memory = create("chat", size());
        Script.add(new LangChain4jChat(memory), "QCA", size().messages() * 3);
        List<RequestMessage> before = read(memory);

        RefusedAnswer.removeFrom(memory);

        Promises.assertSame(
                "after a guardrail removed the last answer", before.subList(0, before.size() - 1), read(memory));
    }

    /** Memories of two ids have nothing in common. */
    @Test
    protected void keepsIdsApart() {
        ChatMemory one = create("one", size());
        ChatMemory other = create("other", size());
        Script.add(new LangChain4jChat(one), "QA", size().messages() * 2);

        Promises.assertSame("the other memory", List.of(), read(other));
        List<RequestMessage> before = read(one);
        other.add(UserMessage.from(Sample.question(500)));
        other.clear();
        Promises.assertSame("after another memory was cleared", before, read(one));
    }

    /** Eight threads that add to one memory lose and double no message; tried with {@value Threads#ROUNDS} memories. */
    @Test
    protected void losesNoMessageOfEightThreads() {
        Threads.addTurns(round -> {
            ChatMemory memory = create("chat-of-threads-" + round, Threads.ROOM);
            return new LangChain4jChat(memory);
        });
    }

    /** A new memory over the store of an old one returns what the old one returned. */
    @Test
    protected void continuesAfterRestart() {
        ChatMemoryStore store = new SwitchedChatMemoryStore();
        ChatMemory before = over(store);
        Script.add(new LangChain4jChat(before), "QCA", size().messages() * 3);

        Promises.assertSame("after a restart", read(before), read(over(store)));
    }

    /** A store that fails for a while costs nothing that was stored before. */
    @Test
    protected void losesNothingWhenStoreFails() {
        SwitchedChatMemoryStore store = new SwitchedChatMemoryStore();
        ChatMemory memory = over(store);
        List<RequestMessage> stored = Script.add(new LangChain4jChat(memory), "QA", 4);
        store.fail(true);
        StoreFailure.allow(() -> memory.add(UserMessage.from(Sample.question(500))));
        StoreFailure.allow(memory::messages);
        store.fail(false);

        Promises.assertHas("after the store failed,", read(memory), stored);
        List<ChatMessage> turn = List.of(UserMessage.from(Sample.question(501)), AiMessage.from(Sample.answer(501)));
        turn.forEach(memory::add);
        List<RequestMessage> wanted = new ArrayList<>(stored);
        wanted.addAll(LangChain4jMessages.toRequest(turn));
        Promises.assertHas("after the store failed and a restart,", read(over(store)), wanted);
    }
}
