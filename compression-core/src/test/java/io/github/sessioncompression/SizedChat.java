package io.github.sessioncompression;

import io.github.sessioncompression.Step.Proposal;
import io.github.sessioncompression.context.Budget;
import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.StepOrder;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.token.Usage;
import io.github.sessioncompression.writer.WrittenState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A chat each of whose messages costs as many tokens as a test says, but for a system message at its beginning. */
final class SizedChat implements AutoCloseable {
    static final StateOptions STATE =
            StateOptions.defaults().withAwareness(false).withMaxTokens(400);
    static final CompressionPolicy POLICY = Policies.early(8_000).withState(STATE);

    final FragileStore store = new FragileStore();
    final ConversationParts workings;
    final Chat chat;
    final Budget budget;
    private final SessionCompressor compressor;
    private int next;

    SizedChat(CompressionPolicy policy) {
        this.compressor = SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(Runnable::run)
                .build();
        this.workings = ConversationParts.of("chat", compressor.settings(), compressor.shared());
        this.chat = workings.chats().get(it -> it);
        this.budget = chat.shown().budget();
    }

    /** The same chat as another process has it. */
    Chat elsewhere() {
        Chat other = ConversationParts.of("chat", compressor.settings(), compressor.shared())
                .chats()
                .get(it -> it);
        other.sync();
        return other;
    }

    Settings settings() {
        return compressor.settings();
    }

    Step step(StepOrder.Kind kind) {
        return settings().steps().of(new StepOrder.Use(kind, StepOrder.Aim.POLICY, StepOrder.When.ALWAYS));
    }

    Step step(StepOrder.Aim aim) {
        return settings().steps().compress(aim);
    }

    private SizedChat add(Message message, int tokens) {
        chat.add(List.of(message), new int[] {tokens}, "key " + ++next);
        return this;
    }

    /** Sets the token count of the leading system messages. */
    SizedChat system(int tokens) {
        return add(Message.system("You keep the books of pottery " + next + "."), tokens);
    }

    SizedChat asks(int tokens) {
        return add(Message.user("Question " + next + "?"), tokens);
    }

    SizedChat asksPinned(int tokens) {
        return add(Message.user("Note " + next + ".").withPinned(true), tokens);
    }

    SizedChat answers(int tokens) {
        return add(Message.assistant("Answer " + next + "."), tokens);
    }

    SizedChat answersPinned(int tokens) {
        return add(Message.assistant("Answer " + next + ".").withPinned(true), tokens);
    }

    /** A call that costs ten tokens and its result. */
    SizedChat round(int resultTokens) {
        String id = "c" + next;
        add(Message.assistant("", List.of(new ToolCall(id, "look", "{}"))), 10);
        return add(Message.toolResult(id, "look", "Shelf " + next + " is full."), resultTokens);
    }

    int systemTokens() {
        return chat.shown().context().systemTokens();
    }

    int stateTokens(StateDocument state) {
        return chat.rules().stateTokens(state);
    }

    /** Makes {@code state} stand for what {@code aim} would compress now. */
    SizedChat compress(StepOrder.Aim aim, StateDocument state) {
        Proposal.ToWrite proposal = write(step(aim).propose(chat));
        make(proposal.finish().apply(written(state, false), Duration.ZERO));
        return this;
    }

    boolean make(@Nullable Proposal proposal) {
        return ((Proposal.Ready) Objects.requireNonNull(proposal)).change().test(chat);
    }

    static Proposal.ToWrite write(@Nullable Proposal proposal) {
        return (Proposal.ToWrite) Objects.requireNonNull(proposal);
    }

    static WrittenState.Written written(StateDocument state, boolean byModel) {
        return new WrittenState.Written(
                state, Coverage.NONE, Artefacts.NONE, List.of(), null, byModel, Usage.NONE, 0, null, 0);
    }

    /** A state of so many facts. */
    static StateDocument state(int from, int facts) {
        List<String> texts = new ArrayList<>();
        for (int i = from; i < from + facts; i++) {
            texts.add("shelf " + (700 + i) + " holds " + (i * 3 + 1) + " blue bowls");
        }
        return StateDocument.ofTexts(Map.of("logos", texts));
    }

    /** A state that costs so many tokens. */
    StateDocument stateOf(int tokens) {
        for (int words = 1; ; words++) {
            StateDocument state = StateDocument.ofTexts(Map.of("logos", List.of("bowl ".repeat(words) + "here")));
            int cost = stateTokens(state);
            if (cost == tokens) {
                return state;
            }
            if (cost > tokens) {
                throw new IllegalArgumentException("tokens must be what a state can cost, but was " + tokens);
            }
        }
    }

    @Override
    public void close() {
        compressor.close();
    }
}
