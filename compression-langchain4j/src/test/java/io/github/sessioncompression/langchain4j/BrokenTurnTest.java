package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.calls;
import static io.github.sessioncompression.langchain4j.Chats.question;
import static io.github.sessioncompression.langchain4j.Chats.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.service.AiServices;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests of AI services without a guard behind a turn that broke off: LangChain4j reads the memory before it adds the question. */
@Tag("once")
class BrokenTurnTest {
    private final SessionStore store = SessionStore.inMemory();
    private final List<List<Message>> requests = new ArrayList<>();
    private final Deque<Character> script = new ArrayDeque<>();
    private CompressingChatMemory memory = started();
    private int calls;

    /** The services that ask. */
    enum Setting {
        PLAIN,
        PROMPTED,
        RESTARTED,
        WRAPPED,
        EDITING,
        RETRIEVING
    }

    interface Desk {
        String chat(String question);
    }

    /** A memory of the application's around another. */
    private record Wrapped(CompressingChatMemory memory, Setting setting) implements ChatMemory {
        @Override
        public Object id() {
            return memory.id();
        }

        @Override
        public void add(ChatMessage message) {
            memory.add(message);
        }

        @Override
        public List<ChatMessage> messages() {
            List<ChatMessage> read = memory.messages();
            if (setting == Setting.EDITING) {
                memory.set(read);
            }
            return read;
        }

        @Override
        public void clear() {
            memory.clear();
        }
    }

    /** A tool. */
    public static final class Shelf {
        /** Its result. */
        @Tool("looks something up")
        public String lookup() {
            return "It is there.";
        }
    }

    private CompressingChatMemory started() {
        return Chats.memory(Chats.immediate(CompressionPolicy.forWindow(100_000), store));
    }

    private Desk service(Setting setting) {
        AiServices<Desk> builder = AiServices.builder(Desk.class)
                .systemMessageProvider(id -> setting == Setting.PROMPTED ? "You look things up." : null)
                .chatModel(new FakeChatModel(this::answer))
                .chatMemory(setting == Setting.PLAIN ? memory : new Wrapped(memory, setting))
                .tools(new Shelf());
        if (setting == Setting.RETRIEVING) {
            builder.contentRetriever(query -> List.of(Content.from("A document.")))
                    .storeRetrievedContentInChatMemory(false);
        }
        return builder.build();
    }

    private ChatResponse answer(ChatRequest request) {
        requests.add(core(request.messages()));
        if (script.isEmpty()) {
            throw new IllegalStateException("The provider is down.");
        }
        return switch (script.poll()) {
            case 'A' -> FakeChatModel.answer("Answer " + requests.size(), null);
            case 'C' -> calling("lookup");
            case 'P' -> calling("lookup", "lookup");
            case 'X' -> calling("missing");
            default -> calling("lookup", "missing");
        };
    }

    private ChatResponse calling(String... names) {
        List<ToolExecutionRequest> asked = Stream.of(names)
                .map(name -> ToolExecutionRequest.builder()
                        .id("call-" + ++calls)
                        .name(name)
                        .arguments("{}")
                        .build())
                .toList();
        return ChatResponse.builder().aiMessage(AiMessage.from(asked)).build();
    }

    private static List<Message> core(List<ChatMessage> messages) {
        return messages.stream().map(MessageMapper::content).toList();
    }

    /** Q: question, C: call and result, P: two of them, X: call of a tool that is missing, Y: one that is beside one that is not, A: answer. */
    private void chat(String steps, Setting setting) {
        Desk service = service(setting);
        for (String turn : steps.split("(?=Q)", -1)) {
            turn.substring(1).chars().forEach(step -> script.add((char) step));
            if (turn.endsWith("A")) {
                assertThat(service.chat("Question " + requests.size())).startsWith("Answer");
            } else {
                Desk failing = service;
                assertThatThrownBy(() -> failing.chat("Question " + requests.size()))
                        .isInstanceOf(RuntimeException.class);
            }
            if (setting == Setting.RESTARTED) {
                memory = started();
                service = service(setting);
            }
        }
    }

    static Stream<Arguments> broken() {
        return Stream.of("QCQCA", "QXQA", "QYQA", "QPQPA", "QQA", "QQCQ", "QAQCCQPQXQQA")
                .flatMap(steps -> Stream.of(Setting.values()).map(setting -> Arguments.of(steps, setting)));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void keepsEachRequestValid(String steps, Setting setting) {
        memory.add(SystemMessage.from("You look things up."));
        chat(steps + "QCCAQA", setting);
        for (int i = 0; i < requests.size(); i++) {
            List<Message> request = requests.get(i);
            assertThat(ValidSequence.problems(request)).isEmpty();
            assertThat(request.get(request.size() - 1).role()).isIn(Set.of(Role.USER, Role.TOOL));
            if (i > 0 && setting != Setting.RETRIEVING) {
                List<Message> before = requests.get(i - 1);
                assertThat(request.subList(0, before.size())).isEqualTo(before);
            }
        }
        assertThat(memory.conversation().transcript()).noneMatch(Repair::isFiller);
    }

    @Test
    void keepsEndOfListThatApplicationReads() {
        chat("QC", Setting.PROMPTED);
        assertThat(memory.messages()).last().isInstanceOf(ToolExecutionResultMessage.class);
        memory = started();
        assertThat(memory.messages()).last().isInstanceOf(ToolExecutionResultMessage.class);
        memory.set(memory.messages());
        assertThat(memory.messages()).last().isInstanceOf(ToolExecutionResultMessage.class);
        memory.add(calls("1", "2"));
        memory.add(result("1", "one"));
        assertThat(memory.messages()).last().isInstanceOf(ToolExecutionResultMessage.class);
        memory.add(question(9));
        assertThat(memory.messages()).last().isEqualTo(question(9));
    }
}
