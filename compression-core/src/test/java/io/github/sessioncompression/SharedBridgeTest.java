package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two compressors over one store, above the hard limit, while the compression model hangs. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SharedBridgeTest {
    private static final CompressionPolicy SMALL = Policies.early(4_000);
    private static final String STATE = ScriptedModel.state("the model wrote this about plot 3", "b");

    private final ExecutorService pool = Executors.newSingleThreadExecutor();
    private final ScriptedModel model = new ScriptedModel().blocks(STATE);
    private final SessionStore store = SessionStore.inMemory();
    private boolean storeFails;
    private final Conversation here = chat(WatchedStore.of(store, call -> {
        if (storeFails && call.name().equals("commit")) {
            throw new IllegalStateException("read-only");
        }
        return call.proceed();
    }));
    private final Conversation there = chat(store);

    private Conversation chat(SessionStore its) {
        model.otherwise(request -> ModelAnswer.of(STATE));
        return SessionCompressor.builder()
                .policy(SMALL)
                .model(model)
                .store(its)
                .executor(pool)
                .build()
                .conversation("chat");
    }

    @AfterEach
    void close() {
        model.release();
        pool.shutdownNow();
    }

    /** Turns until a view shows an extract, while the model hangs; number of the last one. */
    private int bridged() throws InterruptedException {
        for (int i = 0; ; i++) {
            here.append(Chats.question(i, 30));
            if (here.view().leftOut() > 0) {
                model.awaitBlocked();
                return i;
            }
            here.append(Chats.answer(i, 30));
        }
    }

    private static String text(View view) {
        return view.messages().stream().map(Message::text).collect(Collectors.joining("\n"));
    }

    @Test
    void nodesShareTheirBridge() throws Exception {
        int turn = bridged();
        View shown = here.view();

        View elsewhere = there.view();

        assertThat(elsewhere.messages()).isEqualTo(shown.messages());
        assertThat(elsewhere.outcome()).isInstanceOf(Outcome.Unchanged.class);
        CompressionRecord record = store.current("chat").orElseThrow();
        assertThat(record.cause()).isEqualTo(Cause.BRIDGED);
        assertThat(record.boundary()).as("the messages stay to be compressed").isZero();
        assertThat(record.injected().isEmpty()).isTrue();

        there.append(Chats.answer(turn, 30));
        List<Message> longer = there.view().messages();
        assertThat(longer.subList(0, shown.messages().size())).isEqualTo(shown.messages());
        assertThat(here.view().messages()).isEqualTo(longer);
    }

    @Test
    void nodesInTurnsKeepOnePrefixWhileModelHangs() throws Exception {
        int turn = bridged();
        here.append(Chats.answer(turn, 30));
        List<Message> before = here.view().messages();
        int changes = 0;
        for (int i = turn + 1; i < turn + 40; i++) {
            Conversation node = i % 2 == 0 ? here : there;
            node.append(Chats.turn(i, 30));
            View view = node.view();
            assertThat(view.tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
            List<Message> now = view.messages();
            boolean extended =
                    now.size() >= before.size() && now.subList(0, before.size()).equals(before);
            changes += extended ? 0 : 1;
            assertThat(extended || view.outcome() instanceof Outcome.Bridged)
                    .as("turn %d", i)
                    .isTrue();
            before = now;
        }
        assertThat(changes).isBetween(1, 12);
        assertThat(here.view().messages()).isEqualTo(there.view().messages());
    }

    @Test
    void modelsStateReplacesBridgeEverywhere() throws Exception {
        int turn = bridged();
        there.view();
        there.append(Chats.answer(turn, 30));

        model.release();
        pool.submit(() -> {}).get();

        View after = here.view();
        assertThat(text(after)).contains("the model wrote this");
        assertThat(there.view().messages()).isEqualTo(after.messages());
        CompressionRecord record = store.current("chat").orElseThrow();
        assertThat(record.cause()).isEqualTo(Cause.MODEL);
        assertThat(record.bridge()).isEqualTo(Bridge.NONE);
        assertThat(here.transcript()).hasSize(2 * turn + 2);
    }

    @Test
    void nextProcessShowsBridgeOfTheLast() throws Exception {
        bridged();
        List<Message> shown = here.view().messages();

        assertThat(chat(store).view().messages()).isEqualTo(shown);
    }

    @Test
    void erasedMessageLeavesBridge() throws Exception {
        bridged();
        assertThat(text(there.view())).contains("Order 1000 for");

        there.erase(1);

        assertThat(text(there.view())).doesNotContain("Order 1000 for");
        assertThat(text(here.view())).doesNotContain("Order 1000 for");
        assertThat(store.history("chat"))
                .allSatisfy(record -> assertThat(record.bridge().toString()).doesNotContain("Order 1000 for"));
    }

    @Test
    void bridgeOfReplacedMessagesIsNotShown() throws Exception {
        bridged();
        there.view();

        here.framework().set(List.of(Message.user("Let us begin again.")));

        assertThat(here.view().leftOut()).isZero();
        assertThat(text(here.view())).doesNotContain("Order 10").contains("begin again");
        assertThat(there.view().messages()).isEqualTo(here.view().messages());
    }

    @Test
    void bridgesInOneProcessIfStoreTakesNoRecord() throws Exception {
        storeFails = true;
        try (Warnings warnings = new Warnings()) {
            bridged();

            assertThat(here.view().stateTokens()).isPositive();
            assertThat(store.current("chat")).isEmpty();
            assertThat(warnings.lines())
                    .containsOnlyOnce("Conversation chat: the store did not take an extract"
                            + " (java.lang.IllegalStateException); this process alone shows it, others make their own;"
                            + " check that the store accepts writes.");
        }
    }
}
