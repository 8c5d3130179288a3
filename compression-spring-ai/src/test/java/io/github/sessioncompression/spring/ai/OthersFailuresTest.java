package io.github.sessioncompression.spring.ai;

import static io.github.sessioncompression.spring.ai.SpringChat.addTurns;
import static io.github.sessioncompression.spring.ai.SpringChat.ask;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.KeepRecent;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.api.Advisor;

/** Failures of other memories in long chats with tools; none may happen here. */
@Tag("once")
class OthersFailuresTest {
    private static final String ID = SpringChat.ID;

    private final StrictOpenAiServer server = StrictOpenAiServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private static CompressingChatMemory memory(SessionCompressor.Builder builder) {
        return CompressingChatMemory.builder()
                .compressor(builder.executor(Runnable::run).build())
                .build();
    }

    /** Inside the loop, {@code MessageWindowChatMemory(6)} sends the last call and its result, and nothing else. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theQuestionStaysThroughALongTurnInsideTheLoop(boolean streaming) {
        CompressingChatMemory memory = memory(SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(2_000).withKeepRecent(KeepRecent.messages(6))));
        addTurns(memory, 5);
        ChatClient client = SpringChat.client(
                server,
                List.of(new Lookup(GardenChat::found)),
                List.of(SpringChat.nested(memory), SpringChat.toolAdvisorWithoutHistory()));
        List<Reply> rounds = new ArrayList<>();
        for (int round = 0; round < 12; round++) {
            rounds.add(Reply.call(Lookup.NAME, Map.of("topic", "part " + round)));
        }
        server.next(rounds.toArray(Reply[]::new));

        ask(streaming, client, "Which of them are in bloom?");

        assertThat(server.refusals()).isEmpty();
        assertThat(server.sent()).hasSize(13).allMatch(request -> request.question()
                .equals("Which of them are in bloom?"));
    }

    /** In a loop that keeps the history, the memory advisor adds the turn so far once more: call ids occur twice. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sendsTurnOnceIfMemoryAndLoopBothAddIt(boolean streaming) {
        CompressingChatMemory memory = memory(SessionCompressor.builder().policy(CompressionPolicy.forWindow(10_000)));
        addTurns(memory, 2);
        List<Advisor> advisors = List.of(
                SpringChat.nested(memory),
                SpringChat.toolAdvisor(),
                SessionStateAdvisor.builder(memory).build());
        ChatClient client = SpringChat.client(server, List.of(new Lookup(GardenChat::found)), advisors);
        server.next(
                Reply.call(Lookup.NAME, Map.of("topic", "roses")),
                Reply.calls(
                        new Reply.Call(Lookup.NAME, Map.of("topic", "tulips")),
                        new Reply.Call(Lookup.NAME, Map.of("topic", "ivy"))));

        ask(streaming, client, "Which of them are in bloom?");
        ask(streaming, client, "And tomorrow?");

        assertThat(server.refusals()).isEmpty();
        for (Sent request : server.sent()) {
            assertThat(request.messages().stream().map(SentMessage::text))
                    .containsOnlyOnce("Which of them are in bloom?");
        }
        assertThat(server.lastSent().messages()).hasSize(4 + 7 + 1);
    }

    /** An exception of the summariser fails the call that has its answer already. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void answerSurvivesFailedCompression(boolean streaming) {
        StructuredModel broken = request -> {
            throw new IllegalStateException("429");
        };
        CompressingChatMemory memory = memory(SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(2_000)
                        .withModel(ModelOptions.defaults().withBackoff(Duration.ofMillis(1))))
                .model(broken));
        addTurns(memory, 9);
        ChatClient client = SpringChat.client(
                server, memory, List.of(), SessionStateAdvisor.builder(memory).build());
        server.answers(request -> Reply.text("Done. " + GardenChat.found("it")));

        for (int turn = 1; turn <= 12; turn++) {
            assertThat(ask(streaming, client, GardenChat.question(turn))).startsWith("Done.");
        }

        assertThat(memory.compressor().conversation(ID).transcript()).hasSize(2 * 21);
        assertThat(memory.compressor().stats().failures()).isPositive();
    }

    /** A summary that is longer than what it replaces is reported as a saving. */
    @Test
    void rejectsStateLargerThanReplacedMessages() {
        String words = IntStream.range(0, 2_000)
                .mapToObj(bed -> "All about the garden, bed " + bed + ". ")
                .collect(Collectors.joining("", "\"", "\""));
        StructuredModel inflating = request -> ModelAnswer.of("{\"logos\":[" + words
                + "],\"pathos\":[],\"abstract\":[]," + "\"conversation_summary\":" + words + "}");
        List<CompressionEvent> events = new ArrayList<>();
        CompressingChatMemory memory = memory(SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(2_000))
                .model(inflating)
                .listener(events::add));

        addTurns(memory, 25);

        assertThat(memory.get(ID)).noneMatch(message -> message.getText().contains("All about the garden"));
        assertThat(events).hasAtLeastOneElementOfType(CompressionEvent.StageFailed.class);
        assertThat(events)
                .filteredOn(CompressionEvent.StageFinished.class::isInstance)
                .extracting(CompressionEvent.StageFinished.class::cast)
                .isNotEmpty()
                .allMatch(done -> done.tokensAfter() < done.tokensBefore());
        CompressionStats stats = memory.compressor().stats();
        assertThat(stats.tokensSaved()).isPositive();
    }
}
