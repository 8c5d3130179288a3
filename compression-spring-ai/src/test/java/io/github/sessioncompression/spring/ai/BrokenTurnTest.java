package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.client.advisor.api.BaseAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.UserMessage;

/** Requests behind a turn that broke off: Spring AI's memory advisor reads the memory before it adds the question. */
@Tag("once")
class BrokenTurnTest {
    private static final StrictOpenAiServer SERVER = StrictOpenAiServer.start();
    private static final String BREAKS = "Does it break?";

    private final Deque<Reply> script = new ArrayDeque<>();
    private InMemoryChatMemoryRepository stored = new InMemoryChatMemoryRepository();
    /** The repository as a process leaves it that ends in a tool. */
    private InMemoryChatMemoryRepository left = stored;

    /** The place where a turn breaks off. */
    enum Break {
        MODEL,
        MODEL_AFTER_TOOL,
        TOOL,
        PROCESS
    }

    @BeforeEach
    void answer() {
        SERVER.forget();
        SERVER.answers(request -> Objects.requireNonNullElse(script.poll(), Reply.text("All right.")));
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private CompressingChatMemory memory(int window) {
        return CompressingChatMemory.builder()
                .compressor(SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(window))
                        .store(ChatMemoryRepositories.asSessionStore(stored))
                        .executor(Runnable::run)
                        .build())
                .build();
    }

    private ChatClient client(CompressingChatMemory memory, boolean advised, boolean nested) {
        List<Advisor> advisors = new ArrayList<>();
        if (advised) {
            advisors.add(SessionStateAdvisor.builder(memory).build());
        }
        advisors.add(
                nested
                        ? SpringChat.nested(memory)
                        : MessageChatMemoryAdvisor.builder(memory)
                                .order(BaseAdvisor.HIGHEST_PRECEDENCE + 100)
                                .build());
        advisors.add(nested ? SpringChat.toolAdvisorWithoutHistory() : SpringChat.toolAdvisor());
        return SpringChat.client(SERVER, List.of(new Lookup(this::found)), advisors);
    }

    private String found(String topic) {
        if (topic.contains("fails")) {
            left = new InMemoryChatMemoryRepository();
            left.saveAll(SpringChat.ID, stored.findByConversationId(SpringChat.ID));
            throw new AssertionError("no catalogue");
        }
        return "found";
    }

    private void breakOff(ChatClient client, Break at) {
        if (at != Break.MODEL) {
            script.add(Reply.call(Lookup.NAME, Map.of("topic", at == Break.MODEL_AFTER_TOOL ? "roses" : "fails")));
        }
        if (at == Break.MODEL || at == Break.MODEL_AFTER_TOOL) {
            script.add(new Reply.Failure(400, "the model is unwell"));
        }
        assertThatThrownBy(() -> SpringChat.call(client, SpringChat.ID, BREAKS)).isNotNull();
    }

    /** All but an open call that a memory inside of the tool loop ends with: without the advisor its result may follow. */
    static Stream<Arguments> breaks() {
        return Stream.of(Break.values())
                .flatMap(at -> Stream.of("advised outside", "advised nested", "outside", "nested")
                        .filter(way -> !way.equals("nested") || at == Break.MODEL || at == Break.MODEL_AFTER_TOOL)
                        .map(way -> Arguments.of(at, way.startsWith("advised"), way.endsWith("nested"))));
    }

    @ParameterizedTest
    @MethodSource("breaks")
    void keepsEachRequestValid(Break at, boolean advised, boolean nested) {
        ChatClient client = client(memory(100_000), advised, nested);
        SpringChat.call(client, SpringChat.ID, "First?");
        for (int i = 0; i < 2; i++) {
            breakOff(client, at);
            if (at == Break.PROCESS) {
                stored = left;
                client = client(memory(100_000), advised, nested);
            }
            SpringChat.call(client, SpringChat.ID, "Then?");
        }
        SpringChat.call(client, SpringChat.ID, "Last?");
        assertThat(SERVER.refusals()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "true, true"})
    void showsQuestionOfBrokenTurnVerbatimAfterRestart(boolean advised, boolean nested) {
        SpringChat.addTurns(memory(2_000), 30);
        for (int turn = 0; turn < 12; turn++) {
            breakOff(client(memory(2_000), advised, nested), Break.PROCESS);
            stored = left;
            SpringChat.call(client(memory(2_000), advised, nested), SpringChat.ID, "Then?");
            assertThat(SERVER.lastSent().messages())
                    .as("turn %d", turn)
                    .anyMatch(message -> StateEnvelope.holds(message.text()))
                    .anyMatch(message -> message.role().equals(SentMessage.USER)
                            && message.text().equals(BREAKS));
        }
    }

    @Test
    void keepsEndOfListThatApplicationReads() {
        ChatMemory memory = memory(100_000);
        memory.add(SpringChat.ID, new UserMessage("Hello?"));
        assertThat(memory.get(SpringChat.ID)).last().extracting("messageType").isEqualTo(MessageType.USER);
        assertThat(memory.get(SpringChat.ID)).noneMatch(message -> Repair.NOTED.equals(message.getText()));
    }
}
