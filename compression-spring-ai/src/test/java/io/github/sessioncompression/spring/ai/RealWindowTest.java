package io.github.sessioncompression.spring.ai;

import static io.github.sessioncompression.spring.ai.SpringChat.memory;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.token.TokenCounter;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.core.Ordered;

/** A provider that counts otherwise than we do, or whose window is another one than the policy says. */
@Tag("landing")
class RealWindowTest {
    private static final int WINDOW = 32_000;
    private static final int TURNS = FuzzCases.fuzzing(60, 200);
    /** A page that a tool finds now and then. */
    private static final String PAGE = "\nThe manual says: mulch keeps the soil moist and the weeds away.".repeat(40);

    private final OpenAiStub server = OpenAiStub.start();
    private final Map<String, Integer> counted = new HashMap<>();
    private final List<String> refused = new ArrayList<>();

    @AfterEach
    void stop() {
        server.close();
    }

    private synchronized int o200k(String text) {
        if (counted.size() > 5_000) {
            counted.clear();
        }
        return counted.computeIfAbsent(text, TokenCounter.o200k()::count);
    }

    private long count(Sent request, double slope, int fixed) {
        long sum = o200k(String.valueOf(request.body().get("tools")));
        sum += request.system() == null ? 0 : o200k(request.system());
        for (SentMessage message : request.messages()) {
            sum += o200k(message.text());
        }
        return fixed + Math.round(sum * slope);
    }

    /** Answers as in any garden chat, and reports and refuses what it counts. */
    private void counts(double slope, int fixed, int window) {
        server.answers(request -> {
            long size = count(request, slope, fixed);
            if (size > window) {
                refused.add(
                        size + " of " + window + " at request " + server.sent().size());
                return new Reply.Failure(
                        400,
                        "This model's maximum context length is " + window
                                + " tokens. However, your messages resulted in " + size + " tokens.");
            }
            return ((Reply.Answer) GardenChat.answer(withoutDocuments(request))).costing(new Usage(size, 0, 0, 40, 0));
        });
    }

    private static Sent withoutDocuments(Sent request) {
        List<SentMessage> messages = request.messages().stream()
                .map(message ->
                        new SentMessage(message.role(), question(message.text()), message.calls(), message.answers()))
                .toList();
        return new Sent(
                request.path(),
                request.raw(),
                request.body(),
                request.system(),
                messages,
                request.tools(),
                request.schema(),
                request.maxOutputTokens(),
                request.streaming());
    }

    private static String question(String text) {
        int documents = text.indexOf(Retrieval.START);
        return documents < 0 ? text : text.substring(0, documents);
    }

    private ChatClient client(CompressingChatMemory memory, boolean nested, int retrieved, Lookup lookup) {
        List<Advisor> advisors = new ArrayList<>();
        advisors.add(Retrieval.ofTokens(retrieved));
        advisors.add(SessionStateAdvisor.builder(memory).build());
        advisors.add(
                nested
                        ? SpringChat.nested(memory)
                        : MessageChatMemoryAdvisor.builder(memory)
                                .order(Ordered.HIGHEST_PRECEDENCE + 200)
                                .build());
        advisors.add(nested ? SpringChat.toolAdvisorWithoutHistory() : SpringChat.toolAdvisor());
        return SpringChat.client(server, List.of(lookup), advisors);
    }

    private static void checkTranscript(CompressingChatMemory memory) {
        List<Message> transcript =
                memory.compressor().conversation(SpringChat.ID).transcript();
        for (int turn = 1; turn <= TURNS; turn++) {
            String question = GardenChat.question(turn);
            assertThat(transcript).anyMatch(message -> message.text().equals(question));
        }
    }

    @ParameterizedTest(name = "{0} times o200k, memory inside the loop: {1}")
    @CsvSource({"1.0, false", "1.15, true", "1.3, false", "1.6, true"})
    void providerCountingMoreRefusesNothing(double slope, boolean nested) {
        counts(slope, 5_000, WINDOW);
        CompressingChatMemory memory = memory(CompressionPolicy.forWindow(WINDOW));
        ChatClient client = client(memory, nested, 2_000, new Lookup(input -> GardenChat.found(input) + PAGE));

        for (int turn = 1; turn <= TURNS; turn++) {
            SpringChat.call(client, SpringChat.ID, GardenChat.question(turn));
        }

        assertThat(refused).isEmpty();
        assertThat(GardenChat.missingFrom(server.lastSent())).isEmpty();
        checkTranscript(memory);
    }

    @ParameterizedTest(name = "{0} of the window, streamed: {1}")
    @CsvSource({"1.0, false", "0.75, true", "0.5, false", "0.25, true"})
    void aSmallerWindowCostsOneRefusedRequestAtMost(double share, boolean streaming) {
        counts(1.0, 0, (int) (WINDOW * share));
        CompressingChatMemory memory = memory(CompressionPolicy.forWindow(WINDOW));
        ChatClient client = client(memory, true, 500, new Lookup(input -> GardenChat.found(input) + PAGE));

        for (int turn = 1; turn <= TURNS; turn++) {
            String question = GardenChat.question(turn);
            String answer = streaming
                    ? SpringChat.stream(client, SpringChat.ID, question)
                    : SpringChat.call(client, SpringChat.ID, question);
            assertThat(answer).isNotBlank();
        }

        assertThat(refused).hasSizeLessThanOrEqualTo(1);
        assertThat(GardenChat.missingFrom(server.lastSent())).isEmpty();
        checkTranscript(memory);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMegabyteOfTheUsersOrOfAToolIsNoEndOfTheChat(boolean nested) {
        counts(1.0, 0, WINDOW);
        String megabyte = "A line of a log that nobody has ever read to its end. ".repeat(20_000);
        AtomicReference<String> found = new AtomicReference<>(megabyte);
        CompressingChatMemory memory = memory(CompressionPolicy.forWindow(WINDOW));
        ChatClient client = client(memory, nested, 500, new Lookup(input -> found.getAndSet("nothing more")));
        SpringChat.call(client, SpringChat.ID, GardenChat.question(1));

        assertThat(SpringChat.call(client, SpringChat.ID, "See: " + megabyte + "What is it?"))
                .isNotBlank();
        assertThat(SpringChat.call(client, SpringChat.ID, "And in short?")).isNotBlank();
        server.next(Reply.call(Lookup.NAME, Map.of("topic", "logs")));
        assertThat(SpringChat.call(client, SpringChat.ID, "Look it up, would you?"))
                .isNotBlank();
        assertThat(SpringChat.call(client, SpringChat.ID, "Thank you.")).isNotBlank();

        assertThat(found.get()).isEqualTo("nothing more");
        assertThat(refused).isEmpty();
        assertThat(server.sent()).hasSize(6);
        assertThat(memory.compressor().conversation(SpringChat.ID).transcript())
                .anyMatch(message -> message.text().contains(megabyte));
    }
}
