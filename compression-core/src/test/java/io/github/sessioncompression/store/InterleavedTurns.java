package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * Two instances over one distant store, and four threads in one conversation whose questions each take rounds of tools: one asks, one has
 * its answers streamed, one gives up every other stream at its first piece, and one has a tool that asks in the same conversation.
 * Nothing is lost or doubled, and no request is refused.
 */
public final class InterleavedTurns {
    /** The conversation. */
    public static final String CHAT = "shared";

    /** The tool that is there to be called, with a {@code topic}. */
    public static final String TOOL = "lookup";

    /** Number of questions: enough to exceed the trigger at any correction of the counts by the provider. */
    private static final int QUESTIONS = 10;

    private static final int ROUNDS = 2;
    private static final int WINDOW = 8_000;
    private static final String STATE = ScriptedModel.state("the plot needs soil", "Orders.");

    private final AtomicInteger answers = new AtomicInteger();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> answered = new CopyOnWriteArrayList<>();
    /** Questions asked by the tool once, within a turn on the given thread. */
    private final Map<Thread, UnaryOperator<String>> nested = new ConcurrentHashMap<>();

    private InterleavedTurns() {}

    /** A framework's client in the conversation {@link #CHAT}. */
    public interface Client {
        /** The answer to a question. */
        String ask(String question);

        /** The answer to a question, streamed. */
        String stream(String question);

        /** Asks, and gives the stream up at the first piece of the answer. */
        void giveUp(String question);
    }

    /** A framework. */
    public interface Framework {
        /** Its client of a provider at that address, to compress by. */
        StructuredModel compressing(String provider);

        /** Its client of the same provider that asks and answers; {@link #TOOL} is {@code tool}, on the thread of the turn. */
        Client client(SessionCompressor compressor, String provider, UnaryOperator<String> tool);
    }

    /** Has them talk, in a store that is up to {@code mostMillis} away. */
    public static void talk(Framework framework, int mostMillis) throws Exception {
        new InterleavedTurns().talk(framework, SessionStore.inMemory(), mostMillis);
    }

    private void talk(Framework framework, SessionStore store, int mostMillis) throws Exception {
        ExecutorService background = Executors.newFixedThreadPool(2);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (StrictOpenAiServer server = StrictOpenAiServer.start().withWindow(WINDOW);
                SessionCompressor one = compressor(framework, server, store, mostMillis, 1, background);
                SessionCompressor other = compressor(framework, server, store, mostMillis, 2, background)) {
            server.answers(this::answer);
            Client first = framework.client(one, server.url(), this::found);
            Client second = framework.client(other, server.url(), this::found);
            List<Callable<Void>> talking = List.of(
                    () -> ask("plain", first::ask),
                    () -> ask("streamed", second::stream),
                    () -> giveUp(first),
                    () -> ask("with another", question -> {
                        nested.put(Thread.currentThread(), second::ask);
                        return second.ask(question);
                    }));
            for (Future<Void> each : threads.invokeAll(talking)) {
                each.get();
            }
            background.shutdown();
            assertThat(background.awaitTermination(1, TimeUnit.MINUTES)).isTrue();

            assertThat(server.refusals()).isEmpty();
            assertThat(asked).hasSize(5 * QUESTIONS);
            check(one.conversation(CHAT));
            check(other.conversation(CHAT));
            assertThat(store.head(CHAT).orElseThrow().recordVersion()).isPositive();
        } finally {
            threads.shutdownNow();
            background.shutdownNow();
        }
    }

    private static SessionCompressor compressor(
            Framework framework,
            StrictOpenAiServer server,
            SessionStore store,
            int mostMillis,
            int seed,
            ExecutorService background) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(WINDOW)
                        .withModel(ModelOptions.defaults().withContextWindow(WINDOW)))
                .model(framework.compressing(server.url()))
                .store(DistantStore.of(store, mostMillis, seed))
                .executor(background)
                .build();
    }

    private Void ask(String name, UnaryOperator<String> client) {
        for (int i = 0; i < QUESTIONS; i++) {
            answered.add(client.apply(question(name + " " + i)));
        }
        return null;
    }

    private Void giveUp(Client client) {
        for (int i = 0; i < QUESTIONS; i++) {
            String question = question("given up " + i);
            if (i % 2 == 0) {
                client.giveUp(question);
            } else {
                answered.add(client.stream(question));
            }
        }
        return null;
    }

    private String question(String name) {
        String question = "Order " + name + " is for the plot behind the greenhouse.";
        asked.add(question);
        return question;
    }

    /** Result of the tool; asks the thread's nested question first, if there is one. */
    private String found(String topic) {
        UnaryOperator<String> again = nested.remove(Thread.currentThread());
        if (again != null) {
            answered.add(again.apply(question("of a tool " + asked.size())));
        }
        return "Found for " + topic + ": " + "there is soil in the back of the shop. ".repeat(12);
    }

    /** Two rounds of tools after the last question of a request, whosever it is; then an answer that nobody else gets. */
    private Reply answer(Sent request) {
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

    private void check(Conversation chat) {
        List<Message> transcript = chat.transcript();
        assertThat(texts(transcript, Role.USER))
                .containsExactlyInAnyOrderElementsOf(asked)
                .doesNotHaveDuplicates();
        assertThat(texts(transcript, Role.ASSISTANT)).containsAll(answered).doesNotHaveDuplicates();
        List<String> called = new ArrayList<>();
        transcript.forEach(
                message -> message.toolCalls().stream().map(ToolCall::id).forEach(called::add));
        assertThat(called).doesNotHaveDuplicates();
        assertThat(transcript.stream()
                        .filter(message -> message.role() == Role.TOOL)
                        .map(Message::toolCallId))
                .containsExactlyInAnyOrderElementsOf(called);
    }

    private static List<String> texts(List<Message> transcript, Role role) {
        return transcript.stream()
                .filter(message -> message.role() == role && message.toolCalls().isEmpty())
                .map(Message::text)
                .toList();
    }
}
