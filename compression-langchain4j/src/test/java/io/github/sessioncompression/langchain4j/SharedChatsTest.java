package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** AI services that share a provider and a memory id. */
class SharedChatsTest {
    private static final ToolExecutionRequest CALL = ToolExecutionRequest.builder()
            .id("call-1")
            .name("ask")
            .arguments("{\"question\": \"Which beds are free?\"}")
            .build();

    private final CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
            .policy(CompressionPolicy.forWindow(128_000))
            .build();
    private final Warnings warnings = new Warnings();

    interface Support {
        @SystemMessage("You are the support desk.")
        String chat(@MemoryId Object user, @UserMessage String question);
    }

    interface Therapist {
        @SystemMessage("You are the therapist.")
        String chat(@MemoryId Object user, @UserMessage String question);
    }

    interface Plain {
        String chat(@MemoryId Object user, @UserMessage String question);
    }

    /** A service as a tool of another. */
    public static final class Delegate {
        private final Plain gardener;

        Delegate(Plain gardener) {
            this.gardener = gardener;
        }

        /** Asks the other service about the same user. */
        @Tool("asks the gardener")
        public String ask(@ToolMemoryId Object user, String question) {
            return gardener.chat(user, question);
        }
    }

    @AfterEach
    void close() {
        warnings.close();
        memories.close();
    }

    private <T> T service(Class<T> type) {
        return service(type, memories);
    }

    private <T> T service(Class<T> type, CompressingChatMemoryProvider provider) {
        ChatModel model = new FakeChatModel(request -> FakeChatModel.answer("Well.", null));
        return AiServices.builder(type)
                .chatModel(memories.guard(model))
                .chatMemoryProvider(provider)
                .build();
    }

    @Test
    void warnsOnceOfAlternatingSystemPrompts() {
        Support support = service(Support.class);
        Therapist therapist = service(Therapist.class);
        for (int turn = 0; turn < 4; turn++) {
            support.chat("user-42", "Question " + turn);
            therapist.chat("user-42", "Secret " + turn);
        }
        assertThat(warnings.lines())
                .singleElement()
                .asString()
                .contains("Conversation user-42", "alternates", "forService(name)")
                .doesNotContain("Secret", "You are");
    }

    @Test
    void servicesWithProvidersOfTheirOwnShareNothing() {
        CompressingChatMemoryProvider supported = memories.forService("support");
        Support support = service(Support.class, supported);
        Therapist therapist = service(Therapist.class, memories.forService("therapist"));
        for (int turn = 0; turn < 4; turn++) {
            support.chat(42, "Question " + turn);
            therapist.chat(42, "Secret " + turn);
        }
        assertThat(warnings.lines()).isEmpty();
        assertThat(supported.get(42).messages().toString())
                .contains("Question 3")
                .doesNotContain("Secret");
        assertThat(supported.get(42).id()).isEqualTo(42);
        assertThat(supported.conversation(42).id()).isEqualTo("support:@java.lang.Integer:42");
        assertThat(memories.conversation(42).transcript()).isEmpty();
    }

    @Test
    void serviceProviderKeepsToItsStoreIds() {
        CountingStore store = new CountingStore();
        try (CompressingChatMemoryProvider stored = CompressingChatMemoryProvider.builder()
                .policy(CompressionPolicy.forWindow(128_000))
                .chatMemoryStore(store)
                .build()) {
            CompressingChatMemoryProvider support = stored.forService("support");
            support.get("user-42").add(Chats.question(1));
            support.close();
            stored.get("user-42").add(Chats.question(2));

            assertThat(store.kept("support:user-42")).containsExactly(Chats.question(1));
            assertThat(store.kept("user-42")).containsExactly(Chats.question(2));
        }
    }

    @Test
    void refusesInvalidServiceName() {
        for (String name : List.of("", " ", "a:b", "@a", "x".repeat(101))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> memories.forService(name))
                    .withMessageContaining("1 to 100 letters");
        }
    }

    @Test
    void warnsOfServiceCalledAsToolOfAnother() {
        ChatModel calling = new FakeChatModel(request -> {
            boolean isAnswered = request.messages().stream().anyMatch(ToolExecutionResultMessage.class::isInstance);
            return isAnswered
                    ? FakeChatModel.answer("Bed 7.", null)
                    : ChatResponse.builder().aiMessage(AiMessage.from(CALL)).build();
        });
        Plain planner = AiServices.builder(Plain.class)
                .chatModel(memories.guard(calling))
                .chatMemoryProvider(memories)
                .tools(new Delegate(service(Plain.class)))
                .build();
        planner.chat("user-42", "Plan the beds.");
        assertThat(warnings.lines())
                .singleElement()
                .asString()
                .contains("while a tool was running")
                .doesNotContain("beds");
    }

    @Test
    void promptChangingEachTurnIsSilent() {
        CompressingChatMemory one = memories.get("user-42");
        CompressingChatMemory other = memories.get("user-42");
        for (int turn = 0; turn < 6; turn++) {
            say(turn % 2 == 0 ? one : other, "Today is day " + turn + ".", turn);
        }
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void newVersionOfAPromptWithOneRollbackIsSilent() {
        CompressingChatMemory old = memories.get("user-42");
        CompressingChatMemory newer = memories.get("user-42");
        for (int turn = 0; turn < 4; turn++) {
            say(old, "Version 1.", turn);
        }
        for (int turn = 4; turn < 8; turn++) {
            say(newer, "Version 2.", turn);
        }
        say(old, "Version 1.", 8);
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void promptSwitchedByOneServiceIsSilent() {
        CompressingChatMemory memory = memories.get("user-42");
        for (int turn = 0; turn < 8; turn++) {
            say(memory, turn % 2 == 0 ? "It is day." : "It is night.", turn);
        }
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void turnFailedAmidItsToolsIsSilent() {
        CompressingChatMemory before = memories.get("user-42");
        before.add(Chats.question(0));
        before.add(Chats.calls("call-1", "call-2"));
        CompressingChatMemory after = memories.get("user-42");
        after.add(Chats.question(1));
        after.add(Chats.calls("call-3"));
        after.add(Chats.result("call-3", "3"));
        after.add(Chats.answer(1));
        before.add(List.of(Chats.question(2), Chats.calls("call-4"), Chats.result("call-4", "4"), Chats.answer(2)));
        assertThat(warnings.lines()).isEmpty();
    }

    private static void say(CompressingChatMemory memory, String prompt, int turn) {
        memory.add(dev.langchain4j.data.message.SystemMessage.from(prompt));
        memory.add(Chats.question(turn));
        memory.add(Chats.answer(turn));
    }
}
