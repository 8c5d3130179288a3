package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** One chat that meets two faults, one of each of its models. */
final class FaultyChat {
    private static final int TURNS_BEFORE = 26;
    private static final int TURNS_AFTER = 10;
    private static final long SECONDS = GardenService.PATIENT.toSeconds();

    private final Clients provider;
    private final boolean streamed;
    private final ChatFault fault;
    private final ModelFault modelFault;
    private final ProviderStub chat;
    private final ProviderStub compression;
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch asksForAState = new CountDownLatch(1);
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final List<String> asked = new ArrayList<>();
    private volatile boolean faulty;
    private volatile String invalid = "";
    private String turn = "";

    FaultyChat(
            Clients provider,
            boolean streamed,
            ChatFault fault,
            ModelFault modelFault,
            ProviderStub chat,
            ProviderStub compression) {
        this.provider = provider;
        this.streamed = streamed;
        this.fault = fault;
        this.modelFault = modelFault;
        this.chat = chat;
        this.compression = compression;
    }

    private String code() {
        return "RK-" + fault.name().length() + "-" + modelFault.name().length() + "4";
    }

    /** Outcome of the turn with the failing model. */
    String turn() {
        return turn;
    }

    /** Talks; says ok, or what went wrong. */
    String run() throws Exception {
        chat.forget();
        compression.forget();
        chat.answers(this::reply);
        compression.answers(this::state);
        try (CompressingChatMemoryProvider memories = CompressingChatMemoryProvider.builder()
                .policy(CompressionPolicy.forWindow(4_000)
                        .withModel(ModelOptions.defaults().withRetries(0)))
                .compressionModel(provider.model(compression.baseUrl(), GardenService.PATIENT))
                .build()) {
            return talk(memories);
        } finally {
            over.countDown();
            released.countDown();
        }
    }

    private String talk(CompressingChatMemoryProvider memories) throws Exception {
        CompressingChatMemory memory = memories.get("default");
        UnaryOperator<String> service = new GardenService(
                        provider,
                        chat.baseUrl(),
                        streamed,
                        () -> faulty && fault == ChatFault.HANG,
                        () -> faulty && fault == ChatFault.CANCELLED)
                .over(memories, memory);
        for (int i = 0; i < TURNS_BEFORE; i++) {
            memory.add(UserMessage.from(ask(i == 0 ? "The booking code is " + code() + ". " + filler(i) : filler(i))));
            memory.add(
                    AiMessage.from("Noted, bed " + i + ". " + "It gets compost, and a net against birds. ".repeat(3)));
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
        if (!asksForAState.await(SECONDS, TimeUnit.SECONDS)) {
            return "the compression model was never asked";
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
        if (!last.contains("<session_state version")) {
            return "nothing was compressed";
        }
        return invalid.isEmpty() ? "ok, compression asked " + compression.sent().size() + " times" : invalid;
    }

    private String ask(String question) {
        asked.add(question);
        return question;
    }

    private String filler(int bed) {
        return "What do I plant in bed " + bed + ", which is " + (bed + 3) + " metres long? "
                + "It lies in the shade until noon, and the soil is heavy. ".repeat(5);
    }

    /** Outcome of a turn with a failing model. */
    private String faultyTurn(UnaryOperator<String> service, String question) throws Exception {
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
            return answer == null
                    ? "no text"
                    : answer.isBlank() ? "blank" : answer.equals("cancelled") ? answer : "recovered";
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            return cause == null ? "failed" : cause.getClass().getSimpleName();
        } finally {
            released.countDown();
        }
    }

    /** Behavior of the chat's model. */
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
                int size = request.textTokens();
                yield new Reply.Failure(400, provider.tooLong(size * 9 / 10, size));
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

    /** Behavior of the compression model. */
    private Reply state(Sent request) {
        asksForAState.countDown();
        String good = "{\"logos\":[\"User: the booking code is " + code()
                + ".\"],\"pathos\":[\"" + ScriptedModel.TONE
                + "\"],\"abstract\":[],\"conversation_summary\":\"A garden is being planned.\"}";
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
            case WRONG_TYPES ->
                Reply.text("{\"logos\":7,\"pathos\":\"no\",\"abstract\":{},\"conversation_summary\":[1]}");
            case USELESS -> Reply.text("{\"logos\":[],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\" \"}");
            case LONGER ->
                Reply.text("{\"logos\":[\"" + "It was said, and said again. ".repeat(2_000)
                        + "\"],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"\"}");
            case TOOL_CALL -> Reply.call("count", Map.of("item", "rakes"));
        };
    }

    private void hold(CountDownLatch until) {
        try {
            if (!until.await(3 * SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody went on");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
