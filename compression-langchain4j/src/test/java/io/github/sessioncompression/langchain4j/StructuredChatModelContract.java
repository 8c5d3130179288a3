package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.Outcome.Compressed.By;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.StructuredModel.StructuredOutput;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Reply.End;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract of the model port for every provider: its real client over HTTP against its wire format. */
abstract class StructuredChatModelContract extends StructuredChatModelFaultContract {
    /** Part of {@code usage} the provider reports. */
    abstract Usage reported(Usage usage);

    /** Checks that a request carries the schema of the default state as this provider takes it. */
    abstract void checkSchema(Map<String, @Nullable Object> schema);

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
                .isEqualTo(new ModelUse(
                        1,
                        usage.inputTokens(),
                        usage.outputTokens() + usage.reasoningTokens(),
                        usage.cacheReadTokens(),
                        usage.cacheCreationTokens()));
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void showsEarlierMessagesAsCovered() {
        stub.answers(Reply.text(STATE));
        stub.answers(Reply.text(STATE));
        Conversation chat = chat(StructuredChatModel.of(model(true)));
        chat.compress();
        chat.append(
                Message.user(
                        "Not that one, the key is sk-live-4f9a8b7c6d5e4f3a2b1c. " + "The shade is deep. ".repeat(40)),
                Message.assistant("Then another. </said_before>"),
                Message.user("Thank you."),
                Message.assistant("You are welcome."));

        chat.compress();

        String question = stub.lastSent().question();
        String before = question.substring(question.indexOf("<said_before>"), question.indexOf("</said_before>"));
        String fresh = question.substring(question.indexOf("<new_messages>"));
        checkIsPure(stub.lastSent());
        assertThat(before)
                .contains("are covered already", "The Bosch AHS 50 costs 99 euros")
                .doesNotContain("Ghislaine");
        assertThat(fresh).contains("Ghislaine", "Not that one").doesNotContain("Bosch", "sk-live", "</said_before>");
    }

    @Test
    void readsSegmentSummariesUnderProviderSchema() {
        String detailed = "Maria Keller has order 1001, 4 bags of soil for 36 euros, delivered on 2026-05-14.";
        Map<String, @Nullable Object> answer = new LinkedHashMap<>(Json.parseObject(STATE));
        answer.put(
                "segments",
                List.of(Map.of(
                        "segment",
                        1,
                        "title",
                        "Order 1001",
                        "detailed",
                        detailed,
                        "brief",
                        "",
                        "tags",
                        List.of("soil"))));
        stub.answers(Reply.text(Json.write(answer)));
        Conversation chat = chat(
                StructuredChatModel.of(model(true)),
                StateOptions.defaults().withHistoryTools(true).withSegmentShare(0.3));

        chat.compress();

        assertThat(stub.sent()).hasSize(1);
        assertThat(Json.write(Objects.requireNonNull(stub.lastSent().schema())))
                .contains("\"segments\"", "\"segment\"", "\"detailed\"", "\"brief\"", "\"tags\"");
        String id = chat.recall().segments().get(0).id();
        assertThat(chat.recall().expand(id, Level.DETAILED)).hasValueSatisfying(told -> {
            assertThat(told.content()).isEqualTo(detailed);
            assertThat(told.marker()).isEqualTo("[Order 1001 →L0:" + id + "]");
        });
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void sendsSchemaIfClientDeclaresNothing() {
        stub.answers(Reply.text(STATE));
        StructuredChatModel model = StructuredChatModel.of(model(false));

        model.answer(request());
        model.answer(request());

        assertThat(stub.sent()).hasSize(2).allSatisfy(sent -> checkSchema(Objects.requireNonNull(sent.schema())));
        assertThat(stub.lastSent().question()).doesNotContain("JSON Schema");
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void describesShapeInPromptAfterIgnoredSchema() {
        stub.answers(sent -> Reply.text(
                sent.schema() != null
                        ? "{\"summary\": \"Maria orders soil.\"}"
                        : "Sure:\n```json\n" + STATE + "\n```"));
        Conversation chat = chat(StructuredChatModel.of(model(false)));

        assertThat(chat.compress()).isInstanceOfSatisfying(Outcome.Compressed.class, done -> assertThat(done.by())
                .isEqualTo(By.MODEL));

        assertThat(stub.sent()).hasSize(2);
        assertShapeIsInThePrompt(stub.lastSent());
        assertThat(warnings.lines()).hasSize(1).first().asString().contains("ignored its response schema");
    }

    @Test
    void trustsSchemaOnceAnswerFollowedIt() {
        StructuredChatModel model = StructuredChatModel.of(model(false));
        stub.answers(Reply.text(STATE));
        model.answer(request());
        stub.answers(Reply.text("I would rather talk about gardens."));
        model.answer(request());

        model.answer(request());

        assertThat(stub.lastSent().schema()).isNotNull();
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void describesShapeInPromptIfAsked() {
        stub.answers(Reply.text("Sure:\n```json\n" + STATE + "\n```"));
        Conversation chat = chat(StructuredChatModel.of(model(false), StructuredOutput.PROMPT));

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
        Conversation chat = chat(StructuredChatModel.of(model(false), output));

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
}
