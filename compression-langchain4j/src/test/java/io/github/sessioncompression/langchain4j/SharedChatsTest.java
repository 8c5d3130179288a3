package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

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
        ChatModel model = new FakeChatModel(request -> FakeChatModel.answer("Well.", null));
        return AiServices.builder(type)
                .chatModel(memories.guard(model))
                .chatMemoryProvider(memories)
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
                .contains("Conversation user-42", "alternates", "service + \":\" + user")
                .doesNotContain("Secret", "You are");
    }

    @Test
    void servicesWithIdsOfTheirOwnAreSilent() {
        Support support = service(Support.class);
        Therapist therapist = service(Therapist.class);
        for (int turn = 0; turn < 4; turn++) {
            support.chat("support:user-42", "Question " + turn);
            therapist.chat("therapist:user-42", "Secret " + turn);
        }
        assertThat(warnings.lines()).isEmpty();
        assertThat(memories.get("support:user-42").messages().toString()).doesNotContain("Secret");
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
