package io.github.sessioncompression.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.prune.Pruner.PruneStep;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrunerAdvanceTest {
    private static final int WINDOW = 1_000_000;
    private static final PruneOptions DEFAULTS = PruneOptions.defaults();

    private static Pruner pruner(PruneOptions options) {
        return new Pruner(options, Chat.TOKENS, WINDOW);
    }

    private static Chat turns(int count, int size) {
        Chat chat = new Chat();
        for (int i = 0; i < count; i++) {
            chat.turn(size);
        }
        return chat;
    }

    @Test
    void leavesAContextBelowTheLeastSizeAlone() {
        Pruner pruner = pruner(DEFAULTS.withProtectTokens(0).withMinSavingsTokens(0));
        Chat small = turns(9, 2_000);
        Chat large = turns(11, 2_000);

        assertThat(small.tokens(pruner, 0)).isLessThan(20_000);
        assertThat(small.advance(pruner, 0)).isEqualTo(new PruneStep(Pruned.NONE, 0, 0));
        assertThat(large.advance(pruner, 0).moved()).isTrue();
    }

    @Test
    void protectsTheNewestFortyThousandTokensOfToolOutput() {
        Pruner pruner = pruner(DEFAULTS);
        Chat chat = turns(20, 5_000);
        long boundary = chat.advance(pruner, 0).pruned().through();

        List<Entry> results = chat.entries.stream()
                .filter(entry -> entry.message().role() == Role.TOOL)
                .toList();
        // 7 results of 5,009 tokens stay; with the eighth it would be more than 40,000.
        assertThat(boundary).isEqualTo(results.get(12).sequence());
        assertThat(results.subList(13, 20))
                .allSatisfy(result -> assertThat(pruner.view(result, Pruned.through(boundary)))
                        .isSameAs(result));
        assertThat(results.subList(0, 13)).allSatisfy(result -> assertThat(
                        pruner.view(result, Pruned.through(boundary)).tokens())
                .isLessThan(30));
    }

    @Test
    void doesNothingWhileAllToolOutputIsProtected() {
        Pruner pruner = pruner(DEFAULTS.withMinSavingsTokens(0));

        assertThat(turns(6, 5_000).advance(pruner, 0).moved()).isFalse();
    }

    @Test
    void replacesOldResultsWithPlaceholdersInPlace() {
        Pruner pruner = pruner(DEFAULTS);
        Chat chat = turns(20, 5_000);
        Entry original = chat.entries.get(2);

        Entry shown = pruner.view(
                original, Pruned.through(chat.advance(pruner, 0).pruned().through()));

        assertThat(shown.message().text())
                .isEqualTo("[result of search_logs left out: about 5,000 tokens →m" + original.sequence() + "]");
        assertThat(shown.message().toolCallId())
                .isEqualTo(original.message().toolCallId())
                .isNotEmpty();
        assertThat(shown.message().name()).isEqualTo("search_logs");
        assertThat(shown.message().role()).isEqualTo(Role.TOOL);
        assertThat(shown.sequence()).isEqualTo(original.sequence());
        assertThat(shown.tokens()).isEqualTo(Chat.TOKENS.count(shown.message()));
    }

    @Test
    void stepReportsExactChange() {
        Pruner pruner = pruner(DEFAULTS);
        Chat chat = turns(30, 4_321);

        PruneStep step = chat.advance(pruner, 0);

        assertThat(step.results())
                .isEqualTo((int) chat.changed(pruner, step.pruned().through()))
                .isPositive();
        assertThat(step.savedTokens())
                .isEqualTo(chat.tokens(pruner, 0)
                        - chat.tokens(pruner, step.pruned().through()));
    }

    @Test
    void movesOnlyForMinimumSaving() {
        Chat chat = turns(12, 10_000);
        long possible =
                chat.advance(pruner(DEFAULTS.withMinSavingsTokens(0)), 0).savedTokens();

        assertThat(chat.advance(pruner(DEFAULTS.withMinSavingsTokens((int) possible)), 0)
                        .moved())
                .isTrue();
        assertThat(chat.advance(pruner(DEFAULTS.withMinSavingsTokens((int) possible + 1)), 0))
                .isEqualTo(PruneStep.stay(Pruned.NONE));
    }

    @Test
    void movesInStepsAndNeverBack() {
        Pruner pruner = pruner(DEFAULTS);
        Chat chat = new Chat();
        long boundary = 0;
        int moves = 0;
        for (int i = 0; i < 100; i++) {
            chat.turn(5_000);
            PruneStep step = chat.advance(pruner, boundary);
            assertThat(step.pruned().through()).isGreaterThanOrEqualTo(boundary);
            assertThat(chat.advance(pruner, step.pruned())).isEqualTo(PruneStep.stay(step.pruned()));
            moves += step.moved() ? 1 : 0;
            boundary = step.pruned().through();
        }
        // 100 turns bring 500,000 tokens; a step takes at least 40,000 of them.
        assertThat(moves).isBetween(2, 12);
    }

    @Test
    void leavesTheLastTurnsAlone() {
        PruneOptions options = DEFAULTS.withProtectTokens(0).withMinSavingsTokens(0);
        Chat chat = turns(5, 10_000);

        assertThat(chat.changed(pruner(options), boundary(chat, options))).isEqualTo(4);
        assertThat(chat.changed(pruner(options), boundary(chat, options.withKeepLastTurns(3))))
                .isEqualTo(2);
        assertThat(chat.changed(pruner(options), boundary(chat, options.withKeepLastTurns(5))))
                .isZero();
        assertThat(chat.changed(pruner(options), boundary(chat, options.withKeepLastTurns(50))))
                .isZero();
        assertThat(chat.changed(pruner(options), boundary(chat, options.withKeepLastTurns(0))))
                .isEqualTo(5);
    }

    private static long boundary(Chat chat, PruneOptions options) {
        return chat.advance(pruner(options), 0).pruned().through();
    }

    @Test
    void prunesInsideTurnButKeepsUnansweredResults() {
        PruneOptions options =
                DEFAULTS.withProtectTokens(0).withMinSavingsTokens(0).withKeepLastTurns(0);
        Chat chat = new Chat().user("fix it all");
        for (int i = 0; i < 10; i++) {
            chat.tool("read_file", 5_000);
        }
        chat.calls("read_file", 5_000, 5_000);

        assertThat(chat.changed(pruner(options), boundary(chat, options))).isEqualTo(10);
        assertThat(chat.advance(pruner(options.withKeepLastTurns(1)), 0).moved())
                .isFalse();
    }

    @Test
    void keepsAndSummarizesByToolNameWithADefaultForTheOthers() {
        PruneOptions options = DEFAULTS.withProtectTokens(0)
                .withMinSavingsTokens(0)
                .withTool("load_rules", ToolPolicy.KEEP)
                .withTool("read_book", ToolPolicy.SUMMARIZE);
        Chat chat = new Chat()
                .user("hello")
                .tool("load_rules", 9_000)
                .tool("read_book", 9_000)
                .tool("search_logs", 9_000)
                .answer("done")
                .user("thanks");
        Pruner pruner = pruner(options);
        long boundary = boundary(chat, options);

        assertThat(chat.view(pruner, boundary).stream()
                        .filter(entry -> entry.message().text().startsWith("[result of"))
                        .map(entry -> entry.message().name()))
                .containsExactly("search_logs");
        assertThat(options.withTool(PruneOptions.ANY_TOOL, ToolPolicy.KEEP).policyFor("search_logs"))
                .isEqualTo(ToolPolicy.KEEP);
    }

    @Test
    void excludesUnprunableResultsFromProtection() {
        PruneOptions options = DEFAULTS.withMinSavingsTokens(0).withTool("load_rules", ToolPolicy.KEEP);
        Chat chat = new Chat()
                .turn(30_000)
                .user("rules?")
                .tool("load_rules", 100_000)
                .answer("here")
                .user("next");

        assertThat(chat.advance(pruner(options), 0).moved()).isFalse();
    }

    @Test
    void prunesNothingUnderKeepAll() {
        Chat chat = turns(40, 5_000);

        assertThat(chat.advance(pruner(DEFAULTS.withPruning(Pruning.KEEP_ALL)), 0))
                .isEqualTo(PruneStep.stay(Pruned.NONE));
    }

    @Test
    void keepNonePrunesAllAnsweredResults() {
        PruneOptions options = DEFAULTS.withPruning(Pruning.KEEP_NONE).withTool("search_logs", ToolPolicy.KEEP);
        Chat chat = turns(3, 500).user("more").tool("search_logs", 500);
        Pruner pruner = pruner(options);

        PruneStep step = chat.advance(pruner, 0);

        assertThat(step.results()).isEqualTo(3);
        assertThat(pruner.view(chat.last(), step.pruned())).isSameAs(chat.last());
        assertThat(chat.answer("fine").advance(pruner, step.pruned().through()).results())
                .isEqualTo(1);
    }

    @Test
    void doesNothingAtAllWhenSwitchedOff() {
        Pruner pruner = pruner(DEFAULTS.withPruning(Pruning.OFF).withMaxResultTokens(100));
        Chat chat = turns(40, 5_000);

        assertThat(chat.advance(pruner, 0)).isEqualTo(PruneStep.stay(Pruned.NONE));
        assertThat(chat.relieve(pruner, 0, 0)).isEqualTo(PruneStep.stay(Pruned.NONE));
        assertThat(chat.changed(pruner, Long.MAX_VALUE)).isZero();
    }

    @Test
    void worksInASmallWindowByTakingSharesOfIt() {
        Pruner pruner = new Pruner(DEFAULTS, Chat.TOKENS, 4_000);
        Chat chat = turns(8, 300);

        PruneStep step = chat.advance(pruner, 0);

        // 1,000 protected tokens are three results of 309; the fourth crosses.
        assertThat(step.results()).isEqualTo(5);
        assertThat(step.savedTokens()).isGreaterThanOrEqualTo(600);
        assertThat(turns(5, 300).advance(pruner, 0).moved()).isFalse();
    }

    @Test
    void usesAbsoluteNumbersWithoutKnownWindow() {
        Pruner pruner = new Pruner(DEFAULTS, Chat.TOKENS, 0);

        assertThat(turns(8, 300).advance(pruner, 0).moved()).isFalse();
        assertThat(turns(20, 5_000).advance(pruner, 0).moved()).isTrue();
        Entry large = new Chat().tool("dump", 900_000).last();
        assertThat(pruner.view(large, Pruned.through(0))).isSameAs(large);
    }

    @Test
    void toleratesAnEmptyContext() {
        Pruner pruner = pruner(DEFAULTS.withMinContextTokens(0).withMinSavingsTokens(0));

        Pruned some = Pruned.through(17);
        assertThat(pruner.advance(List.of(), 0, some)).isEqualTo(PruneStep.stay(some));
        assertThat(pruner.relieve(List.of(), 1_000, 10, some)).isEqualTo(PruneStep.stay(some));
    }

    @Test
    void refusesANegativeWindow() {
        assertThatThrownBy(() -> new Pruner(DEFAULTS, Chat.TOKENS, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("windowTokens must be 0 or more, but was -1");
    }
}
