package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Eight callers of one memory id over guarded models, each of whom is answered to the own question: 3,008 calls before a landing. */
@Tag("once")
class OwnQuestionTest {
    private static final int THREADS = 8;
    private static final int CALLS = FuzzCases.times(8, 94);
    private static final int ROUNDS = 2;
    private static final String ID = "user-42";

    interface Plain {
        @SystemMessage("You help the customers of a garden shop.")
        String chat(@MemoryId String id, @UserMessage String question);
    }

    interface Streamed {
        @SystemMessage("You help the customers of a garden shop.")
        TokenStream chat(@MemoryId String id, @UserMessage String question);
    }

    /** A tool. */
    public static final class Shop {
        /** Finds much. */
        @Tool("looks something up")
        public String lookup(@P("topic") String topic) {
            return "Found: " + "lavender in 9 cm pots, 12 pieces; ".repeat(12);
        }
    }

    private static String question(int thread, int call) {
        String tools = call % 3 == 0 ? " Please look it up." : "";
        return "T" + thread + "Q" + call + ": what about the bed behind the house?" + tools;
    }

    /** Repeats the last question of the request, after rounds of tools where it asks for them. */
    private static Reply answer(Sent request) {
        String question = request.question();
        long results = 0;
        for (int i = request.messages().size() - 1;
                i >= 0 && !request.messages().get(i).role().equals(SentMessage.USER);
                i--) {
            results += request.messages().get(i).role().equals(SentMessage.TOOL) ? 1 : 0;
        }
        return question.endsWith("look it up.") && results < ROUNDS
                ? Reply.call("lookup", Map.of("topic", question.substring(0, 4) + results))
                : Reply.text("You asked: " + question);
    }

    @ParameterizedTest
    @EnumSource(Clients.class)
    @Timeout(600)
    void eachCallIsAnsweredToItsOwnQuestion(Clients provider) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (ProviderStub server = provider.start();
                SessionCompressor compressor = SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(6_000))
                        .build()) {
            server.answers(OwnQuestionTest::answer);
            CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                    .compressor(compressor)
                    .build();
            Plain plain = AiServices.builder(Plain.class)
                    .chatModel(memories.guard(provider.model(server.baseUrl(), GardenService.PATIENT)))
                    .chatMemoryProvider(memories)
                    .tools(new Shop())
                    .build();
            Streamed streamed = AiServices.builder(Streamed.class)
                    .streamingChatModel(memories.guard(provider.streaming(server.baseUrl(), GardenService.PATIENT)))
                    .chatMemoryProvider(memories)
                    .tools(new Shop())
                    .build();
            CyclicBarrier together = new CyclicBarrier(THREADS);
            List<Future<List<String>>> asking = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                asking.add(threads.submit(() -> {
                    together.await();
                    return wrongAnswers(plain, streamed, thread);
                }));
            }
            List<String> wrong = new ArrayList<>();
            for (Future<List<String>> each : asking) {
                wrong.addAll(each.get());
            }

            assertThat(wrong).isEmpty();
            assertThat(server.refusals()).isEmpty();
            List<Message> transcript = compressor.conversation(ID).transcript();
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
            assertThat(compressor.conversation(ID).record()).isPresent();
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<String> wrongAnswers(Plain plain, Streamed streamed, int thread) {
        List<String> wrong = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
            String question = question(thread, call);
            String answer = call % 2 == 0 ? plain.chat(ID, question) : answer(streamed.chat(ID, question));
            if (!answer.contains(question)) {
                wrong.add(question + " -> " + answer);
            }
        }
        return wrong;
    }

    private static String answer(TokenStream stream) {
        CompletableFuture<String> done = new CompletableFuture<>();
        stream.onPartialResponse(piece -> {})
                .onCompleteResponse(
                        response -> done.complete(response.aiMessage().text()))
                .onError(done::completeExceptionally)
                .start();
        return done.orTimeout(GardenService.PATIENT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
