package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.jdbc.PostgreSql;
import io.github.sessioncompression.store.jdbc.WatchedPool;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * Two processes with a framework's real client, four threads each, in one conversation on one PostgreSQL that is up to
 * {@value #MOST_MILLIS} ms away, and each question takes rounds of tools: nothing is lost or doubled, and no request is refused.
 */
public final class TwoClients {
    /** The conversation. */
    public static final String CHAT = "shared";

    /** The tool that is there to be called, with a {@code topic}. */
    public static final String TOOL = "lookup";

    private static final int MOST_MILLIS = 50;
    private static final int THREADS = 4;
    private static final int QUESTIONS = 3;
    private static final int ROUNDS = 2;
    private static final int WINDOW = 6_000;
    private static final String STATE =
            "{\"logos\":[\"the plot needs soil\"],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"Orders.\"}";

    private TwoClients() {}

    /** A framework, in a process of its own. */
    public interface Framework {
        /** Its client of a provider at that address, to compress by. */
        StructuredModel compressing(String provider);

        /**
         * Its client of the same provider that asks and answers in the conversation {@link #CHAT}, with {@link #TOOL}.
         *
         * @param process 0 or 1
         */
        UnaryOperator<String> chatting(SessionCompressor compressor, String provider, int process);
    }

    /** What a process does. */
    public static void ask(Framework framework, String[] arguments) {
        endWithTheTest();
        int exit = 0;
        try {
            talk(framework, arguments);
        } catch (Exception e) {
            e.printStackTrace();
            exit = 1;
        }
        // Clients may have threads of their own that end later.
        System.exit(exit);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nobody is left to hear of it.
    private static void endWithTheTest() {
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit()
                .thenRun(() -> Runtime.getRuntime().halt(1)));
    }

    private static void talk(Framework framework, String[] arguments) throws Exception {
        int process = Integer.parseInt(arguments[0]);
        String provider = arguments[2];
        ExecutorService background = Executors.newFixedThreadPool(2);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (WatchedPool pool = new WatchedPool(arguments[1]);
                SessionCompressor compressor = SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(WINDOW))
                        .model(framework.compressing(provider))
                        .store(DistantStore.of(store(pool), MOST_MILLIS, process))
                        .executor(background)
                        .build()) {
            UnaryOperator<String> client = framework.chatting(compressor, provider, process);
            List<Callable<Void>> talking = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                String name = process + "/" + thread;
                talking.add(() -> {
                    for (int i = 0; i < QUESTIONS; i++) {
                        String question = "Order " + name + "/" + i + " is for the plot behind the greenhouse.";
                        say("asked " + question);
                        say("answered " + client.apply(question));
                    }
                    return null;
                });
            }
            for (Future<Void> each : threads.invokeAll(talking)) {
                each.get();
            }
            background.shutdown();
            background.awaitTermination(1, TimeUnit.MINUTES);
        }
        say("end");
    }

    private static SessionStore store(WatchedPool pool) {
        return JdbcSessionStore.builder(pool).build();
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /**
     * Starts both, waits for them and looks at what they have left.
     *
     * @param main {@linkplain #ask asks}
     */
    public static void chat(Class<?> main) throws Exception {
        try (StrictOpenAiServer server = StrictOpenAiServer.start().withWindow(WINDOW);
                WatchedPool pool = new WatchedPool(PostgreSql.url())) {
            AtomicInteger answers = new AtomicInteger();
            server.answers(request -> answer(request, answers));
            List<Process> processes = new ArrayList<>();
            for (int p = 0; p < 2; p++) {
                processes.add(ChattingProcess.start(main, String.valueOf(p), PostgreSql.url(), server.url()));
            }
            List<String> lines = new ArrayList<>();
            for (Process process : processes) {
                try (var output = process.inputReader(StandardCharsets.UTF_8)) {
                    output.lines().forEach(lines::add);
                }
            }
            assertThat(server.refusals()).isEmpty();
            assertThat(lines).filteredOn("end"::equals).hasSize(2);

            SessionStore store = store(pool);
            List<Message> transcript =
                    store.load(CHAT, 0, 100_000).stream().map(Entry::message).toList();
            assertThat(texts(transcript, Role.USER))
                    .containsExactlyInAnyOrderElementsOf(after("asked ", lines))
                    .hasSize(2 * THREADS * QUESTIONS);
            assertThat(texts(transcript, Role.ASSISTANT))
                    .containsExactlyInAnyOrderElementsOf(after("answered ", lines))
                    .doesNotHaveDuplicates();
            List<String> called = transcript.stream()
                    .flatMap(message -> message.toolCalls().stream())
                    .map(ToolCall::id)
                    .toList();
            assertThat(called).doesNotHaveDuplicates();
            assertThat(transcript.stream()
                            .filter(message -> message.role() == Role.TOOL)
                            .map(Message::toolCallId))
                    .containsExactlyInAnyOrderElementsOf(called);
            assertThat(store.head(CHAT).orElseThrow().recordVersion()).isPositive();
            assertThat(server.sent())
                    .filteredOn(request -> !request.tools().isEmpty())
                    .last()
                    .extracting(Sent::allText)
                    .asString()
                    .contains("<session_state");
            System.out.println(main.getSimpleName() + ": " + server.sent().size() + " requests, " + called.size()
                    + " kept tool calls, " + store.history(CHAT).size() + " records");
        }
    }

    /** Two rounds of tools after the last question of a request, whosever it is; then an answer that nobody else gets. */
    private static Reply answer(Sent request, AtomicInteger answers) {
        if (request.tools().isEmpty()) {
            return Reply.text(STATE);
        }
        List<SentMessage> messages = request.messages();
        int results = 0;
        for (int i = messages.size() - 1; i >= 0 && messages.get(i).role().equals(SentMessage.TOOL); i -= 2) {
            results++;
        }
        return results < ROUNDS
                ? Reply.call(TOOL, Map.of("topic", "round " + results))
                : Reply.text("Answer " + answers.incrementAndGet() + ": "
                        + "the bags of soil are in stock. ".repeat(14).strip());
    }

    private static List<String> texts(List<Message> transcript, Role role) {
        return transcript.stream()
                .filter(message -> message.role() == role && message.toolCalls().isEmpty())
                .map(Message::text)
                .toList();
    }

    private static List<String> after(String word, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(word))
                .map(line -> line.substring(word.length()))
                .toList();
    }
}
