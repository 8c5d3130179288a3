package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** A chat in which nothing was said, as applications find and fill it. */
class EmptyChatTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(16_000);
    private static final String BLOCK = StateOptions.defaults().appendAwareness("");

    private final List<ChatRequest> sent = new ArrayList<>();
    private final ChatModel model = new FakeChatModel(request -> {
        sent.add(request);
        return FakeChatModel.answer("Ahoy.", null);
    });
    private final CompressingChatMemoryProvider memories =
            CompressingChatMemoryProvider.builder().policy(POLICY).build();

    interface Assistant {
        String chat(String question);
    }

    @AfterEach
    void close() {
        memories.close();
    }

    @Test
    void newMemoryIsEmpty() {
        assertThat(CompressingChatMemory.builder().policy(POLICY).build().messages())
                .isEmpty();
        assertThat(memories.get("new").messages()).isEmpty();
        assertThat(memories.get("new").messagesAsync().join()).isEmpty();
        assertThat(CompressingChatMemory.builder()
                        .policy(POLICY)
                        .windowWhenOff(ChatWindow.messages(5))
                        .build()
                        .messages())
                .isEmpty();
    }

    @Test
    void takesSeedsWhereItsMessagesAreEmpty() {
        ChatMemory memory = memories.get("ann");
        for (int start = 0; start < 2; start++) {
            if (memory.messages().isEmpty()) {
                memory.add(SystemMessage.from("You are a pirate."));
                memory.add(UserMessage.from("My name is Ann."), AiMessage.from("Ahoy, Ann."));
            }
        }
        assertThat(memory.messages()).hasSize(3);
        assertThat(((SystemMessage) memory.messages().get(0)).text()).isEqualTo("You are a pirate.\n\n" + BLOCK);
    }

    @Test
    void blockIsThereWithTheFirstMessageAndGoneWithTheLast() {
        ChatMemory memory = memories.get("ann");
        memory.add(UserMessage.from("Hello."));
        assertThat(memory.messages()).containsExactly(SystemMessage.from(BLOCK), UserMessage.from("Hello."));
        memory.clear();
        assertThat(memory.messages()).isEmpty();
    }

    @Test
    void guardSendsTheBlockWithTheFirstQuestion() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(memories.guard(model))
                .chatMemoryProvider(memories)
                .build();
        assistant.chat("Hello.");
        assistant.chat("And now?");
        List<ChatMessage> first = sent.get(0).messages();
        assertThat(first).containsExactly(SystemMessage.from(BLOCK), UserMessage.from("Hello."));
        assertThat(sent.get(1).messages().subList(0, first.size())).isEqualTo(first);
    }

    /** Asks for a look twice before it answers. */
    public static final class Looks {
        /** Some text. */
        @Tool("looks")
        public String look() {
            return "Nothing.";
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void requestsOfFirstTurnExtendEachOther(boolean guarded) {
        ChatModel looking = new FakeChatModel(request -> {
            sent.add(request);
            return sent.size() % 3 == 0
                    ? FakeChatModel.answer("Ahoy.", null)
                    : ChatResponse.builder()
                            .aiMessage(AiMessage.from(ToolExecutionRequest.builder()
                                    .id("call-" + sent.size())
                                    .name("look")
                                    .arguments("{}")
                                    .build()))
                            .build();
        });
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(guarded ? memories.guard(looking) : looking)
                .chatMemoryProvider(memories)
                .tools(new Looks())
                .build();

        assistant.chat("Hello.");
        assistant.chat("And now?");

        assertThat(sent).hasSize(6);
        assertThat(sent.get(3).messages().get(0)).isEqualTo(SystemMessage.from(BLOCK));
        for (int request : List.of(1, 2, 4, 5)) {
            List<ChatMessage> before = sent.get(request - 1).messages();
            assertThat(sent.get(request).messages().subList(0, before.size())).isEqualTo(before);
        }
    }

    @Test
    void listsOfFirstTurnExtendEachOtherAfterLookAtEmptyOne() {
        ChatMemory memory = memories.get("ann");
        assertThat(memory.messages()).isEmpty();
        memory.add(UserMessage.from("Hello."));
        List<ChatMessage> first = memory.messages();
        ToolExecutionRequest call = ToolExecutionRequest.builder()
                .id("call-1")
                .name("look")
                .arguments("{}")
                .build();
        memory.add(AiMessage.from(call));
        memory.add(ToolExecutionResultMessage.from(call, "Nothing."));

        assertThat(first).containsExactly(SystemMessage.from(BLOCK), UserMessage.from("Hello."));
        assertThat(memory.messages()).startsWith(first.toArray(ChatMessage[]::new));
    }

    @Test
    void tellsOnceOfFirstRequestWithoutBlock() {
        Logger log = (Logger) LoggerFactory.getLogger(MemoryTurns.class);
        Level before = log.getLevel();
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.setLevel(Level.INFO);
        log.addAppender(lines);
        try {
            for (int chat = 0; chat < 2; chat++) {
                CompressingChatMemory memory = memories.get("chat-" + chat);
                AiServices.builder(Assistant.class)
                        .chatModel(model)
                        .chatMemory(memory)
                        .build()
                        .chat("Hello.");
            }
            assertThat(lines.list)
                    .singleElement()
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .asString()
                    .contains("chat-0", "guard(model)", "system message");
        } finally {
            log.detachAppender(lines);
            log.setLevel(before);
        }
    }

    @Test
    void guardAddsNothingWhileTheChatIsOff() {
        CompressingChatMemory memory = memories.get("off");
        memory.conversation().enabled(false);
        List<ChatMessage> request = memory.messages();
        request.add(UserMessage.from("Hello."));
        memory.add(request);
        memory.guard(model).chat(request);
        assertThat(sent.get(0).messages()).containsExactly(UserMessage.from("Hello."));
    }

    @Test
    void guardLeavesCallsOfNoChatAloneBetweenLookAndQuestion() {
        CompressingChatMemory memory = memories.get("ann");
        ChatModel guarded = memory.guard(model);
        assertThat(memory.messages()).isEmpty();
        UserMessage question = UserMessage.from("Who am I?");
        memory.add(question);
        guarded.chat(UserMessage.from("Translate: Ahoy."));
        guarded.chat(question);
        assertThat(sent.get(0).messages()).containsExactly(UserMessage.from("Translate: Ahoy."));
        assertThat(sent.get(1).messages()).containsExactly(SystemMessage.from(BLOCK), question);
    }
}
