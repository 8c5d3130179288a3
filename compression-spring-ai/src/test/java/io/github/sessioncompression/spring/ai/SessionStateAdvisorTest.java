package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.FrameworkChat;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionStats.ModelUsage;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.Injection;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;

class SessionStateAdvisorTest {
    private static final String ID = SpringChat.ID;
    private static final CompressionPolicy LARGE = CompressionPolicy.forWindow(100_000);

    private final ProviderStub openAi = OpenAiStub.start();
    private final ProviderStub anthropic = AnthropicStub.start();

    @AfterEach
    void stop() {
        openAi.close();
        anthropic.close();
    }

    private static CompressingChatMemory memory(CompressionPolicy policy) {
        return CompressingChatMemory.builder()
                .compressor(SessionCompressor.builder()
                        .policy(policy)
                        .executor(Runnable::run)
                        .build())
                .build();
    }

    private static ChatClient client(ProviderStub stub, CompressingChatMemory memory, Lookup... tools) {
        return SpringChat.client(
                stub,
                memory,
                List.of(tools),
                SessionStateAdvisor.builder(memory).build());
    }

    private static Conversation chat(CompressingChatMemory memory) {
        return memory.compressor().conversation(ID);
    }

    private static void addTurns(ChatMemory memory, int count) {
        for (int turn = 1; turn <= count; turn++) {
            memory.add(ID, new UserMessage(GardenChat.question(turn)));
            memory.add(ID, new AssistantMessage("Noted: " + GardenChat.found("garden " + turn)));
        }
    }

    private static String ask(boolean streaming, ChatClient client, String question) {
        return streaming ? SpringChat.stream(client, ID, question) : SpringChat.call(client, ID, question);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tellsTheModelWhatTheStateIsInTheSameBytesEachTime(boolean streaming) {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory);

        ask(streaming, client, "Hello");
        addTurns(memory, 10);
        chat(memory).compress();
        ask(streaming, client, "How are you?");
        addTurns(memory, 10);
        chat(memory).compress();
        ask(streaming, client, "Good.");

        String expected = LARGE.state().appendAwareness(SpringChat.SYSTEM);
        assertThat(openAi.sent()).extracting(Sent::system).containsExactly(expected, expected, expected);
        assertThat(openAi.lastSent().messages().get(0).text()).matches(StateEnvelope::holds);
    }

    @Test
    void givesAChatWithoutASystemPromptTheBlockAlone() {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = ChatClient.builder(SpringChat.model(openAi))
                .defaultAdvisors(
                        MessageChatMemoryAdvisor.builder(memory).build(),
                        SessionStateAdvisor.builder(memory).build())
                .build();

        SpringChat.call(client, ID, "Hello");

        assertThat(openAi.lastSent().system()).isEqualTo(LARGE.state().appendAwareness(""));
    }

    @Test
    void putsTheStateIntoTheSystemPromptWhereThePolicyWantsItThere() {
        CompressingChatMemory memory =
                memory(LARGE.withState(StateOptions.defaults().withInjection(Injection.SYSTEM)));
        ChatClient client = client(openAi, memory);
        addTurns(memory, 20);
        chat(memory).compress();

        SpringChat.call(client, ID, "Hello");

        assertThat(openAi.lastSent().system()).contains("7719").endsWith("</session_state>");
        assertThat(openAi.lastSent().messages())
                .noneMatch(message -> message.text().contains("session_state"));
    }

    @Test
    void leavesCallsAloneThatNameNoConversation() {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = SpringChat.client(
                openAi, List.of(), List.of(SessionStateAdvisor.builder(memory).build()));

        assertThat(client.prompt().user("Hello").call().content()).isEqualTo("All right.");

        assertThat(openAi.lastSent().system()).isEqualTo(SpringChat.SYSTEM);
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void booksTheUsageOfEachCallWithItsCachedTokens(boolean claude, boolean streaming) {
        ProviderStub stub = claude ? anthropic : openAi;
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(stub, memory);
        stub.next(
                Reply.text("Hello.").costing(new Usage(700, 0, claude ? 200 : 0, 20, 0)),
                Reply.text("Fine.").costing(new Usage(100, 800, 0, 30, 0)));

        ask(streaming, client, "Hi");
        ask(streaming, client, "How are you?");

        ModelUsage usage = chat(memory).status().stats().chatUsage();
        assertThat(usage.calls()).isEqualTo(2);
        assertThat(usage.inputTokens()).isEqualTo(800);
        assertThat(usage.outputTokens()).isEqualTo(50);
        assertThat(usage.cacheReadTokens()).isEqualTo(800);
        assertThat(usage.cacheCreationTokens()).isEqualTo(claude ? 200 : 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void correctsTheLocalCountByWhatWasReported(boolean streaming) {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory);
        openAi.next(Reply.text("Hello.").costing(new Usage(20_000, 10_000, 0, 5, 0)));

        ask(streaming, client, "Hi");

        assertThat(chat(memory).status().contextTokens()).isBetween(30_000, 30_100);
    }

    @Test
    void countsSystemPromptAndToolsAsPartOfEveryRequest() {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory, new Lookup(topic -> "nothing"));
        openAi.answers(Reply.text("Hello.").costing(Usage.NONE));

        SpringChat.call(client, ID, "Hi");

        int counted = chat(memory).status().contextTokens();
        assertThat(counted)
                .isGreaterThan(
                        chat(memory).view().tokens() + chat(memory).tokens(List.of(Message.system(SpringChat.SYSTEM))));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endsATurnThatFailed(boolean streaming) {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory);
        openAi.next(new Reply.Failure(400, "the model is unwell"));

        assertThatThrownBy(() -> ask(streaming, client, "Hello?")).isInstanceOf(RuntimeException.class);
        ask(streaming, client, "Again: hello?");

        assertThat(chat(memory).transcript())
                .extracting(Message::text)
                .containsExactly("Hello?", FrameworkChat.INTERRUPTED, "Again: hello?", "All right.");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endsATurnWhoseToolFailed(boolean streaming) {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory, new Lookup(topic -> {
            throw new IllegalStateException("no catalogue");
        }));
        openAi.next(Reply.call(Lookup.NAME, Map.of("topic", "roses")));

        assertThatThrownBy(() -> ask(streaming, client, "Look it up.")).isNotNull();

        assertThat(chat(memory).transcript())
                .extracting(Message::text)
                .containsExactly("Look it up.", FrameworkChat.INTERRUPTED);
    }

    @Test
    void endsACancelledTurnWithWhatTheUserHasSeen() {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory);
        openAi.next(
                Reply.text("The roses need water in the morning, and the hedge has to be cut before it is too late."));

        String seen = Objects.requireNonNull(client
                .prompt()
                .user("What is to be done?")
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, ID))
                .stream()
                .content()
                .filter(piece -> !piece.isEmpty())
                .blockFirst());

        List<Message> transcript = chat(memory).transcript();
        assertThat(transcript).hasSize(2);
        assertThat(transcript.get(1).text()).startsWith(seen).doesNotContain("late");
    }

    @Test
    void endsNoTurnThatAnotherCallIsStillAnswering() {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory, new Lookup(topic -> {
            openAi.next(new Reply.Failure(400, "no"));
            assertThatThrownBy(() -> SpringChat.call(client(openAi, memory), ID, "Meanwhile?"))
                    .isInstanceOf(RuntimeException.class);
            return "found";
        }));
        openAi.next(Reply.call(Lookup.NAME, Map.of("topic", "roses")));

        SpringChat.call(client, ID, "Look it up.");

        assertThat(chat(memory).transcript())
                .extracting(Message::text)
                .contains("Look it up.", "Meanwhile?", "All right.");
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void makesARefusedRequestShorterAndSendsItOnceMore(boolean claude, boolean streaming) {
        ProviderStub stub = claude ? anthropic : openAi;
        CompressingChatMemory memory = memory(LARGE);
        addTurns(memory, 20);
        ChatClient client = client(stub, memory);
        stub.next(
                new Reply.Failure(
                        400,
                        claude
                                ? "prompt is too long: 1900 tokens > 1700 maximum"
                                : "This model's maximum context length is 1200 tokens. However, your messages resulted in 1400 tokens."));

        assertThat(ask(streaming, client, "What is the gate code?")).isEqualTo("All right.");

        assertThat(stub.sent()).hasSize(2);
        Sent again = stub.lastSent();
        assertThat(again.messages())
                .hasSizeLessThan(stub.sent().get(0).messages().size());
        assertThat(again.messages().get(0).text()).matches(StateEnvelope::holds).contains("7719");
        assertThat(again.question()).isEqualTo("What is the gate code?");
        assertThat(again.system()).isEqualTo(stub.sent().get(0).system());
        assertThat(chat(memory).transcript()).hasSize(42);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void doesNotTryAThirdTime(boolean streaming) {
        CompressingChatMemory memory = memory(LARGE);
        addTurns(memory, 20);
        ChatClient client = client(openAi, memory);
        openAi.answers(new Reply.Failure(400, "This model's maximum context length is 40 tokens."));

        assertThatThrownBy(() -> ask(streaming, client, "What is the gate code?"))
                .isInstanceOf(RuntimeException.class);

        assertThat(openAi.sent()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void triesNothingAgainThatFailedForAnotherReason(boolean streaming) {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = client(openAi, memory);
        openAi.answers(new Reply.Failure(400, "Rate limit reached for tokens per minute"));

        assertThatThrownBy(() -> ask(streaming, client, "Hello")).isInstanceOf(RuntimeException.class);

        assertThat(openAi.sent()).hasSize(1);
    }

    @Test
    void worksOnceWhereItIsRegisteredTwice() {
        CompressingChatMemory memory = memory(LARGE);
        ChatClient client = SpringChat.client(
                openAi,
                memory,
                List.of(),
                SessionStateAdvisor.builder(memory).build(),
                SessionStateAdvisor.builder(memory.compressor())
                        .order(SessionStateAdvisor.DEFAULT_ORDER + 1)
                        .build());

        SpringChat.call(client, ID, "Hello");

        assertThat(chat(memory).status().stats().chatUsage().calls()).isEqualTo(1);
    }
}
