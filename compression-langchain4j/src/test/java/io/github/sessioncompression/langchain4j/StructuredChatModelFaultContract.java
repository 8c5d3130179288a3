package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.model.chat.ChatModel;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.Outcome.Compressed.By;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Reply.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A failing provider behind the model port loses nothing in a compression, and the next one asks it again. */
abstract class StructuredChatModelFaultContract {
    static final Duration LONG = Duration.ofSeconds(30);
    static final String SYSTEM = "You help the customers of a garden shop.";
    static final String STATE = Json.write(Map.of(
            "logos",
            List.of(
                    "Order 1001: 4 bags of soil, 36 euros, for Maria Keller's allotment in Potsdam",
                    "Delivery on 2026-05-14; never call before noon"),
            "pathos",
            List.of("Friendly and brief"),
            "abstract",
            List.of("Allotments"),
            "conversation_summary",
            "Maria orders soil and a hedge trimmer."));
    private static final String STORY =
            "By the way, the neighbour has opinions about hedges and compost and tells them to everybody who passes the "
                    + "fence, whether they ask or not, which takes a while on most afternoons in summer.";

    final ProviderStub stub = startStub();
    final Warnings warnings = new Warnings();
    private final List<SessionCompressor> open = new ArrayList<>();

    /** A stub of the provider. */
    abstract ProviderStub startStub();

    /** The provider's real client, without retries. */
    abstract ChatModel model(String baseUrl, Duration timeout, boolean declaresSchema);

    @AfterEach
    void stop() {
        warnings.close();
        open.forEach(SessionCompressor::close);
        stub.close();
    }

    ChatModel model(boolean declaresSchema) {
        return model(stub.baseUrl(), LONG, declaresSchema);
    }

    Conversation chat(StructuredChatModel model) {
        return chat(model, LONG);
    }

    private Conversation chat(StructuredChatModel model, Duration timeout) {
        return chat(model, timeout, StateOptions.defaults());
    }

    Conversation chat(StructuredChatModel model, StateOptions state) {
        return chat(model, LONG, state);
    }

    private Conversation chat(StructuredChatModel model, Duration timeout, StateOptions state) {
        SessionCompressor compressor = SessionCompressor.builder()
                .model(model)
                .policy(CompressionPolicy.forWindow(100_000)
                        .withState(state)
                        .withModel(ModelOptions.defaults()
                                .withTimeout(timeout)
                                .withRetries(1)
                                .withBackoff(Duration.ofMillis(1))))
                .build();
        open.add(compressor);
        Conversation chat = compressor.conversation("garden");
        chat.append(Message.system(SYSTEM));
        chat.append(
                Message.user("I am Maria Keller, order 1001 is for the allotment in Potsdam. " + STORY),
                Message.assistant("Welcome, Maria. Order 1001 holds 4 bags of soil for 36 euros. " + STORY),
                Message.user("Please deliver on 2026-05-14, and never call before noon. " + STORY),
                Message.assistant("Delivery is set for 2026-05-14, we shall not call before noon. " + STORY),
                Message.user("Add a Bosch hedge trimmer if it stays under 120 euros. " + STORY),
                Message.assistant("The Bosch AHS 50 costs 99 euros, so it is added to order 1001. " + STORY),
                Message.user("Thanks. Which roses like shade?"),
                Message.assistant("Ghislaine de Feligonde does."));
        return chat;
    }

    /** Provider failures: passing ones are retried once, an unusable answer is repaired once. */
    static Stream<Named<Reply>> faults() {
        return Stream.of(
                Named.of("429", new Reply.Failure(429, "Rate limit reached")),
                Named.of("500", new Reply.Failure(500, "The server had an error")),
                Named.of("connection reset", new Reply.Reset()),
                Named.of("a proxy's page", new Reply.Raw(200, "<html>busy</html>")),
                Named.of("broken JSON", new Reply.Raw(200, "{\"choices\":[{\"mess")),
                Named.of("cut off", Reply.text(STATE.substring(0, 60)).ended(End.LENGTH)),
                Named.of("a tool call", Reply.call("delete_everything", Map.of("sure", true))),
                Named.of("no text", Reply.text("")),
                Named.of("prose", Reply.text("I would rather talk about gardens.")));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void losesNothingWhenTheModelFails(Reply fault) {
        stub.answers(fault);

        checkOfflineTakesOver(chat(StructuredChatModel.of(model(true))));

        assertThat(stub.sent()).hasSize(2);
    }

    @Test
    void losesNothingWhenTheClientsTimeLimitIsOver() {
        stub.answers(Reply.text(STATE).after(Duration.ofSeconds(3)));

        checkOfflineTakesOver(chat(StructuredChatModel.of(model(stub.baseUrl(), Duration.ofMillis(150), true))));

        assertThat(stub.sent()).hasSize(2);
    }

    @Test
    void losesNothingWhenTheCompressionsTimeLimitIsOver() {
        stub.answers(Reply.text(STATE).after(Duration.ofSeconds(3)));

        checkOfflineTakesOver(chat(StructuredChatModel.of(model(true)), Duration.ofMillis(150)));
    }

    @Test
    void losesNothingWhenThereIsNobodyToConnectTo() {
        stub.close();

        checkOfflineTakesOver(chat(StructuredChatModel.of(model(true))));
    }

    @Test
    void comesBackAfterAFailure() {
        stub.next(new Reply.Failure(500, "The server had an error"), new Reply.Failure(429, "Rate limit reached"));
        stub.answers(Reply.text(STATE));
        Conversation chat = chat(StructuredChatModel.of(model(true)));
        chat.compress();
        chat.append(Message.user("And now?"), Message.assistant("Now the roses. ".repeat(200)));
        chat.append(Message.user("Fine."), Message.assistant("Yes."));

        assertThat(chat.compress()).isInstanceOfSatisfying(Outcome.Compressed.class, done -> assertThat(done.by())
                .isEqualTo(By.MODEL));
        assertThat(stub.lastSent().question()).contains("<previous_state>");
    }

    private void checkOfflineTakesOver(Conversation chat) {
        List<Message> before = chat.transcript();

        Outcome outcome = chat.compress();

        assertThat(outcome).isInstanceOfSatisfying(Outcome.Compressed.class, done -> assertThat(done.by())
                .isEqualTo(By.OFFLINE_AFTER_FAILURE));
        assertThat(chat.transcript()).isEqualTo(before);
        List<Message> view = chat.view().messages();
        ValidSequence.check(view);
        assertThat(view.get(1).text()).contains("1001").contains("2026-05-14").contains("99 euros");
        assertThat(view.subList(3, view.size())).isEqualTo(before.subList(before.size() - 2, before.size()));
        assertThat(warnings.lines()).hasSize(1);
        assertThat(warnings.lines().get(0)).doesNotContain("garden shop").doesNotContain("soil");
    }

    @Test
    void keepsSchemaAfterUnrelatedRefusal() {
        stub.answers(new Reply.Failure(400, "your account is not active"));
        StructuredChatModel model = StructuredChatModel.of(model(true));

        assertThatThrownBy(() -> model.answer(request())).hasMessageContaining("your account is not active");

        stub.answers(Reply.text(STATE));
        model.answer(request());
        assertThat(stub.lastSent().schema()).isNotNull();
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void endsSoonWhenItsThreadIsInterrupted() throws InterruptedException {
        CountDownLatch arrived = new CountDownLatch(1);
        stub.answers(sent -> {
            arrived.countDown();
            return Reply.text(STATE).after(LONG);
        });
        StructuredChatModel model = StructuredChatModel.of(model(true));
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                model.answer(request());
                ended.completeExceptionally(new AssertionError("it answered"));
            } catch (RuntimeException interrupted) {
                ended.complete(interrupted);
            }
        });
        caller.start();
        awaited(arrived);

        caller.interrupt();

        caller.join(TimeUnit.SECONDS.toMillis(5));
        assertThat(ended).isCompleted();
    }

    /** A request with made-up contents, as the core would make it. */
    static ModelRequest request() {
        return new ModelRequest(
                "Write the state. \"logos\" holds facts.",
                "order 1001 is for the allotment",
                StateSchema.session().name(),
                StateJson.jsonSchema(StateSchema.session()),
                5_000);
    }

    static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
