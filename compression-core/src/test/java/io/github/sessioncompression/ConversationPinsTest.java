package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Pinned messages stay verbatim, whatever happens to the messages around them. */
class ConversationPinsTest {
    private static final String GOOD = ScriptedModel.state("soil was ordered", "Orders.");
    private static final CompressionPolicy SMALL = Policies.early(4_000)
            .withModel(ModelOptions.defaults().withRetries(0).withBreakerThreshold(100));

    private final SessionStore store = SessionStore.inMemory();

    @AutoClose
    private final Compressors open = new Compressors();

    private final List<CompressionEvent> events = new ArrayList<>();

    private Invariants chat(CompressionPolicy policy) {
        return chat(SessionCompressor.builder().policy(policy), policy);
    }

    private Invariants chat(SessionCompressor.Builder builder, CompressionPolicy policy) {
        SessionCompressor compressor =
                open.open(builder.store(store).executor(Runnable::run).listener(events::add));
        return new Invariants(compressor.conversation("chat"), policy);
    }

    private Conversation conversation() {
        return open.get(0).conversation("chat");
    }

    private List<Message> afterRestart(CompressionPolicy policy) {
        return Peek.at(policy, store, "chat");
    }

    private static void fill(Invariants chat, int from, int to) {
        for (int i = from; i < to; i++) {
            chat.append(Chats.question(i, 30));
            chat.view();
            chat.append(Chats.answer(i, 30));
        }
    }

    /** A turn that finds tools; the result is pinned and long. */
    private static List<Message> foundTools(int words) {
        return List.of(
                Chats.question(700, 5),
                Message.assistant(
                        "",
                        List.of(
                                new ToolCall("f", "find_tools", "{\"query\":\"garden\"}"),
                                new ToolCall("g", "stock", "{}"))),
                Message.toolResult("f", "find_tools", "found: " + "prune_roses ".repeat(words))
                        .withPinned(true),
                Message.toolResult("g", "stock", "42"),
                Chats.answer(700, 5));
    }

    @Test
    void keepsAPinnedResultVerbatimThroughFiveCompressions() {
        CompressionPolicy policy = SMALL.withPrune(
                PruneOptions.defaults().withPruning(Pruning.KEEP_NONE).withMaxResultTokens(100));
        Invariants chat = chat(policy);
        chat.append(Message.system(Chats.SYSTEM));
        fill(chat, 0, 3);
        List<Message> found = foundTools(100);
        chat.append(found);
        for (int i = 3; chat.view().compressions() < 6; i++) {
            fill(chat, i, i + 1);
            chat.append(Chats.toolTurn(1000 + i, 60));
            assertThat(chat.view().messages()).containsSequence(found.subList(1, 4));
        }
        List<Message> view = chat.view().messages();
        assertThat(view.subList(2, 5)).isEqualTo(found.subList(1, 4));
        assertThat(StateEnvelope.holds(view.get(6).text())).isTrue();
        assertThat(chat.view().prunedResults()).isPositive();
        assertThat(view).doesNotContain(found.get(0), found.get(4));
        assertThat(afterRestart(policy)).isEqualTo(view);
    }

    @Test
    void keepsRolesAlternatingAroundPins() {
        Invariants chat = chat(SMALL);
        for (int i = 0; i < 6; i++) {
            Message question = Chats.question(i, 20);
            Message answer = Chats.answer(i, 20);
            chat.append(i % 3 == 0 ? question.withPinned(true) : question);
            if (i % 2 == 0) {
                chat.append(foundTools(3).subList(1, 4));
            }
            chat.append(i % 3 == 1 ? answer.withPinned(true) : answer);
        }
        chat.append(Chats.answer(4, 10).withPinned(true));
        fill(chat, 10, 50);
        List<Message> view = chat.view().messages();
        assertThat(conversation().record().orElseThrow().boundary()).isGreaterThan(30);
        Role before = Role.SYSTEM;
        for (Message message : view) {
            boolean alternates =
                    switch (message.role()) {
                        case SYSTEM -> before == Role.SYSTEM;
                        case USER -> before == Role.ASSISTANT || before == Role.SYSTEM;
                        case ASSISTANT -> before == Role.USER || before == Role.TOOL;
                        case TOOL -> before == Role.ASSISTANT || before == Role.TOOL;
                    };
            assertThat(alternates).as(before + " then " + message).isTrue();
            before = message.role();
        }
        assertThat(afterRestart(SMALL)).isEqualTo(view);
    }

    @Test
    void countsPinsAgainstBudget() {
        Invariants chat = chat(Policies.early(8_000));
        chat.append(foundTools(400));
        int compressions = 0;
        for (int i = 0; i < 150; i++) {
            chat.append(Chats.question(i, 30));
            View view = chat.view();
            if (view.outcome() instanceof Outcome.Compressed done) {
                compressions++;
                assertThat(done.tokensAfter()).isLessThanOrEqualTo(8_000 * 55 / 100);
            }
            chat.append(Chats.answer(i, 30));
        }
        assertThat(compressions).isGreaterThan(2);
    }

    @Test
    void shrinksEverythingElseIfPinsExceedLimit() {
        ScriptedModel model = new ScriptedModel();
        int[] calls = new int[1];
        model.otherwise(request -> {
            calls[0] += ScriptedModel.part(request, "correction").isEmpty() ? 1 : 0;
            return ModelAnswer.of(GOOD);
        });
        Invariants chat = chat(
                SessionCompressor.builder()
                        .policy(SMALL.withModel(SMALL.model().withContextWindow(100_000)))
                        .model(model)
                        .modelCalls(Runnable::run, new MutableTime()),
                SMALL);
        for (int i = 0; i < 5; i++) {
            chat.append(foundTools(300));
        }
        for (int i = 0; i < 20; i++) {
            chat.append(Chats.question(i, 5));
            View view = chat.view();
            assertThat(view.outcome()).isInstanceOf(Outcome.OverBudget.class);
            assertThat(view.messages().get(view.messages().size() - 1)).isEqualTo(Chats.question(i, 5));
            chat.append(Chats.answer(i, 5));
        }
        assertThat(events).hasAtLeastOneElementOfType(CompressionEvent.OverBudget.class);
        assertThat(calls[0]).as("not one call a turn for what does not help").isLessThanOrEqualTo(10);
    }

    @Test
    void keepsPinsInTruncatedView() {
        ScriptedModel model = new ScriptedModel();
        CompressionPolicy policy = SMALL.withFailure(FailurePolicy.TRUNCATE);
        Invariants chat = chat(
                SessionCompressor.builder().policy(policy).model(model).modelCalls(Runnable::run, new MutableTime()),
                policy);
        List<Message> found = foundTools(50);
        chat.append(found);
        fill(chat, 0, 40);
        View view = chat.view();
        assertThat(view.leftOut()).isPositive();
        assertThat(view.tokens()).isLessThanOrEqualTo(policy.hardLimitTokens());
        assertThat(view.messages()).containsSequence(found.subList(1, 4)).doesNotContain(found.get(4));
    }

    @Test
    void setRemovesPinnedGroupMissingFromView() {
        Invariants chat = chat(SMALL);
        chat.append(Message.system(Chats.SYSTEM));
        chat.append(foundTools(20));
        fill(chat, 0, 30);
        List<Message> view = new ArrayList<>(chat.view().messages());
        conversation().framework().set(view);
        assertThat(conversation().view().messages()).isEqualTo(view);
        view.removeAll(foundTools(20));
        view.subList(1, 3).clear(); // What stood around them.
        conversation().framework().set(view);

        assertThat(conversation().view().messages()).isEqualTo(view);
        assertThat(afterRestart(SMALL)).isEqualTo(view);
        assertThat(conversation().record().orElseThrow().pinned()).containsExactly(1L);
    }
}
