package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.FinishReason;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.store.Append;
import io.github.sessioncompression.store.Commit;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.Lease;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that can go wrong with a compression, and that the chat does not notice. */
class ConversationFaultTest {
    private static final String GOOD =
            "{\"logos\":[\"plot 3 needs soil\"],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"Orders.\"}";
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(4_000)
            .withExecution(Execution.SYNC)
            .withModel(ModelOptions.defaults().withRetries(0).withBreakerThreshold(100));

    private final Warnings warnings = new Warnings();
    private final MutableTime time = new MutableTime();
    private final List<CompressionEvent> events = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private ScriptedModel model = new ScriptedModel();

    @BeforeEach
    void answerTheRestWell() {
        model.otherwise(request -> ModelAnswer.of(GOOD));
    }

    @AfterEach
    void close() throws Exception {
        model.release();
        for (AutoCloseable each : open) {
            each.close();
        }
        warnings.close();
    }

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
                        m -> twice(m, GOOD.replace("plot 3 needs soil", "").replace("Orders.", ""))),
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
    void keepsTheContextIfThePolicySaysSo(String name, Script script) {
        script.on(model);
        Invariants chat = chat(POLICY.withFailure(FailurePolicy.KEEP), SessionStore.inMemory());
        Outcome first = firstOutcome(chat);
        assertThat(first).isInstanceOf(Outcome.Failed.class);
        oneWarningWithoutContents();
        assertThat(chat.view().messages().size())
                .isGreaterThanOrEqualTo(chat.transcript().size());
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
    void goesOnWhenTheStoreRefusesTheCommit() {
        FragileStore store = new FragileStore();
        store.refuseCommits = true;
        Invariants chat = chat(POLICY.withModel(POLICY.model().withContextWindow(100_000)), store);
        for (int i = 0; i < 30; i++) {
            chat.append(Chats.question(i, 30));
            chat.view();
            chat.append(Chats.answer(i, 30));
        }
        assertThat(chat.view().tokens()).isLessThanOrEqualTo(POLICY.hardLimitTokens());
        long discarded = events.stream()
                .filter(CompressionEvent.LateResultDiscarded.class::isInstance)
                .count();
        assertThat(warnings.lines()).hasSize((int) discarded);
        assertThat(model.requests().stream().filter(request -> request.correction() == null))
                .as("one paid attempt for each, and not one a turn")
                .hasSize((int) discarded);
        assertThat(discarded).isBetween(1L, 20L);
        store.refuseCommits = false;
        for (int i = 31; chat.view().compressions() == 0; i++) {
            chat.append(Chats.turn(i, 30));
            assertThat(i).as("turns until the next attempt").isLessThan(60);
        }
        assertThat(chat.view().leftOut()).isZero();
    }

    @Test
    void namesAFailureWhoseClassHasNoName() {
        FragileStore store = new FragileStore();
        store.refuseLeases = true;
        Invariants chat = chat(POLICY, store);
        assertThat(firstOutcome(chat)).isInstanceOf(Outcome.Failed.class);
        oneWarningWithoutContents();
        assertThat(events)
                .anyMatch(e -> e instanceof CompressionEvent.StageFailed failed
                        && failed.failure().equals("UNEXPECTED"));
    }

    @Test
    void goesOnWithWhatItKnowsWhenTheStoreIsGone() {
        FragileStore store = new FragileStore();
        Invariants chat = chat(POLICY, store);
        for (int i = 0; i < 12; i++) {
            chat.append(Chats.turn(i, 30));
        }
        View before = chat.view();
        store.gone = true;
        Conversation conversation = open.stream()
                .filter(SessionCompressor.class::isInstance)
                .map(each -> ((SessionCompressor) each).conversation("chat"))
                .findFirst()
                .orElseThrow();
        assertThat(conversation.view().messages()).isEqualTo(before.messages());
        assertThat(warnings.lines()).hasSize(1);
        assertThatThrownBy(() -> conversation.append(Chats.question(40, 5))).isInstanceOf(IllegalStateException.class);
        store.gone = false;
        conversation.append(Chats.question(40, 5));
        chat.transcript().add(Chats.question(40, 5));
        chat.view();
    }

    private Invariants chat(CompressionPolicy policy, SessionStore store) {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .model(model)
                .store(store)
                .executor(Runnable::run)
                .listener(events::add)
                .clock(time)
                .modelCalls(model.executor(), time)
                .build();
        open.add(compressor);
        return new Invariants(compressor.conversation("chat"), policy);
    }

    /** Goes on with a chat until something happens to its context. */
    private static Outcome firstOutcome(Invariants chat) {
        for (int i = 0; i < 100; i++) {
            chat.append(Chats.question(i, 30));
            View view = chat.view();
            if (!(view.outcome() instanceof Outcome.Unchanged)) {
                return view.outcome();
            }
            chat.append(Chats.answer(i, 30));
        }
        throw new AssertionError("nothing happened");
    }

    private void oneWarningWithoutContents() {
        assertThat(warnings.lines()).hasSize(1);
        assertThat(warnings.lines().get(0)).doesNotContain("secret").doesNotContain("soil");
    }

    /** A store that can refuse commits or be gone. */
    private static final class FragileStore implements SessionStore {
        private final SessionStore store = SessionStore.inMemory();
        private boolean refuseCommits;
        private boolean refuseLeases;
        private boolean gone;

        private SessionStore store() {
            if (gone) {
                throw new IllegalStateException("connection refused");
            }
            return store;
        }

        @Override
        public Optional<Head> head(String conversationId) {
            return store().head(conversationId);
        }

        @Override
        public List<String> conversations(@Nullable String after, int limit) {
            return store().conversations(after, limit);
        }

        @Override
        public Append append(
                String conversationId, String incarnation, long expectedLast, String key, List<Entry> entries) {
            return store().append(conversationId, incarnation, expectedLast, key, entries);
        }

        @Override
        public boolean replaceAfter(
                String conversationId,
                String incarnation,
                long expectedLast,
                long keepThrough,
                String newIncarnation,
                List<Entry> entries) {
            return store().replaceAfter(
                            conversationId, incarnation, expectedLast, keepThrough, newIncarnation, entries);
        }

        @Override
        public List<Entry> load(String conversationId, long after, int limit) {
            return store().load(conversationId, after, limit);
        }

        @Override
        public Optional<CompressionRecord> current(String conversationId) {
            return store().current(conversationId);
        }

        @Override
        public List<CompressionRecord> history(String conversationId) {
            return store().history(conversationId);
        }

        @Override
        public List<SegmentState> segments(String conversationId, List<Long> ids) {
            return store().segments(conversationId, ids);
        }

        @Override
        public void count(String conversationId, Counters delta) {
            store().count(conversationId, delta);
        }

        @Override
        public Counters counters(String conversationId) {
            return store().counters(conversationId);
        }

        @Override
        public boolean commit(String conversationId, Commit commit) {
            return !refuseCommits && store().commit(conversationId, commit);
        }

        @Override
        public Optional<Lease> tryLease(String conversationId, String owner, Duration duration) {
            if (refuseLeases) {
                throw new IllegalStateException("secret text") {};
            }
            return store().tryLease(conversationId, owner, duration);
        }

        @Override
        public void release(String conversationId, Lease lease) {
            store().release(conversationId, lease);
        }

        @Override
        public boolean delete(String conversationId) {
            return store().delete(conversationId);
        }

        @Override
        public boolean erase(String conversationId, long sequence) {
            return store().erase(conversationId, sequence);
        }
    }
}
