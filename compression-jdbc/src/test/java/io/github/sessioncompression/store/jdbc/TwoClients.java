package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.ChattingProcess;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.DistantStore;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Two processes with a framework's real client and many threads each, in the same conversations on one PostgreSQL that is up to
 * {@value #MOST_MILLIS} ms away, and each question takes rounds of tools: nothing is lost or doubled, no request is refused, and no
 * compression is paid for twice.
 */
public final class TwoClients {
    /** The tool that is there to be called, with a {@code topic}. */
    public static final String TOOL = "lookup";

    private static final int MOST_MILLIS = 50;
    private static final int ROUNDS = 2;
    private static final int WINDOW = 6_000;
    /** The compression model's: a span goes into one request. */
    private static final int COMPRESSING_WINDOW = 16_000;

    /** Identifying part of a question, an answer or a result. */
    private static final Pattern SAID = Pattern.compile(
            "Order \\d/\\d+/\\d+ is for the plot behind the greenhouse|Answer \\d+|Found for [^\n.]{1,60}");

    private TwoClients() {}

    /**
     * Size of a crowd of clients.
     *
     * @param chats number of conversations, with one turn at a time in each
     * @param threads number of threads of each process
     * @param questions number of questions of each thread
     */
    private record Crowd(int chats, int threads, int questions) {
        String chat(int number) {
            return "client" + threads + "-" + number % chats;
        }

        static Crowd of(String[] numbers) {
            return new Crowd(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2]));
        }

        @Override
        public String toString() {
            return chats + " " + threads + " " + questions;
        }
    }

    /** A framework, in a process of its own. */
    public interface Framework {
        /** Its client of a provider at that address, to compress by. */
        StructuredModel compressing(String provider);

        /**
         * Its client of the same provider that asks a question in a conversation, with {@link #TOOL}, and gives back the answer.
         *
         * @param process 0 or 1
         */
        BinaryOperator<String> chatting(SessionCompressor compressor, String provider, int process);
    }

    /** Runs a client process. */
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
        Crowd crowd = Crowd.of(arguments[3].split(" ", -1));
        ExecutorService background = Executors.newFixedThreadPool(2);
        ExecutorService threads = Executors.newFixedThreadPool(crowd.threads());
        try (WatchedPool pool = new WatchedPool(arguments[1]);
                SessionCompressor compressor = SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(WINDOW)
                                .withModel(ModelOptions.defaults().withContextWindow(COMPRESSING_WINDOW)))
                        .model(framework.compressing(provider))
                        .store(DistantStore.of(store(pool), MOST_MILLIS, process))
                        .executor(background)
                        .build()) {
            BinaryOperator<String> client = framework.chatting(compressor, provider, process);
            List<Callable<Void>> talking = new ArrayList<>();
            for (int thread = 0; thread < crowd.threads(); thread++) {
                String name = process + "/" + thread;
                String chat = crowd.chat(thread);
                talking.add(() -> {
                    for (int i = 0; i < crowd.questions(); i++) {
                        String question = "Order " + name + "/" + i + " is for the plot behind the greenhouse.";
                        say(chat + " asked " + question);
                        say(chat + " answered " + client.apply(chat, question));
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
     * Starts both with four threads in one conversation, waits for them and looks at what they have left.
     *
     * @param main {@linkplain #ask asks}
     */
    public static void chat(Class<?> main) throws Exception {
        run(main, new Crowd(1, 4, 3));
    }

    /** The same with 32 threads in eight conversations. */
    public static void crowd(Class<?> main) throws Exception {
        run(main, new Crowd(8, 32, 2));
    }

    private static void run(Class<?> main, Crowd crowd) throws Exception {
        try (StrictOpenAiServer server = StrictOpenAiServer.start().withWindow(COMPRESSING_WINDOW);
                WatchedPool pool = new WatchedPool(PostgreSql.url())) {
            AtomicInteger answers = new AtomicInteger();
            server.answers(request -> answer(request, answers));
            List<Process> processes = new ArrayList<>();
            for (int p = 0; p < 2; p++) {
                processes.add(ChattingProcess.start(
                        main, String.valueOf(p), PostgreSql.url(), server.url(), crowd.toString()));
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
            long compressions = 0;
            for (int number = 0; number < crowd.chats(); number++) {
                String chat = crowd.chat(number);
                isWhole(store, chat, lines);
                assertThat(after(chat + " asked ", lines))
                        .hasSize(2 * crowd.threads() * crowd.questions() / crowd.chats());
                compressions += store.history(chat).stream()
                        .map(CompressionRecord::cause)
                        .filter(CompressionRecord.Cause.MODEL::equals)
                        .count();
            }
            long paid = server.sent().stream()
                    .filter(request -> request.tools().isEmpty())
                    .count();
            System.out.println(main.getSimpleName() + ", " + crowd + ": "
                    + server.sent().size() + " requests, " + paid + " of them for " + compressions + " compressions");
            assertThat(compressions).isPositive();
            assertThat(paid).isLessThanOrEqualTo(compressions);
            assertThat(server.sent())
                    .filteredOn(request -> !request.tools().isEmpty())
                    .last()
                    .extracting(Sent::allText)
                    .asString()
                    .contains("<session_state");
        }
    }

    /** Each question and answer is there, once, and each call has its result. */
    private static void isWhole(SessionStore store, String chat, List<String> lines) {
        List<Message> transcript =
                store.load(chat, 0, 100_000).stream().map(Entry::message).toList();
        assertThat(texts(transcript, Role.USER)).containsExactlyInAnyOrderElementsOf(after(chat + " asked ", lines));
        assertThat(texts(transcript, Role.ASSISTANT))
                .containsExactlyInAnyOrderElementsOf(after(chat + " answered ", lines))
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
    }

    /** Two rounds of tools after the last question of a request, whosever it is; then an answer that nobody else gets. */
    private static Reply answer(Sent request, AtomicInteger answers) {
        if (request.tools().isEmpty()) {
            return Reply.text(state(request));
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

    /** A state that has all that matters of what it is asked to compress. */
    private static String state(Sent request) {
        List<String> said = SAID.matcher(request.allText())
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("logos", said);
        state.put("pathos", List.of());
        state.put("abstract", List.of());
        state.put("conversation_summary", "Orders.");
        return Json.write(state);
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
