package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every fault of a chat's model with every fault of its compression model, at each provider, streamed and not: ten more turns succeed,
 * nothing is lost, the early facts are in the request, and no call waits for a compression.
 *
 * <p>Each of the 96 pairs of faults runs once, at one of the eight ways to talk to a provider, which are dealt out so that each of them
 * meets each fault: all pairs of three factors. A compression model that hangs does so until the chat is over: a call that waited for
 * it would never end.
 */
class FaultMatrixTest {
    private static final int TURNS_BEFORE = 9;
    private static final int TURNS_AFTER = 10;
    private static final int SECONDS = 30;
    private static final Duration PATIENT = Duration.ofSeconds(SECONDS);
    /** Only for calls that are not answered at all. */
    private static final Duration IMPATIENT = Duration.ofMillis(40);

    private static final String STATE = "{\"logos\":[\"User: the booking code is RK-%s.\"],\"pathos\":[],\"abstract\":[],"
            + "\"conversation_summary\":\"A garden is being planned.\"}";

    enum ChatFault {
        BLANK,
        REFUSAL,
        LIMITED,
        BROKEN,
        TOO_LONG,
        MALFORMED,
        CANCELLED,
        HANG
    }

    enum ModelFault {
        THROW,
        BAD_REQUEST,
        UNAUTHORIZED,
        LIMITED,
        HANG,
        SLOW,
        BLANK,
        NO_JSON,
        WRONG_TYPES,
        USELESS,
        LONGER,
        TOOL_CALL
    }

    private final Map<Clients, ProviderStub> chats = new EnumMap<>(Clients.class);
    private final Map<Clients, ProviderStub> compressions = new EnumMap<>(Clients.class);

    @AfterEach
    void stop() {
        chats.values().forEach(ProviderStub::close);
        compressions.values().forEach(ProviderStub::close);
    }

    /** Needs no words of its own. */
    interface Plain {
        @SystemMessage("You help to plan a garden.")
        String chat(String question);
    }

    /** The same, streamed. */
    interface Streamed {
        @SystemMessage("You help to plan a garden.")
        TokenStream chat(String question);
    }

    /** A tool. */
    public static final class Shed {
        /** The same each time. */
        @Tool("counts what is in the shed")
        public String count(@P("what") String item) {
            return "three";
        }
    }

    @Test
    @Timeout(180)
    void nothingThatAModelDoesBreaksAChat() throws Exception {
        for (Clients provider : Clients.values()) {
            chats.put(provider, provider.start());
            compressions.put(provider, provider.start());
        }
        StringBuilder table = new StringBuilder(
                String.format("%-10s %-13s %-10s %-7s %-20s %s%n", "chat", "compression", "provider", "mode", "turn", "then"));
        List<String> failures = new ArrayList<>();
        for (ChatFault fault : ChatFault.values()) {
            for (ModelFault modelFault : ModelFault.values()) {
                int way = (fault.ordinal() + modelFault.ordinal()) % 8;
                Cell cell = new Cell(Clients.values()[way / 2], way % 2 == 1, fault, modelFault);
                String outcome = cell.run();
                table.append(String.format(
                        "%-10s %-13s %-10s %-7s %-20s %s%n",
                        fault, modelFault, cell.provider, cell.streamed ? "stream" : "sync", cell.turn, outcome));
                if (!outcome.startsWith("ok")) {
                    failures.add(fault + " " + modelFault + " " + cell.provider + " " + cell.streamed + ": " + outcome);
                }
            }
        }
        print(table.toString());
        assertThat(failures).isEmpty();
    }

    private static void print(String table) throws IOException {
        Path target = Path.of("target", "fault-matrix-langchain4j.txt");
        Files.createDirectories(target.getParent());
        Files.writeString(target, table);
        System.out.println(table);
    }

    /** One chat that meets two faults. */
    private final class Cell {
        final Clients provider;
        final boolean streamed;
        final ChatFault fault;
        final ModelFault modelFault;
        final ProviderStub chat;
        final CountDownLatch over = new CountDownLatch(1);
        final CountDownLatch arrived = new CountDownLatch(1);
        final CountDownLatch released = new CountDownLatch(1);
        final List<String> asked = new ArrayList<>();
        volatile boolean faulty;
        volatile String invalid = "";
        String turn = "";

        Cell(Clients provider, boolean streamed, ChatFault fault, ModelFault modelFault) {
            this.provider = provider;
            this.streamed = streamed;
            this.fault = fault;
            this.modelFault = modelFault;
            this.chat = stub(chats);
        }

        private ProviderStub stub(Map<Clients, ProviderStub> stubs) {
            ProviderStub stub = stubs.get(provider);
            assertThat(stub).isNotNull();
            return stub;
        }

        String code() {
            return "RK-" + fault.ordinal() + "-" + modelFault.ordinal();
        }

        String run() throws Exception {
            ProviderStub compression = stub(compressions);
            chat.forget();
            compression.forget();
            chat.answers(this::reply);
            compression.answers(this::state);
            try (CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                    .policy(CompressionPolicy.forWindow(4_000)
                            .withModel(ModelOptions.defaults().withRetries(0)))
                    .compressionModel(provider.model(compression.baseUrl(), PATIENT))
                    .build()) {
                return talk(memories, compression);
            } finally {
                over.countDown();
                released.countDown();
            }
        }

        private String talk(CompressingChatMemoryProvider memories, ProviderStub compression) throws Exception {
            CompressingChatMemory memory = memories.get("default");
            Function<String, String> service = service(memories, memory);
            for (int i = 0; i < TURNS_BEFORE; i++) {
                memory.add(UserMessage.from(ask(i == 0 ? "The booking code is " + code() + ". " + filler(i) : filler(i))));
                memory.add(AiMessage.from("Noted, bed " + i + ". " + "It gets compost, and a net against birds. ".repeat(3)));
            }
            faulty = true;
            turn = faultyTurn(service, ask("The faulty one: " + filler(50)));
            faulty = false;
            for (int i = 0; i < TURNS_AFTER; i++) {
                String answer = service.apply(ask(filler(100 + i)));
                if (answer == null || answer.isBlank()) {
                    return "turn " + i + " has no answer";
                }
            }
            List<Message> transcript = memory.conversation().transcript();
            for (String question : asked) {
                if (transcript.stream().noneMatch(message -> message.text().equals(question))) {
                    return "lost: " + question;
                }
            }
            String last = chat.lastSent().allText();
            if (!last.contains(code())) {
                return "forgot the code: " + last;
            }
            if (!last.contains("<session_state")) {
                return "nothing was compressed";
            }
            return invalid.isEmpty() ? "ok, compression asked " + compression.sent().size() + " times" : invalid;
        }

        private String ask(String question) {
            asked.add(question);
            return question;
        }

        private String filler(int bed) {
            return "What do I plant in bed " + bed + ", which is " + (bed + 3)
                    + " metres long? " + "It lies in the shade until noon, and the soil is heavy. ".repeat(5);
        }

        /** What becomes of a turn in which the model fails. */
        private String faultyTurn(Function<String, String> service, String question) throws Exception {
            FutureTask<String> task = new FutureTask<>(() -> service.apply(question));
            Thread thread = new Thread(task, "faulty turn");
            thread.setDaemon(true);
            thread.start();
            if (fault == ChatFault.CANCELLED && !streamed) {
                assertThat(arrived.await(SECONDS, TimeUnit.SECONDS)).isTrue();
                thread.interrupt();
            }
            try {
                String answer = task.get(SECONDS, TimeUnit.SECONDS);
                return answer == null ? "no text" : answer.isBlank() ? "blank" : answer.equals("cancelled") ? answer : "recovered";
            } catch (ExecutionException failed) {
                return failed.getCause().getClass().getSimpleName();
            } finally {
                released.countDown();
            }
        }

        private Function<String, String> service(CompressingChatMemoryProvider memories, CompressingChatMemory memory) {
            if (!streamed) {
                ChatModel patient = provider.model(chat.baseUrl(), PATIENT);
                ChatModel impatient = provider.model(chat.baseUrl(), IMPATIENT);
                Plain plain = AiServices.builder(Plain.class)
                        .chatModel(memories.guard(new ChatModel() {
                            @Override
                            public ChatResponse chat(ChatRequest request) {
                                return (isLeftWaiting() ? impatient : patient).chat(request);
                            }
                        }))
                        .chatMemory(memory)
                        .tools(new Shed())
                        .build();
                return plain::chat;
            }
            StreamingChatModel patient = provider.streaming(chat.baseUrl(), PATIENT);
            StreamingChatModel impatient = provider.streaming(chat.baseUrl(), IMPATIENT);
            Streamed service = AiServices.builder(Streamed.class)
                    .streamingChatModel(memories.guard(new StreamingChatModel() {
                        @Override
                        public void chat(ChatRequest request, StreamingChatResponseHandler handler) {
                            (isLeftWaiting() ? impatient : patient).chat(request, handler);
                        }
                    }))
                    .chatMemory(memory)
                    .tools(new Shed())
                    .build();
            return question -> await(service.chat(question));
        }

        private boolean isLeftWaiting() {
            return faulty && fault == ChatFault.HANG;
        }

        private String await(TokenStream stream) {
            CompletableFuture<String> done = new CompletableFuture<>();
            boolean cancel = faulty && fault == ChatFault.CANCELLED;
            stream.onPartialResponseWithContext((piece, context) -> {
                        if (cancel) {
                            context.streamingHandle().cancel();
                            done.complete("cancelled");
                        }
                    })
                    .onCompleteResponse(response -> done.complete(response.aiMessage().text()))
                    .onError(done::completeExceptionally)
                    .start();
            return done.orTimeout(SECONDS, TimeUnit.SECONDS).join();
        }

        /** What the chat's model does. */
        private Reply reply(Sent request) {
            SentRules.objection(request).ifPresent(why -> invalid = why);
            if (!invalid.isEmpty()) {
                return new Reply.Failure(400, invalid);
            }
            Reply.Answer answer = Reply.text("Plant beans there, and sow them in May once the nights are mild.");
            if (!faulty) {
                return answer;
            }
            return switch (fault) {
                case BLANK -> Reply.text("");
                case REFUSAL -> Reply.text("").ended(Reply.End.FILTERED);
                case LIMITED -> new Reply.Failure(429, "Rate limit reached.");
                case BROKEN -> new Reply.Failure(500, "The server had an error.");
                case TOO_LONG -> {
                    faulty = false;
                    yield new Reply.Failure(400, provider.tooLong(2_500, 2_600));
                }
                case MALFORMED -> malformed();
                case CANCELLED -> {
                    arrived.countDown();
                    if (!streamed) {
                        hold(released);
                    }
                    yield answer;
                }
                case HANG -> {
                    hold(released);
                    yield answer;
                }
            };
        }

        /** Arguments that are no JSON, where the format allows that; else of the wrong type. */
        private Reply malformed() {
            faulty = false;
            return provider == Clients.OPENAI && !streamed
                    ? new Reply.Raw(
                            200,
                            "{\"id\":\"x\",\"model\":\"gpt-4.1\",\"choices\":[{\"index\":0,\"finish_reason\":\"tool_calls\","
                                    + "\"message\":{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\","
                                    + "\"type\":\"function\",\"function\":{\"name\":\"count\",\"arguments\":\"{\\\"item\\\": rak\"}}]}}]}")
                    : Reply.call("count", Map.of("item", List.of(1, 2)));
        }

        /** What the compression model does. */
        private Reply state(Sent request) {
            String good = String.format(STATE, code().substring(3));
            return switch (modelFault) {
                case THROW -> new Reply.Reset();
                case BAD_REQUEST -> new Reply.Failure(400, "Unknown parameter.");
                case UNAUTHORIZED -> new Reply.Failure(401, "Incorrect API key provided.");
                case LIMITED -> new Reply.Failure(429, "Rate limit reached.");
                case HANG -> {
                    hold(over);
                    yield Reply.text(good);
                }
                case SLOW -> {
                    hold(released);
                    yield Reply.text(good);
                }
                case BLANK -> Reply.text("");
                case NO_JSON -> Reply.text("I would rather talk about the weather.");
                case WRONG_TYPES -> Reply.text("{\"logos\":7,\"pathos\":\"no\",\"abstract\":{},\"conversation_summary\":[1]}");
                case USELESS ->
                    Reply.text("{\"logos\":[],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"They talked.\"}");
                case LONGER ->
                    Reply.text("{\"logos\":[\"" + "It was said, and said again. ".repeat(2_000)
                            + "\"],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"\"}");
                case TOOL_CALL -> Reply.call("count", Map.of("item", "rakes"));
            };
        }

        private void hold(CountDownLatch until) {
            try {
                if (!until.await(3L * SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nobody went on");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
