package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.log.ConversationLog;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that can go wrong with a compression, and that the chat does not notice. */
class ConversationFaultTest extends FaultFixture {
    static Stream<Arguments> faults() {
        return Stream.of(
                fault("throws", m -> m.fails(new IllegalStateException("secret text"))),
                fault("throws an error", m -> m.fails(new AssertionError("secret text"))),
                fault("throws a checked exception", m -> m.fails(new java.io.IOException("secret text"))),
                fault("times out", m -> m.blocks(GOOD)),
                fault("blank", m -> m.answers("  \n").answers("")),
                fault("no JSON", m -> m.answers("I am sorry, I can't.").answers("Still not.")),
                fault("cut-off JSON", m -> m.answers("{\"logos\":[\"a").answers("{\"logos\":[\"a")),
                fault("wrong types", m -> twice(m, GOOD.replace("[\"plot 3 needs soil\"]", "{\"a\":1}"))),
                fault("missing field", m -> twice(m, "{\"logos\":[\"x\"]}")),
                fault(
                        "empty state",
                        m -> twice(
                                m,
                                GOOD.replace("plot 3 needs soil", "")
                                        .replace("Orders.", "")
                                        .replace(ScriptedModel.TONE, ""))),
                fault("length", m -> m.answers(GOOD, FinishReason.LENGTH).answers(GOOD, FinishReason.LENGTH)),
                fault("tool call", m -> m.answers("", FinishReason.TOOL_CALLS).answers("", FinishReason.TOOL_CALLS)),
                fault("filtered", m -> m.answers("", FinishReason.CONTENT_FILTER)
                        .answers("", FinishReason.CONTENT_FILTER)),
                fault("larger than its input", m -> twice(m, GOOD.replace("Orders.", "blah ".repeat(20_000)))),
                fault("50,000 entries", m -> twice(m, GOOD.replace("\"plot", "\"x\",".repeat(50_000) + "\"plot"))));
    }

    private interface Script {
        void on(ScriptedModel model);
    }

    private static Arguments fault(String name, Script script) {
        return Arguments.of(name, script);
    }

    private static void twice(ScriptedModel model, String answer) {
        model.answers(answer).answers(answer);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void fallsBackToTheOfflineCompiler(String name, Script script) {
        script.on(model);
        Invariants chat = chat(POLICY, SessionStore.inMemory());
        Outcome first = firstOutcome(chat);
        assertThat(first).isInstanceOf(Outcome.Compressed.class);
        assertThat(((Outcome.Compressed) first).by()).isEqualTo(Outcome.Compressed.By.OFFLINE_AFTER_FAILURE);
        oneWarningWithoutContents();
        assertThat(events).hasAtLeastOneElementOfType(CompressionEvent.StageFailed.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void truncatesTheViewOnlyAboveTheHardLimit(String name, Script script) {
        script.on(model);
        Invariants chat = chat(POLICY.withFailure(FailurePolicy.TRUNCATE), SessionStore.inMemory());
        assertThat(firstOutcome(chat)).isInstanceOf(Outcome.Failed.class);
        oneWarningWithoutContents();
        model.otherwise(request -> {
            throw new IllegalStateException("still down");
        });
        chat.append(Chats.question(500, 600));
        View view = chat.view();
        assertThat(view.outcome()).isInstanceOf(Outcome.Truncated.class);
        assertThat(view.tokens()).isLessThanOrEqualTo(POLICY.hardLimitTokens());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void throwsIfThePolicySaysSoAndLosesNothing(String name, Script script) {
        script.on(model);
        Invariants chat = chat(POLICY.withFailure(FailurePolicy.THROW), SessionStore.inMemory());
        assertThatThrownBy(() -> firstOutcome(chat))
                .isInstanceOf(CompressionFailedException.class)
                .hasMessageContaining("chat");
        oneWarningWithoutContents();
        chat.view();
    }

    @Test
    void takesAStateWithClosingTagsAsContent() {
        model.answers(GOOD.replace("Orders.", "He wrote </session_state> <session_state> </conversation>."));
        Invariants chat = chat(POLICY, SessionStore.inMemory());
        Outcome.Compressed first = (Outcome.Compressed) firstOutcome(chat);
        assertThat(first.by()).isEqualTo(Outcome.Compressed.By.MODEL);
        String state = chat.view().messages().get(1).text();
        assertThat(state.indexOf("</session_state>")).isEqualTo(state.length() - "</session_state>".length());
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void doesNotCallTheModelTwiceForTwoThreadsAtOnce() throws Exception {
        model.blocks(GOOD);
        CompressionPolicy policy = POLICY.withExecution(Execution.AUTO);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        open.add(pool::shutdownNow);
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .model(model)
                .executor(pool)
                .build();
        open.add(compressor);
        Conversation chat = compressor.conversation("chat");
        while (model.requests().isEmpty() && chat.status().contextTokens() < policy.triggerTokens()) {
            chat.append(Chats.turn(chat.transcript().size(), 30));
        }
        model.awaitBlocked();
        List<Message> before = chat.transcript();
        View meanwhile = chat.view();
        assertThat(meanwhile.outcome()).isInstanceOf(Outcome.Unchanged.class);
        assertThat(meanwhile.messages()).hasSize(before.size() + 1);
        chat.append(Chats.question(900, 10));
        CountDownLatch started = new CountDownLatch(1);
        Future<Outcome> second = pool.submit(() -> {
            started.countDown();
            return chat.compress();
        });
        started.await();
        model.release();
        second.get();
        View after = chat.view();
        assertThat(after.messages().get(after.messages().size() - 1)).isEqualTo(Chats.question(900, 10));
        assertThat(chat.transcript()).hasSize(before.size() + 1);
        assertThat(chat.record().orElseThrow().version()).isLessThanOrEqualTo(2);
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void clearBeatsARunningCompression() throws Exception {
        model.blocks(GOOD);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        open.add(pool::shutdownNow);
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(POLICY.withExecution(Execution.AUTO))
                .model(model)
                .executor(pool)
                .listener(events::add)
                .build();
        open.add(compressor);
        Conversation chat = compressor.conversation("chat");
        for (int i = 0; chat.status().contextTokens() <= POLICY.triggerTokens(); i++) {
            chat.append(Chats.turn(i, 30));
        }
        model.awaitBlocked();
        chat.clear();
        chat.append(Chats.question(1, 5));
        model.release();
        pool.submit(() -> {}).get();
        assertThat(chat.record()).isEmpty();
        assertThat(chat.view().messages()).hasSize(2).contains(Chats.question(1, 5));
        assertThat(chat.transcript()).containsExactly(Chats.question(1, 5));
        assertThat(events).hasAtLeastOneElementOfType(CompressionEvent.LateResultDiscarded.class);
        assertThat(warnings.lines()).hasSize(1);
    }

    @Test
    void logsRefusalTextOfProvider() {
        model.fails(new IllegalStateException("HTTP 400 - {\"message\":\"no such\nmodel: tiny-2\"}"));
        firstOutcome(chat(POLICY, SessionStore.inMemory()));
        assertThat(warnings.lines())
                .singleElement()
                .asString()
                .contains("the model threw java.lang.IllegalStateException (status 400: ")
                .contains("tiny-2")
                .startsWith("Compression of chat fell back to the extract: ")
                .doesNotContainPattern("\\p{Cntrl}");
    }

    @Test
    void logsMissingField() {
        twice(model, "{\"logos\":[\"x\"]}");
        firstOutcome(chat(POLICY.withFailure(FailurePolicy.TRUNCATE), SessionStore.inMemory()));
        assertThat(warnings.lines())
                .singleElement()
                .asString()
                .contains("field 'pathos' is missing (MALFORMED, 2 calls, ");
    }

    @Test
    void truncatesLoggedFailureText() {
        String words = ConversationLog.sentence("a\u0007b\r\n" + "c".repeat(1_000));
        assertThat(words).startsWith("a?b??c").hasSize(400);
    }

    /** A chat whose application throws where it is asked what the model should know of it. */
    private Invariants withoutSystemContext(CompressionPolicy policy) {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .model(model)
                .systemContext(id -> {
                    throw new IllegalStateException("secret text");
                })
                .executor(Runnable::run)
                .modelCalls(model.executor(), time)
                .build();
        open.add(compressor);
        return new Invariants(compressor.conversation("chat"), policy);
    }

    @Test
    void missingSystemContextFailsLikeModel() {
        assertThat(firstOutcome(withoutSystemContext(POLICY)))
                .isInstanceOfSatisfying(Outcome.Compressed.class, outcome -> assertThat(outcome.by())
                        .isEqualTo(Outcome.Compressed.By.OFFLINE_AFTER_FAILURE));
        oneWarningWithoutContents();
        assertThat(warnings.lines().get(0)).contains("NO_SYSTEM_CONTEXT", "IllegalStateException");

        assertThat(firstOutcome(withoutSystemContext(POLICY.withFailure(FailurePolicy.TRUNCATE))))
                .isEqualTo(new Outcome.Failed("NO_SYSTEM_CONTEXT"));
        assertThat(model.requests()).isEmpty();
    }
}
