package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.Outcome.Compressed.By;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import io.github.sessioncompression.spring.ai.provider.Provider;
import io.github.sessioncompression.spring.ai.provider.ProviderStub;
import io.github.sessioncompression.state.StateOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compression from end to end with the real clients. */
@Tag("once")
class CompressionByChatModelTest {
    private static final String STATE = "{\"logos\":[\"The order is 4711.\"],\"pathos\":[\"patient. "
            + ScriptedModel.TONE + "\"],\"abstract\":[],\"conversation_summary\":\"The user waits for an order.\"}";

    private static List<Message> chat() {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            messages.add(Message.user("Question " + i + " about order 4711, which should have come on 2026-03-0"
                    + (i % 9) + ". I am still waiting for an answer of some length and substance."));
            if (i == 3) {
                messages.add(Message.assistant("", List.of(new ToolCall("c1", "look_up", "{\"order\":4711}"))));
                messages.add(Message.toolResult("c1", "look_up", "Order 4711: 3 pieces, 129.90 EUR, delayed."));
            }
            messages.add(Message.assistant("Answer " + i + ": the order is on its way, and will arrive within days."));
        }
        return messages;
    }

    private static ModelOptions once() {
        return ModelOptions.defaults().withRetries(0);
    }

    private static void compress(
            Provider provider, Consumer<ProviderStub> script, ModelOptions model, Consumer<Compressed> check) {
        compress(provider, script, model, StateOptions.defaults(), check);
    }

    private static void compress(
            Provider provider,
            Consumer<ProviderStub> script,
            ModelOptions model,
            StateOptions state,
            Consumer<Compressed> check) {
        try (ProviderStub stub = new ProviderStub(provider);
                Warnings warnings = new Warnings();
                SessionCompressor compressor = SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(8_000)
                                .withFailure(FailurePolicy.OFFLINE)
                                .withState(state)
                                .withModel(model))
                        .model(StructuredChatModel.of(stub.client()))
                        .build()) {
            script.accept(stub);
            Conversation chat = compressor.conversation("c");
            chat.append(chat());

            Outcome outcome = chat.compress();

            assertThat(chat.transcript()).isEqualTo(chat());
            ValidSequence.check(chat.view().messages());
            check.accept(new Compressed(outcome, chat, stub, warnings.lines()));
        }
    }

    private record Compressed(Outcome outcome, Conversation chat, ProviderStub stub, List<String> warnings) {
        By by() {
            return ((Outcome.Compressed) outcome).by();
        }

        String state() {
            return chat.view().messages().toString();
        }
    }

    private static void failing(Provider provider, Consumer<ProviderStub> script, ModelOptions model) {
        compress(provider, script, model, compressed -> {
            assertThat(compressed.by()).isEqualTo(By.OFFLINE_AFTER_FAILURE);
            assertThat(compressed.state()).contains("<session_state", "4711");
            assertThat(compressed.warnings()).hasSize(1);
            assertThat(compressed.warnings().get(0)).doesNotContain("4711", "test");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void theModelWritesTheState(Provider provider) {
        compress(provider, stub -> stub.answers(STATE), once(), compressed -> {
            assertThat(compressed.by()).isEqualTo(By.MODEL);
            assertThat(compressed.state()).contains("The order is 4711.");
            assertThat(compressed.warnings()).isEmpty();
            assertThat(compressed.stub().sent()).hasSize(1);
            assertThat(compressed.chat().record().orElseThrow().accounting().modelInputTokens())
                    .isEqualTo(1_000);
        });
    }

    @Test
    void asksOpenAiForStrictSchema() {
        compress(Provider.OPENAI, stub -> stub.answers(STATE), once(), compressed -> assertThat(
                        Json.write(compressed.stub().sent().get(0)))
                .contains("\"type\":\"json_schema\"", "\"strict\":true", "\"additionalProperties\":false")
                .contains("\"required\":[\"logos\",\"pathos\",\"abstract\",\"conversation_summary\"]"));
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void theSameAnswerTellsOfTheSegments(Provider provider) {
        String detailed = "The user asks again and again about order 4711, and the order is on its way.";
        String answer = STATE.substring(0, STATE.length() - 1)
                + ",\"segments\":[{\"segment\":1,\"title\":\"Order 4711\",\"detailed\":\"" + detailed
                + "\",\"brief\":\"\",\"tags\":[\"order 4711\"]}]}";
        StateOptions told = StateOptions.defaults().withHistoryTools(true).withSegmentShare(0.3);
        compress(provider, stub -> stub.answers(answer), once(), told, compressed -> {
            assertThat(compressed.by()).isEqualTo(By.MODEL);
            assertThat(compressed.stub().sent()).hasSize(1);
            assertThat(Json.write(compressed.stub().sent().get(0))).contains("segments", "detailed", "segment 1");
            String id = compressed.chat().recall().segments().get(0).id();
            assertThat(compressed.chat().recall().expand(id, Level.DETAILED))
                    .map(CompressedSegment::content)
                    .hasValueSatisfying(content -> assertThat(content).startsWith(detailed));
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void aRefusedSchemaCostsOneRequestAndOneWarning(Provider provider) {
        compress(
                provider,
                stub -> stub.fails(400, "response_format is not supported").answers("Here it is:\n" + STATE),
                once(),
                compressed -> {
                    assertThat(compressed.by()).isEqualTo(By.MODEL);
                    assertThat(compressed.warnings())
                            .hasSize(1)
                            .first()
                            .asString()
                            .contains("refused a response schema");
                    assertThat(compressed.stub().sent()).hasSize(2);
                });
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void aBrokenAnswerIsMended(Provider provider) {
        compress(provider, stub -> stub.answers("{\"logos\":[").answers(STATE), once(), compressed -> {
            assertThat(compressed.by()).isEqualTo(By.MODEL);
            assertThat(compressed.stub().sent()).hasSize(2);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void nothingIsLostWhenTheProviderHasNoCapacity(Provider provider) {
        failing(provider, stub -> stub.fails(429, "slow down"), once());
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void nothingIsLostWhenTheProviderIsBroken(Provider provider) {
        failing(provider, stub -> stub.fails(500, "oops"), once());
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void nothingIsLostWhenTheProviderSendsNoJson(Provider provider) {
        failing(provider, stub -> stub.replies(200, "<html>gateway</html>"), once());
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void nothingIsLostWhenEveryAnswerIsBroken(Provider provider) {
        failing(provider, stub -> stub.answers("{\"logos\":["), once());
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void nothingIsLostWhenEveryAnswerIsCutOff(Provider provider) {
        failing(provider, stub -> stub.isCutOff(STATE.substring(0, 60)), once());
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void nothingIsLostWhenEveryAnswerIsEmpty(Provider provider) {
        failing(provider, stub -> stub.answers(""), once());
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void nothingIsLostWhenEveryFormIsRefused(Provider provider) {
        failing(provider, stub -> stub.fails(400, "no"), once());
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void nothingIsLostWhenTheProviderIsTooSlow(Provider provider) {
        failing(
                provider,
                stub -> stub.answersLate(STATE, Duration.ofSeconds(20)),
                once().withTimeout(Duration.ofMillis(300)));
    }

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "ANTHROPIC"})
    void failedModelKeepsViewUnderKeepPolicy(Provider provider) {
        try (ProviderStub stub = new ProviderStub(provider);
                Warnings warnings = new Warnings();
                SessionCompressor compressor = SessionCompressor.builder()
                        .policy(CompressionPolicy.forWindow(8_000)
                                .withFailure(FailurePolicy.TRUNCATE)
                                .withModel(once()))
                        .model(StructuredChatModel.of(stub.client()))
                        .build()) {
            stub.fails(500, "oops");
            Conversation chat = compressor.conversation("c");
            chat.append(chat());

            assertThat(chat.compress()).isInstanceOf(Outcome.Failed.class);

            assertThat(chat.view().messages()).containsAll(chat());
            assertThat(warnings.lines()).hasSize(1);
        }
    }
}
