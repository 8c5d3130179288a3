package io.github.sessioncompression.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Eight callers of one chat, half of their answers streamed and a third after two rounds of a tool. Each is answered to the own question, nothing is
 * lost or doubled, and no request is refused.
 */
public final class OwnQuestions {
    /** The tool that is there to be called, with a {@code topic}. */
    public static final String TOOL = "lookup";

    private static final int THREADS = 8;
    private static final int ROUNDS = 2;
    private static final int WINDOW = 6_000;
    /** For a question, on average: one more than its rounds, and as many again if rounds were compressed before the model read them. */
    private static final int MOST_REQUESTS = 2 * (ROUNDS + 1);

    private OwnQuestions() {}

    /** A framework's client of the chat. */
    public interface Client {
        /** The answer to a question. */
        String ask(boolean streaming, String question);
    }

    /** Calls of each caller: few in a build, more before a landing, {@code all} under {@code -Pfuzz}. */
    public static int calls(int all) {
        return FuzzCases.fuzzing(FuzzCases.times(6, 8), all);
    }

    /** A result of the tool. */
    public static String found() {
        return "Found: " + "lavender in 9 cm pots, 12 pieces; ".repeat(12);
    }

    /**
     * Asks.
     *
     * @param client makes a client of the conversation {@code chat} from a compressor
     * @param refusals what the provider has against requests
     */
    public static void ask(
            ProviderStub server,
            String chat,
            int calls,
            Function<SessionCompressor, Client> client,
            Function<Sent, List<String>> refusals)
            throws Exception {
        List<String> refused = new CopyOnWriteArrayList<>();
        AtomicInteger left = new AtomicInteger(THREADS * calls * MOST_REQUESTS);
        server.answers(request -> {
            refused.addAll(refusals.apply(request));
            return left.getAndDecrement() > 0 ? answer(request) : Reply.text("Too many requests.");
        });
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(WINDOW))
                .executor(Runnable::run)
                .build()) {
            assertThat(wrongAnswers(client.apply(compressor), calls)).isEmpty();
            assertThat(refused).isEmpty();
            assertThat(server.refusals()).isEmpty();
            List<Message> transcript = compressor.conversation(chat).transcript();
            assertThat(transcript)
                    .filteredOn(message -> message.role() == Role.USER)
                    .extracting(Message::text)
                    .doesNotHaveDuplicates()
                    .hasSize(THREADS * calls);
            assertThat(transcript)
                    .filteredOn(message -> message.text().startsWith("You asked:"))
                    .extracting(Message::text)
                    .doesNotHaveDuplicates()
                    .hasSize(THREADS * calls);
            assertThat(compressor.conversation(chat).record()).isPresent();
        }
    }

    private static List<String> wrongAnswers(Client client, int calls) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CyclicBarrier together = new CyclicBarrier(THREADS);
            List<Callable<List<String>>> callers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                callers.add(() -> {
                    together.await();
                    return wrongAnswers(client, thread, calls);
                });
            }
            List<String> wrong = new ArrayList<>();
            for (Future<List<String>> each : threads.invokeAll(callers)) {
                wrong.addAll(each.get());
            }
            return wrong;
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<String> wrongAnswers(Client client, int thread, int calls) {
        List<String> wrong = new ArrayList<>();
        for (int call = 0; call < calls; call++) {
            String tools = call % 3 == 0 ? " Please look it up." : "";
            String question = "T" + thread + "Q" + call + ": what about the bed behind the house?" + tools;
            String answer = client.ask(call % 2 == 1, question);
            if (!answer.contains(question)) {
                wrong.add(question + " -> " + answer);
            }
        }
        return wrong;
    }

    /** Repeats the last question of the request, after rounds of tools if it asks for them. */
    private static Reply answer(Sent request) {
        String question = request.question();
        long results = 0;
        for (int i = request.messages().size() - 1;
                i >= 0 && !request.messages().get(i).role().equals(SentMessage.USER);
                i--) {
            results += request.messages().get(i).role().equals(SentMessage.TOOL) ? 1 : 0;
        }
        return question.endsWith("look it up.") && results < ROUNDS
                ? Reply.call(TOOL, Map.of("topic", question.substring(0, 4) + results))
                : Reply.text("You asked: " + question);
    }
}
