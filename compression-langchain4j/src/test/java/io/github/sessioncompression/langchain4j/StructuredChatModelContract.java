package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.model.chat.ChatModel;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.Outcome.Compressed.By;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.event.CompressionStats.ModelUsage;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.model.FinishReason;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredOutput;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Reply.End;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of the model port whichever provider is behind it: its real client, over HTTP, against its wire format. */
abstract class StructuredChatModelContract {
    static final Duration LONG = Duration.ofSeconds(30);

    private static final String SYSTEM = "You help the customers of a garden shop.";
    private static final String STORY =
            "By the way, the neighbour has opinions about hedges and compost and tells them to everybody who passes the "
                    + "fence, whether they ask or not, which takes a while on most afternoons in summer.";
    private static final String STATE = Json.write(Map.of(
            "logos",
            List.of("Order 1001: 4 bags of soil, 36 euros"),
            "pathos",
            List.of("Friendly and brief"),
            "abstract",
            List.of("Allotments"),
            "conversation_summary",
            "Maria orders soil and a hedge trimmer."));

    final ProviderStub stub = startStub();
    private final List<SessionCompressor> open = new ArrayList<>();
    private final Warnings warnings = new Warnings();

    /** A stub of the provider. */
    abstract ProviderStub startStub();

    /** The provider's real client, without retries. */
    abstract ChatModel model(String baseUrl, Duration timeout, boolean declaresSchema);

    /** What the provider can say of a call that cost {@code usage}. */
    abstract Usage reported(Usage usage);

    /** Checks that a request carries the schema of the default state as this provider takes it. */
    abstract void checkSchema(Map<String, @Nullable Object> schema);

    @AfterEach
    void stop() {
        warnings.close();
        open.forEach(SessionCompressor::close);
        stub.close();
    }

    private ChatModel model(boolean declaresSchema) {
        return model(stub.baseUrl(), LONG, declaresSchema);
    }

    private Conversation chat(StructuredChatModel model) {
        return chat(model, LONG);
    }

    private Conversation chat(StructuredChatModel model, Duration timeout) {
        SessionCompressor compressor = SessionCompressor.builder()
                .model(model)
                .policy(CompressionPolicy.forWindow(100_000)
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

    @Test
    void writesTheStateUnderTheProvidersSchema() {
        Usage cost = new Usage(400, 600, 0, 80, 20);
        stub.answers(Reply.text(STATE).costing(cost));
        Conversation chat = chat(StructuredChatModel.of(model(true)));

        Outcome outcome = chat.compress();

        assertThat(outcome).isInstanceOfSatisfying(Outcome.Compressed.class, done -> assertThat(done.by())
                .isEqualTo(By.MODEL));
        assertThat(stub.sent()).hasSize(1);
        Sent sent = stub.lastSent();
        checkSchema(Objects.requireNonNull(sent.schema()));
        checkIsPure(sent);
        assertThat(sent.question())
                .contains("order 1001 is for the allotment")
                .doesNotContain("Ghislaine")
                .doesNotContain("JSON Schema");
        assertThat(chat.view().messages().get(1).text()).contains("4 bags of soil, 36 euros");
        Usage usage = reported(cost);
        assertThat(chat.status().stats().modelUsage())
                .isEqualTo(new ModelUsage(
                        1,
                        usage.inputTokens(),
                        usage.outputTokens() + usage.reasoningTokens(),
                        usage.cacheReadTokens(),
                        usage.cacheCreationTokens()));
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void saysTheShapeInThePromptWhereTheModelDeclaresNoSchema() {
        stub.answers(Reply.text("Sure:\n```json\n" + STATE + "\n```"));
        Conversation chat = chat(StructuredChatModel.of(model(false)));

        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);

        assertShapeIsInThePrompt(stub.lastSent());
        checkIsPure(stub.lastSent());
        assertThat(chat.view().messages().get(1).text()).contains("4 bags of soil, 36 euros");
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void canBeToldHowToSayTheShape() {
        stub.answers(Reply.text(STATE));

        StructuredChatModel.of(model(false), StructuredOutput.JSON_SCHEMA).answer(request());
        assertThat(stub.lastSent().schema()).isNotNull();

        StructuredChatModel.of(model(true), StructuredOutput.PROMPT).answer(request());
        assertShapeIsInThePrompt(stub.lastSent());
    }

    @ParameterizedTest
    @EnumSource(
            value = StructuredOutput.class,
            names = {"AUTO", "JSON_SCHEMA"})
    void doesWithoutTheSchemaFromTheFirstRefusalOn(StructuredOutput output) {
        stub.answers(sent -> sent.schema() != null ? new Reply.SchemaRefused() : Reply.text(STATE));
        Conversation chat = chat(StructuredChatModel.of(model(true), output));

        Outcome first = chat.compress();
        chat.append(Message.user("And now?"), Message.assistant("Now the roses. ".repeat(200)));
        chat.append(Message.user("Fine."), Message.assistant("Yes."));
        chat.compress();

        assertThat(first).isInstanceOfSatisfying(Outcome.Compressed.class, done -> assertThat(done.by())
                .isEqualTo(By.MODEL));
        // The answers are useless, so each compression asks once more.
        assertThat(stub.sent()).hasSizeBetween(3, 5);
        assertThat(stub.sent().get(0).schema()).isNotNull();
        stub.sent().subList(1, stub.sent().size()).forEach(StructuredChatModelContract::assertShapeIsInThePrompt);
        assertThat(warnings.lines()).hasSize(1).first().asString().contains("refused a response schema");
    }

    @Test
    void warnsOfARefusalOnceHoweverManyThreadsMeetIt() {
        stub.answers(sent -> sent.schema() != null ? new Reply.SchemaRefused() : Reply.text(STATE));
        StructuredChatModel model = StructuredChatModel.of(model(true));
        CountDownLatch start = new CountDownLatch(1);
        List<CompletableFuture<ModelAnswer>> answers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            answers.add(CompletableFuture.supplyAsync(() -> {
                awaited(start);
                return model.answer(request());
            }));
        }
        start.countDown();

        answers.forEach(answer -> assertThat(answer.join().text()).isEqualTo(STATE));
        assertThat(warnings.lines()).hasSize(1);
        stub.forget();
        model.answer(request());
        assertThat(stub.sent()).hasSize(1);
    }

    @Test
    void doesNotBlameTheSchemaForARefusalThatHasOtherReasons() {
        stub.answers(new Reply.Failure(400, "your account is not active"));
        StructuredChatModel model = StructuredChatModel.of(model(true));

        assertThatThrownBy(() -> model.answer(request())).hasMessageContaining("your account is not active");

        stub.answers(Reply.text(STATE));
        model.answer(request());
        assertThat(stub.lastSent().schema()).isNotNull();
        assertThat(warnings.lines()).isEmpty();
    }

    /** How a provider can fail: passing failures are tried again once, an unusable answer is to be repaired once. */
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
    void mapsWhyAnAnswerEnded() {
        StructuredChatModel model = StructuredChatModel.of(model(true));

        stub.answers(Reply.text("{"));
        assertThat(model.answer(request()).finishReason()).isEqualTo(FinishReason.STOP);
        stub.answers(Reply.text("{").ended(End.LENGTH));
        assertThat(model.answer(request()).finishReason()).isEqualTo(FinishReason.LENGTH);
        stub.answers(Reply.call("delete_everything", Map.of("sure", true)));
        assertThat(model.answer(request()).finishReason()).isEqualTo(FinishReason.TOOL_CALLS);
    }

    @Test
    void reportsEveryTokenInOneNumberOnly() {
        Usage cost = new Usage(400, 600, 50, 80, 20);
        stub.answers(Reply.text(STATE).costing(cost));

        assertThat(StructuredChatModel.of(model(true)).answer(request()).usage())
                .isEqualTo(reported(cost));
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

    private static void checkIsPure(Sent sent) {
        assertThat(sent.tools()).isEmpty();
        assertThat(sent.raw()).doesNotContain("\"tools\":[{").doesNotContain("temperature");
        assertThat(sent.streaming()).isFalse();
        assertThat(sent.maxOutputTokens()).isGreaterThanOrEqualTo(4_096);
        assertThat(sent.system()).contains("\"logos\"").doesNotContain(SYSTEM);
        assertThat(sent.messages()).extracting(SentMessage::role).containsExactly(SentMessage.USER);
        assertThat(sent.question())
                .contains("<new_messages>\n")
                .contains("\n</new_messages>")
                .startsWith("<");
    }

    private static void assertShapeIsInThePrompt(Sent sent) {
        assertThat(sent.schema()).isNull();
        assertThat(sent.question()).contains("JSON Schema").contains(StateJson.jsonSchema(StateSchema.session()));
    }

    /** A request with made-up contents, as the core would make it. */
    static ModelRequest request() {
        return new ModelRequest(
                "Write the state. \"logos\" holds facts.",
                "order 1001 is for the allotment",
                null,
                null,
                null,
                null,
                StateSchema.session().name(),
                StateJson.jsonSchema(StateSchema.session()),
                5_000);
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
