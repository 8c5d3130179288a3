package io.github.sessioncompression.conformance;

import io.github.sessioncompression.conformance.RequestMessage.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * Promises of a {@link ChatMemory} of Spring AI about chats that outgrow it, one test each.
 *
 * <pre>{@code
 * class MyMemoryTest extends SpringAiMemoryContract {
 *     protected ChatMemory create(MemorySize size) {
 *         return MessageWindowChatMemory.builder().maxMessages(size.messages()).build();
 *     }
 * }
 * }</pre>
 *
 * <p>Chats are played through {@code MessageChatMemoryAdvisor}, as inside the tool loop: it reads the memory and adds the new message before each
 * call of the model, the answer after it, and the system prompt belongs to the request. A failure shows the shortest chat that breaks the
 * promise. A promise that a memory does not make is overridden, with what it does instead. Compression has to be done when a call returns: in
 * the caller's thread.
 */
public abstract class SpringAiMemoryContract extends MemoryContract {
    private static final String ID = "chat";

    /** Creates an empty memory; called several times in a test. */
    protected abstract ChatMemory create(MemorySize size);

    /**
     * Creates a memory over a repository, if the memory can have one. A new memory continues with what the repository has.
     *
     * @return null by default: the promises about stores are skipped
     */
    protected @Nullable ChatMemory createOver(MemorySize size, ChatMemoryRepository repository) {
        return null;
    }

    /**
     * Creates a memory that has a model summarise, if it can.
     *
     * @return null by default: the promises about summarisers are skipped
     */
    protected @Nullable ChatMemory createWith(MemorySize size, ChatModel summariser) {
        return null;
    }

    @Override
    final DrivenChat chat(int number) {
        return new SpringAiChat(create(size()), ID);
    }

    @Override
    final DrivenChat chat(int number, Supplier<String> summary) {
        ChatModel model = new ChatModel() {
            @Override
            public ChatResponse call(Prompt prompt) {
                return new ChatResponse(List.of(new Generation(new AssistantMessage(summary.get()))));
            }
        };
        return new SpringAiChat(given(createWith(size(), model), "a summariser"), ID);
    }

    @Override
    final List<Script.Moment> brokenTurns() {
        return promises()
                .moments(List.of("QQA", "QCQA")); // A call whose tool threw looks like one whose result is added next.
    }

    private ChatMemory over(ChatMemoryRepository repository) {
        return given(createOver(size(), repository), "a repository");
    }

    private ChatMemory played(String pattern, int messages) {
        ChatMemory memory = create(size());
        Script.add(new SpringAiChat(memory, ID), pattern, messages);
        return memory;
    }

    private static List<RequestMessage> read(ChatMemory memory) {
        return SpringAiMessages.toRequest(memory.get(ID));
    }

    /** After a turn whose tool threw, all calls have results once the next turn has its answer: Spring AI itself adds none then. */
    @Test
    protected void leavesNoCallOpenAfterFailedTool() {
        promises().noOpenCallBehindFailure();
    }

    /** Each request begins with the request's own system prompt and has no other: the memory adds none. */
    @Test
    protected void keepsSystemPromptFirst() {
        promises().keepsSystemPrompt();
    }

    /** A system message that was added to the memory is its first one, or is not returned; a newer one takes its place. */
    @Test
    protected void keepsAddedSystemMessageFirst() {
        ChatMemory memory = create(size());
        memory.add(ID, new SystemMessage(Sample.SYSTEM));
        Script.add(new SpringAiChat(memory, ID), "QA", 2);
        String changed = Sample.SYSTEM + " Answer in French.";
        memory.add(ID, new SystemMessage(changed));
        List<RequestMessage> now = read(memory);

        for (int i = 0; i < now.size(); i++) {
            boolean newest = i == 0 && now.get(0).text().equals(changed);
            if (now.get(i).role() == Role.SYSTEM && !newest) {
                throw new AssertionError("after system, user, assistant, new system, message " + i
                        + " is a system message\n  returned: " + RequestMessage.line(now));
            }
        }
    }

    /** A change of the list that {@code get} returns, if it can be changed, does not change the memory. */
    @Test
    protected void returnsListOfItsCaller() {
        ChatMemory memory = played("QA", 2);
        List<RequestMessage> before = read(memory);

        try {
            memory.get(ID).clear();
        } catch (UnsupportedOperationException e) {
            // Such a list protects the memory as well.
        }

        Promises.assertSame("after the list that was returned was cleared", before, read(memory));
    }

    /** A cleared chat is empty, may be cleared again and used again. */
    @Test
    protected void clears() {
        ChatMemory memory = create(size());
        List<RequestMessage> old = Script.add(new SpringAiChat(memory, ID), "QA", size().messages() * 2);
        memory.clear(ID);
        memory.clear(ID);
        Promises.assertSame("after clear()", List.of(), read(memory));

        UserMessage question = new UserMessage(Sample.question(500));
        memory.add(ID, question);
        List<RequestMessage> now = read(memory);

        Promises.assertHas("after clear() and a question,", now, SpringAiMessages.toRequest(List.of(question)));
        if (old.stream()
                .anyMatch(message -> now.stream().anyMatch(shown -> shown.text().contains(message.text())))) {
            throw new AssertionError("after clear() old messages are back: " + RequestMessage.line(now));
        }
    }

    /** {@code clear} and its own messages added again, as one list, change nothing. */
    @Test
    protected void takesItsMessagesAgain() {
        ChatMemory memory = played("QCA", size().messages() * 3);
        List<RequestMessage> before = read(memory);
        List<Message> messages = List.copyOf(memory.get(ID));

        memory.clear(ID);
        memory.add(ID, messages);

        Promises.assertSame("after clear() and all messages added again", before, read(memory));
    }

    /** A chat with another id has nothing of this one. */
    @Test
    protected void keepsIdsApart() {
        ChatMemory memory = played("QA", size().messages() * 2);
        List<RequestMessage> before = read(memory);

        Promises.assertSame("the other chat", List.of(), SpringAiMessages.toRequest(memory.get("other")));
        memory.add("other", new UserMessage(Sample.question(500)));
        memory.clear("other");
        Promises.assertSame("after another chat was cleared", before, read(memory));
    }

    /** Eight threads that add turns to one chat lose and double no message; tried with {@value Threads#ROUNDS} memories. */
    @Test
    protected void losesNoMessageOfEightThreads() {
        Threads.addTurns(round -> new SpringAiChat(create(Threads.ROOM), ID));
    }

    /** A new memory over the repository of an old one returns what the old one returned. */
    @Test
    protected void continuesAfterRestart() {
        ChatMemoryRepository repository = new SwitchedChatMemoryRepository();
        ChatMemory before = over(repository);
        Script.add(new SpringAiChat(before, ID), "QCA", size().messages() * 3);

        Promises.assertSame("after a restart", read(before), read(over(repository)));
    }

    /** A repository that fails for a while costs nothing that was stored before. */
    @Test
    protected void losesNothingWhenStoreFails() {
        SwitchedChatMemoryRepository repository = new SwitchedChatMemoryRepository();
        ChatMemory memory = over(repository);
        List<RequestMessage> stored = Script.add(new SpringAiChat(memory, ID), "QA", 4);
        repository.fail(true);
        StoreFailure.allow(() -> memory.add(ID, new UserMessage(Sample.question(500))));
        StoreFailure.allow(() -> memory.get(ID));
        repository.fail(false);

        Promises.assertHas("after the repository failed,", read(memory), stored);
        List<Message> turn = List.of(new UserMessage(Sample.question(501)), new AssistantMessage(Sample.answer(501)));
        turn.forEach(message -> memory.add(ID, message));
        List<RequestMessage> wanted = new ArrayList<>(stored);
        wanted.addAll(SpringAiMessages.toRequest(turn));
        Promises.assertHas("after the repository failed and a restart,", read(over(repository)), wanted);
    }
}
