package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.KeepRecent;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model's window turns out to be smaller than the policy says: whatever the policy asks for, there is one for that window, too. */
class SmallerWindowPolicyTest {
    private static final int CASES = 5_000;

    /** Numbers of tokens that are just allowed: all that is kept, all of the window for the state, all but nothing for the limits. */
    private static CompressionPolicy atItsEdges(Random random) {
        int window = 256 + random.nextInt(random.nextBoolean() ? 2_000 : ModelLimits.MAX_WINDOW - 256);
        CompressionPolicy policy = CompressionPolicy.forWindow(window);
        if (random.nextBoolean()) {
            policy = policy.withModelName("gpt-4o");
        }
        if (random.nextInt(3) == 0) {
            policy = policy.withReservedOutputTokens(window - 1 - random.nextInt(window));
        }
        double hard = random.nextInt(3) == 0 ? 0.000_01 : 0.1 + 0.9 * random.nextDouble();
        policy = policy.withRatios(hard / 4, hard / 2, hard);
        if (policy.baseTokens() >= StateOptions.MIN_TOKENS && random.nextBoolean()) {
            policy = policy.withState(
                    StateOptions.defaults().withMaxTokens(Math.min(StateOptions.MAX_TOKENS, policy.baseTokens())));
        }
        return random.nextBoolean() ? policy : policy.withKeepRecent(KeepRecent.tokens(policy.triggerTokens() - 1));
    }

    @Test
    void everyPolicyHasOneForASmallerWindow() {
        Random random = new Random(10);
        for (int i = 0; i < CASES; i++) {
            CompressionPolicy policy = atItsEdges(random);
            int window = 1 + random.nextInt(policy.contextWindow());

            CompressionPolicy shrunk = CompressionPolicy.shrunk(policy, window);

            assertThat(shrunk.contextWindow()).isLessThanOrEqualTo(Math.max(window, ModelLimits.MIN_WINDOW));
            assertThat(shrunk.hardLimitTokens()).isPositive();
            assertThat(shrunk.stateMaxTokens()).isLessThanOrEqualTo(shrunk.baseTokens());
        }
    }

    /** Output reserve: an eighth of 128,000 tokens, a quarter of the smaller windows. Not every framework names the model. */
    @ParameterizedTest
    @CsvSource({"1, gpt-4o", "255, gpt-4o", "1003, ''", "20000, ''", "20000, gpt-4o"})
    void continuesChatKeepingNearlyAllInSmallerWindow(int real, String model) {
        CompressionPolicy policy = CompressionPolicy.forWindow(128_000).withModelName("gpt-4o");
        Conversation chat = SessionCompressor.builder()
                .policy(policy.withKeepRecent(KeepRecent.tokens(policy.triggerTokens() - 1)))
                .executor(Runnable::run)
                .build()
                .conversation("chat");
        for (int i = 0; i < 40; i++) {
            chat.append(Chats.turn(i, 300));
        }
        Message question = Chats.question(40, 30);
        List<Message> request = new ArrayList<>(chat.view().messages());
        request.add(question);

        ModelCall call = chat.framework().call(new ModelCall.Request(model, request, ModelCall.Tools.NONE, 0));
        boolean goesOn = call.refused(Calls.refusal(real, 30_000));

        assertThat(goesOn).isTrue();
        assertThat(chat.status().contextWindow()).isEqualTo(Math.max(real, ModelLimits.MIN_WINDOW));
        ValidSequence.check(call.messages());
        assertThat(call.messages().get(call.messages().size() - 1).role()).isEqualTo(Role.USER);
        assertThat(chat.view().messages()).isNotEmpty();
    }
}
