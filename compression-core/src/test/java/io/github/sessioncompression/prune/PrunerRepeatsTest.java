package io.github.sessioncompression.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.prune.Pruner.PruneStep;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Results of repeated calls, and media: pruned alone, wherever the boundary is. */
class PrunerRepeatsTest {
    private static final PruneOptions OPTIONS =
            PruneOptions.defaults().withMinContextTokens(0).withMinSavingsTokens(100);

    private final Pruner pruner = new Pruner(OPTIONS, Chat.TOKENS, 128_000);
    private final Chat chat = new Chat();

    /** A call of {@code read} and its result, at the sequence numbers that follow. */
    private void read(String path, boolean error) {
        ToolCall call = new ToolCall("call-" + chat.entries.size(), "read", "{\"path\":\"" + path + "\"}");
        chat.add(Message.assistant("", List.of(call)));
        chat.add(Message.toolResult(call.id(), "read", "line ".repeat(800)).withError(error));
    }

    private PruneStep step() {
        return chat.advance(pruner, 0);
    }

    @Test
    void replacesOlderResultOfRepeatedCall() {
        chat.user("look");
        read("a.txt", false);
        read("b.txt", false);
        read("a.txt", false);
        chat.answer("done");

        assertThat(step().pruned()).isEqualTo(new Pruned(0, Set.of(3L)));
        assertThat(chat.view(pruner, step().pruned()).get(2).message().text())
                .isEqualTo("[result of read left out: about 1,000 tokens →m3]");
        assertThat(step().savedTokens()).isGreaterThan(900);
    }

    @Test
    void keepsResultThatModelHasNotRead() {
        chat.user("look");
        read("a.txt", false);
        List<ToolCall> both = List.of(
                new ToolCall("x", "read", "{\"path\":\"b.txt\"}"), new ToolCall("y", "read", "{\"path\":\"b.txt\"}"));
        chat.add(Message.assistant("", both));
        both.forEach(call -> chat.add(Message.toolResult(call.id(), "read", "line ".repeat(800))));

        assertThat(step().moved()).isFalse();
    }

    @Test
    void failedRepeatReplacesNothing() {
        chat.user("look");
        read("a.txt", false);
        read("a.txt", true);
        chat.answer("gone");
        assertThat(step().moved()).isFalse();

        read("a.txt", false);
        chat.answer("back");
        assertThat(step().pruned().single()).containsExactlyInAnyOrder(3L, 5L);
    }

    @Test
    void keepsRepeatedResultOfKeptTool() {
        chat.user("look");
        read("a.txt", false);
        read("a.txt", false);
        chat.answer("done");
        Pruner keeping = new Pruner(OPTIONS.withTool("read", ToolPolicy.KEEP), Chat.TOKENS, 128_000);

        assertThat(chat.advance(keeping, 0).moved()).isFalse();
    }

    @Test
    void takesMediaOutOfEarlierTurns() {
        chat.add(Message.user("This is my cat.").withMediaCount(2)).answer("Cute.");
        chat.add(Message.user("").withMediaCount(1)).answer("And this?");
        chat.add(Message.user("And my dog.").withMediaCount(1));

        PruneStep step = step();

        assertThat(step.pruned()).isEqualTo(new Pruned(0, Set.of(1L, 3L)));
        assertThat(chat.view(pruner, step.pruned()))
                .extracting(entry -> entry.message().text(), entry -> entry.message()
                        .mediaCount())
                .startsWith(
                        tuple("This is my cat.\n[media left out →m1]", 0),
                        tuple("Cute.", 0),
                        tuple("[media left out →m3]", 0))
                .endsWith(tuple("And my dog.", 1));
        assertThat(chat.advance(pruner, step.pruned())).isEqualTo(PruneStep.stay(step.pruned()));
    }

    @Test
    void keepsMediaOfCurrentTurnEvenWhereContextDoesNotFit() {
        chat.add(Message.user("My cat.").withMediaCount(1)).answer("Cute.");
        chat.add(Message.user("And my dog.").withMediaCount(1))
                .tool("search", 2_000)
                .answer("Nice.");

        assertThat(chat.relieve(pruner, 0, 0).pruned()).isEqualTo(new Pruned(5, Set.of(1L)));
    }

    @Test
    void keepsMediaOfPinnedMessage() {
        chat.add(Message.user("My cat.").withMediaCount(1).withPinned(true)).answer("Cute.");
        chat.user("Go on.");

        assertThat(step().moved()).isFalse();
    }

    @Test
    void limitsNumberOfSingleMessages() {
        for (int i = 0; i < 1_200; i++) {
            chat.add(Message.user("cat").withMediaCount(1)).answer("Cute.");
        }
        chat.user("And?");

        PruneStep step = step();
        assertThat(step.pruned().single())
                .hasSize(Pruned.MAX_SINGLE)
                .contains(2_397L)
                .doesNotContain(1L);
        assertThat(chat.advance(pruner, step.pruned()).moved()).isFalse();
    }
}
