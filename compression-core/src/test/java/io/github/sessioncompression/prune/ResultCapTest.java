package io.github.sessioncompression.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenCounter;
import io.github.sessioncompression.token.TokenOptions;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ResultCapTest {
    private static final PruneOptions CAP_1000 = PruneOptions.defaults().withMaxResultTokens(1_000);

    private static Entry entry(MessageTokens tokens, String text) {
        Message result = Message.toolResult("call-1", "dump", text);
        return new Entry(1, result, tokens.count(result));
    }

    private static Entry capped(String text) {
        return new Pruner(CAP_1000, Chat.TOKENS, 0).view(entry(Chat.TOKENS, text), Pruned.NONE);
    }

    @Test
    void keepsBeginningAndEndOfAResultAboveTheCap() {
        Entry shown = capped("BEGIN" + "x".repeat(100_000) + "END");

        assertThat(shown.message().text())
                .startsWith("BEGINxxx")
                .endsWith("xxxEND")
                .contains("x\n[middle left out: about 24,000 tokens →m1]\nx");
        assertThat(shown.tokens()).isBetween(900, 1_000).isEqualTo(Chat.TOKENS.count(shown.message()));
        assertThat(shown.message().toolCallId()).isEqualTo("call-1");
    }

    @Test
    void leavesAResultWithinTheCapAlone() {
        Entry within = entry(Chat.TOKENS, "x".repeat(900 * 4));

        assertThat(new Pruner(CAP_1000, Chat.TOKENS, 0).view(within, Pruned.through(0)))
                .isSameAs(within);
    }

    @Test
    void defaultCapIsHalfOfWindow() {
        Pruner pruner = new Pruner(PruneOptions.defaults(), Chat.TOKENS, 4_000);
        Entry below = entry(Chat.TOKENS, "x".repeat(1_990 * 4));
        Entry above = entry(Chat.TOKENS, "x".repeat(2_010 * 4));

        assertThat(pruner.view(below, Pruned.through(0))).isSameAs(below);
        assertThat(pruner.view(above, Pruned.through(0)).tokens()).isBetween(1_800, 2_000);
    }

    @Test
    void capsToolsWithAnyPolicy() {
        PruneOptions options = CAP_1000.withPruning(Pruning.KEEP_ALL).withTool(PruneOptions.ANY_TOOL, ToolPolicy.KEEP);

        assertThat(new Pruner(options, Chat.TOKENS, 0)
                        .view(entry(Chat.TOKENS, "x".repeat(100_000)), Pruned.through(5))
                        .tokens())
                .isBetween(900, 1_000);
    }

    @Test
    void dependsOnTheEntryAloneAndIsAppliedOnce() {
        String text = "word ".repeat(20_000);
        Entry once = capped(text);

        assertThat(capped(text)).isEqualTo(once);
        assertThat(new Pruner(CAP_1000, Chat.TOKENS, 0).view(once, Pruned.through(0)))
                .isSameAs(once);
    }

    @Test
    void makesOfACappedResultTheSamePlaceholderAsOfAnyOther() {
        Entry large = entry(Chat.TOKENS, "x".repeat(100_000));

        assertThat(new Pruner(CAP_1000, Chat.TOKENS, 0)
                        .view(large, Pruned.through(1))
                        .message()
                        .text())
                .isEqualTo("[result of dump left out: about 25,000 tokens →m1]");
    }

    @Test
    void fitsUnevenTokenDensity() {
        // 1 token per Chinese character, 1 per 10 others: the dense part is at the beginning, where most is kept.
        MessageTokens tokens = new MessageTokens(
                text -> text.chars().map(c -> c > 0x2000 ? 10 : 1).sum() / 10, TokenOptions.defaults());
        Entry uneven = entry(tokens, "漢".repeat(5_000) + " ".repeat(400_000));

        Entry shown = new Pruner(CAP_1000, tokens, 0).view(uneven, Pruned.through(0));

        assertThat(shown.tokens()).isBetween(500, 1_000);
    }

    @Test
    void dropsMediaBeforeText() {
        Message shots = Message.toolResult("call-1", "shoot", "two pictures").withMediaCount(2);
        Entry entry = new Entry(1, shots, Chat.TOKENS.count(shots));

        Message shown = new Pruner(CAP_1000, Chat.TOKENS, 0)
                .view(entry, Pruned.through(0))
                .message();

        assertThat(shown.text()).isEqualTo("two pictures\n[media left out →m1]");
        assertThat(shown.mediaCount()).isZero();
    }

    @Test
    void capAllowsForExpensiveTexts() {
        MessageTokens dear = new MessageTokens(text -> 500 + text.length(), TokenOptions.defaults());
        Pruner pruner = new Pruner(CAP_1000, dear, 0);
        Entry large = entry(dear, "x".repeat(100_000));

        Entry shown = pruner.view(large, Pruned.through(0));

        // The placeholder and the tool's name cost 500 each and their length.
        assertThat(shown.tokens()).isBetween(4_000, 4_400);
        assertThat(pruner.view(shown, Pruned.through(0))).isSameAs(shown);
        assertThat(pruner.view(large, Pruned.through(1)).tokens()).isLessThan(shown.tokens());
    }

    @Test
    void keepsResultNoCutCanShrink() {
        MessageTokens flat = new MessageTokens(text -> text.startsWith("[") ? 1 : 5_000, TokenOptions.defaults());
        Entry hopeless = entry(flat, "x".repeat(1_000_000));

        assertThat(new Pruner(CAP_1000, flat, 0).view(hopeless, Pruned.through(0)))
                .isSameAs(hopeless);
    }

    @Test
    void countsEachLargeResultOnce() {
        AtomicLong counted = new AtomicLong();
        TokenCounter characters = TokenCounter.characters(4);
        MessageTokens tokens = new MessageTokens(
                text -> {
                    counted.addAndGet(text.length());
                    return characters.count(text);
                },
                TokenOptions.defaults());
        Entry large = entry(tokens, "x".repeat(1_000_000));
        Pruner pruner = new Pruner(CAP_1000, tokens, 0);
        counted.set(0);

        Entry first = pruner.view(large, Pruned.through(0));
        long work = counted.get();
        Entry second = pruner.view(large, Pruned.through(0));

        assertThat(second).isSameAs(first);
        assertThat(counted).hasValue(work);
        assertThat(work).isLessThan(4 * 4_000);
    }
}
