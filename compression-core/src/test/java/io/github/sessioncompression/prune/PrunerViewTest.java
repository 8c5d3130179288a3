package io.github.sessioncompression.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.prune.Pruner.PruneStep;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrunerViewTest {
    private static final PruneOptions DEFAULTS = PruneOptions.defaults();

    private static Pruner pruner(PruneOptions options) {
        return new Pruner(options, Chat.TOKENS, 1_000_000);
    }

    @Test
    void leavesEverythingButToolResultsAlone() {
        Chat chat = new Chat()
                .add(Message.system("rules ".repeat(500)))
                .user("question ".repeat(500))
                .answer("answer ".repeat(500))
                .tool("search", 500);

        assertThat(chat.changed(pruner(DEFAULTS), Long.MAX_VALUE)).isEqualTo(1);
    }

    private static Message write(String arguments) {
        return Message.assistant("Now I write it.", List.of(new ToolCall("c1", "write_file", arguments)));
    }

    private static String argumentsOf(Entry entry) {
        return entry.message().toolCalls().get(0).arguments();
    }

    @Test
    void shortensLongArgumentsOfOldCalls() {
        String file = "first line" + " and more".repeat(500) + " last line";
        Chat chat = new Chat()
                .user("Write the plan.")
                .add(write(Json.write(Map.of("edits", List.of(Map.of("path", "plan.md", "text", file))))))
                .add(Message.toolResult("c1", "write_file", "ok"))
                .answer("done");
        Pruner pruner = pruner(DEFAULTS);
        Entry whole = chat.entries.get(1);

        Entry shown = pruner.view(whole, Pruned.through(2));

        assertThat(argumentsOf(shown))
                .contains("\"path\":\"plan.md\"", "first line", "last line", "left out: about 1,100 tokens →m2] ")
                .hasSizeLessThan(300);
        assertThat(shown.message().text()).isEqualTo("Now I write it.");
        assertThat(shown.tokens()).isEqualTo(Chat.TOKENS.count(shown.message()));
        assertThat(Pruner.isShortened(shown.message())).isTrue();
        assertThat(pruner.view(shown, Pruned.through(2))).isSameAs(shown);
        assertThat(pruner.view(whole, Pruned.through(1))).as("a newer one").isSameAs(whole);
        assertThat(pruner(DEFAULTS.withTool("write_file", ToolPolicy.KEEP)).view(whole, Pruned.through(2)))
                .isSameAs(whole);
        PruneStep step = pruner.relieve(chat.entries, 2_000, 1, Pruned.NONE);
        assertThat(step.pruned().through()).isEqualTo(2);
        assertThat(step.savedTokens()).isEqualTo(whole.tokens() - shown.tokens());
    }

    @Test
    void keepsArgumentsThatAreNoJsonOrShort() {
        String parts = Json.write(Map.of("a", "x ".repeat(190), "b", "y ".repeat(190)));
        for (String arguments : List.of("no JSON ".repeat(200), "[1,2]".repeat(200), parts)) {
            Entry entry = new Chat().add(write(arguments)).last();
            assertThat(pruner(DEFAULTS).view(entry, Pruned.through(9))).isSameAs(entry);
        }
    }

    @Test
    void replacesUpToTheBoundaryAndNotBeyond() {
        Chat chat = new Chat().turn(500).turn(500);

        assertThat(chat.changed(pruner(DEFAULTS), 2)).isZero();
        assertThat(chat.changed(pruner(DEFAULTS), 3)).isEqualTo(1);
        assertThat(chat.changed(pruner(DEFAULTS), 7)).isEqualTo(2);
    }

    @Test
    void keepsPinnedResultsWhole() {
        Message large = Message.toolResult("c1", "search", "line ".repeat(50_000));
        Chat chat = new Chat().user("go on").add(large.withPinned(true)).add(large);
        for (Pruning pruning : List.of(Pruning.AUTO, Pruning.KEEP_ALL, Pruning.KEEP_NONE)) {
            Pruner pruner = pruner(DEFAULTS.withPruning(pruning).withMaxResultTokens(500));
            assertThat(pruner.view(chat.entries.get(1), Pruned.through(5))).isSameAs(chat.entries.get(1));
            assertThat(pruner.view(chat.entries.get(2), Pruned.through(0))).isNotSameAs(chat.entries.get(2));
            assertThat(pruner.relieve(chat.entries, 200_000, 1, Pruned.NONE).results())
                    .isEqualTo(1);
            assertThat(pruner.advance(chat.entries.subList(0, 2), 200_000, Pruned.NONE)
                            .moved())
                    .isFalse();
        }
    }

    @Test
    void changesNothingOnceMore() {
        Pruner pruner = pruner(DEFAULTS);
        Entry once = pruner.view(new Chat().tool("search", 123_456).last(), Pruned.through(2));

        assertThat(once.message().text()).isEqualTo("[result of search left out: about 120,000 tokens →m2]");
        assertThat(pruner.view(once, Pruned.through(2))).isSameAs(once);
    }

    @Test
    void treatsAResultWithoutAToolsNameAsOneOfAnyTool() {
        Message nameless = Message.toolResult("c1", "x", "line ".repeat(500)).withName(null);
        Entry entry = new Entry(1, nameless, Chat.TOKENS.count(nameless));

        assertThat(pruner(DEFAULTS).view(entry, Pruned.through(1)).message().text())
                .isEqualTo("[result of a tool left out: about 630 tokens →m1]");
        assertThat(pruner(DEFAULTS.withTool(PruneOptions.ANY_TOOL, ToolPolicy.KEEP))
                        .view(entry, Pruned.through(1)))
                .isSameAs(entry);
    }

    @Test
    void keepsResultNotLargerThanPlaceholder() {
        PruneOptions options = DEFAULTS.withPruning(Pruning.KEEP_NONE);
        Pruner pruner = pruner(options);
        Chat chat = new Chat().user("hi").tool("ping", 5).tool("ping", 0).answer("ok");

        assertThat(chat.changed(pruner, Long.MAX_VALUE)).isZero();
        assertThat(chat.advance(pruner, 0)).isEqualTo(PruneStep.stay(Pruned.NONE));
    }

    @Test
    void removesMediaWithTheirSource() {
        Message screenshot = Message.toolResult("c1", "screenshot", "taken")
                .withMediaCount(3)
                .withSource(new Object());
        Entry entry = new Entry(7, screenshot, Chat.TOKENS.count(screenshot));

        Message shown = pruner(DEFAULTS).view(entry, Pruned.through(7)).message();

        assertThat(shown.mediaCount()).isZero();
        assertThat(shown.source()).isNull();
        assertThat(shown.text()).isEqualTo("[result of screenshot left out: about 3,000 tokens →m7]");
    }

    @Test
    void prunesTextResemblingPlaceholder() {
        Message fake = Message.toolResult("c1", "screenshot", "[result of screenshot left out: about 9 tokens]")
                .withMediaCount(2);
        Entry entry = new Entry(1, fake, Chat.TOKENS.count(fake));

        assertThat(pruner(DEFAULTS).view(entry, Pruned.through(1)).message().text())
                .isEqualTo("[result of screenshot left out: about 2,000 tokens →m1]");
    }

    @Test
    void placeholderMarksError() {
        Message failure =
                Message.toolResult("c1", "deploy", "stack trace ".repeat(400)).withError(true);
        Entry entry = new Entry(1, failure, Chat.TOKENS.count(failure));

        Message shown = pruner(DEFAULTS).view(entry, Pruned.through(1)).message();

        assertThat(shown.text()).isEqualTo("[error of deploy left out: about 1,200 tokens →m1]");
        assertThat(shown.error()).isTrue();
    }
}
