package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.client.ChatClient;

/** Eight callers of one conversation, each of whom is answered to the own question: 3,008 calls before a landing. */
@Tag("once")
class OwnQuestionTest {
    private static final int THREADS = 8;
    private static final int CALLS = FuzzCases.times(5, 47);
    private static final int WINDOW = 6_000;
    private static final int ROUNDS = 2;

    static Stream<Arguments> clients() {
        return Stream.of(WireFormat.values())
                .flatMap(format -> Stream.of(false, true).map(nested -> Arguments.of(format, nested)));
    }

    private static String question(int thread, int call) {
        String tools = call % 3 == 0 ? " Please look it up." : "";
        return "T" + thread + "Q" + call + ": what about the bed behind the house?" + tools;
    }

    /** Repeats the last question of the request, after rounds of tools where it asks for them. */
    private static Reply answer(Sent request) {
        String question = request.question();
        int last = request.messages().size() - 1;
        long results = 0;
        for (int i = last; i >= 0 && !request.messages().get(i).role().equals(SentMessage.USER); i--) {
            results += request.messages().get(i).role().equals(SentMessage.TOOL) ? 1 : 0;
        }
        return question.endsWith("look it up.") && results < ROUNDS
                ? Reply.call(Lookup.NAME, Map.of("topic", question.substring(0, 4) + results))
                : Reply.text("You asked: " + question);
    }

    @ParameterizedTest(name = "{0}, memory inside the tool loop: {1}")
    @MethodSource("clients")
    @Timeout(600)
    void eachCallIsAnsweredToItsOwnQuestion(WireFormat format, boolean nested) throws Exception {
        List<String> refused = Collections.synchronizedList(new ArrayList<>());
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (ProviderStub server = format.start();
                SessionCompressor compressor = SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(WINDOW))
                        .build()) {
            server.answers(request -> {
                format.refusal(request).ifPresent(refused::add);
                return answer(request);
            });
            CompressingChatMemory memory =
                    CompressingChatMemory.builder().compressor(compressor).build();
            ChatClient client = ChatClient.builder(format.client(server))
                    .defaultSystem(SpringChat.SYSTEM)
                    .defaultAdvisors(SpringChat.wired(memory, nested, !nested))
                    .defaultToolCallbacks(
                            new Lookup(topic -> "Found: " + "lavender in 9 cm pots, 12 pieces; ".repeat(12)))
                    .build();
            CyclicBarrier together = new CyclicBarrier(THREADS);
            List<Future<List<String>>> asking = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                asking.add(threads.submit(() -> {
                    together.await();
                    return wrongAnswers(client, thread);
                }));
            }
            List<String> wrong = new ArrayList<>();
            for (Future<List<String>> each : asking) {
                wrong.addAll(each.get());
            }

            assertThat(wrong).isEmpty();
            assertThat(refused).isEmpty();
            assertThat(server.refusals()).isEmpty();
            List<Message> transcript = compressor.conversation(SpringChat.ID).transcript();
            assertThat(transcript)
                    .filteredOn(message -> message.role() == Role.USER)
                    .extracting(Message::text)
                    .doesNotHaveDuplicates()
                    .hasSize(THREADS * CALLS);
            assertThat(transcript)
                    .filteredOn(message -> message.text().startsWith("You asked:"))
                    .extracting(Message::text)
                    .doesNotHaveDuplicates()
                    .hasSize(THREADS * CALLS);
            assertThat(compressor.conversation(SpringChat.ID).record()).isPresent();
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<String> wrongAnswers(ChatClient client, int thread) {
        List<String> wrong = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
            String question = question(thread, call);
            String answer = SpringChat.ask(call % 2 == 1, client, question);
            if (!answer.contains(question)) {
                wrong.add(question + " -> " + answer);
            }
        }
        return wrong;
    }
}
