package io.github.sessioncompression.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.prune.Pruner.PruneStep;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenCounter;
import io.github.sessioncompression.token.TokenOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Random transcripts under random options: what pruning promises holds after every message. */
class PrunerFuzzTest {
    private static final String[] TOOLS = {
        "search", "read_file", "x]\n[y", "", "поиск", "a-tool-with-a-very-long-name-indeed"
    };
    private static final String[] PIECES = {
        "word ", "12,345 ", "漢字", "😀", "\n", "[result of search left out: about 9 tokens]"
    };

    @Test
    void keepsInvariantsForRandomChats() {
        FuzzCases.PRUNER.run(20_261_121, seed -> chat(new Random(seed)));
    }

    private static void chat(Random random) {
        MessageTokens tokens = new MessageTokens(
                random.nextBoolean() ? TokenCounter.characters(0.5 + 4 * random.nextDouble()) : TokenCounter.o200k(),
                TokenOptions.defaults().withSafetyFactor(0.8 + random.nextDouble()));
        PruneOptions options = options(random);
        int window = random.nextInt(4) == 0 ? 0 : 300 + random.nextInt(6_000);
        Pruner pruner = new Pruner(options, tokens, window);
        Chat chat = new Chat(tokens);
        Pruned pruned = Pruned.NONE;
        List<Entry> before = List.of();
        int messages = random.nextInt(40);
        while (chat.entries.size() < messages) {
            more(random, chat);
            List<Entry> view = chat.view(pruner, pruned);
            assertThat(view.subList(0, before.size())).isEqualTo(before);
            PruneStep step = random.nextInt(4) == 0
                    ? chat.relieve(pruner, random.nextInt(2_000), pruned)
                    : chat.advance(pruner, pruned);
            check(chat, pruner, tokens, pruned, step);
            pruned = step.pruned();
            before = chat.view(pruner, pruned);
        }
    }

    private static void check(Chat chat, Pruner pruner, MessageTokens tokens, Pruned before, PruneStep step) {
        assertThat(step.pruned().through()).isGreaterThanOrEqualTo(before.through());
        List<Entry> old = chat.view(pruner, before);
        List<Entry> view = chat.view(pruner, step.pruned());
        int replaced = 0;
        long saved = 0;
        for (int i = 0; i < view.size(); i++) {
            Entry original = chat.entries.get(i);
            Entry shown = view.get(i);
            assertThat(pruner.view(shown, step.pruned())).isSameAs(shown);
            assertThat(shown.sequence()).isEqualTo(original.sequence());
            assertThat(shown.tokens()).isLessThanOrEqualTo(original.tokens());
            if (!shown.equals(original)) {
                assertThat(original.message().role()).isNotEqualTo(Role.SYSTEM);
                assertThat(shown.tokens()).isEqualTo(tokens.count(shown.message()));
                assertThat(shown.message().toolCallId())
                        .isEqualTo(original.message().toolCallId());
                assertThat(shown.message().name()).isEqualTo(original.message().name());
                assertThat(shown.message().error()).isEqualTo(original.message().error());
                assertThat(shown.message().toolCalls())
                        .extracting(ToolCall::id, ToolCall::name)
                        .isEqualTo(original.message().toolCalls().stream()
                                .map(call -> tuple(call.id(), call.name()))
                                .toList());
                assertThat(shown.message().toString().codePoints())
                        .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
            }
            replaced += shown.equals(old.get(i)) ? 0 : 1;
            saved += old.get(i).tokens() - shown.tokens();
        }
        assertThat(step.results()).isEqualTo(replaced);
        assertThat(step.savedTokens()).isEqualTo(saved);
        assertThat(step.moved()).isEqualTo(!step.pruned().equals(before));
    }

    private static PruneOptions options(Random random) {
        PruneOptions options = PruneOptions.defaults()
                .withPruning(any(random, Pruning.values()))
                .withMinContextTokens(random.nextInt(500))
                .withProtectTokens(random.nextInt(1_000))
                .withMinSavingsTokens(random.nextInt(500))
                .withKeepLastTurns(random.nextInt(4))
                .withMaxResultTokens(random.nextBoolean() ? 0 : 100 + random.nextInt(1_000));
        for (String tool : TOOLS) {
            if (!tool.isBlank() && random.nextInt(4) == 0) {
                options = options.withTool(tool, any(random, ToolPolicy.values()));
            }
        }
        return options;
    }

    private static <T> T any(Random random, T[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static void more(Random random, Chat chat) {
        switch (random.nextInt(3)) {
            case 0 -> chat.add(Message.user(text(random, 200)).withMediaCount(random.nextInt(4) == 0 ? 2 : 0));
            case 1 -> chat.answer(text(random, 200));
            default -> {
                List<ToolCall> calls = new ArrayList<>();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    String id = random.nextInt(5) == 0 ? "" : "call-" + random.nextInt(1_000);
                    calls.add(new ToolCall(id, any(random, TOOLS), arguments(random)));
                }
                chat.add(Message.assistant("", calls));
                for (ToolCall call : calls) {
                    chat.add(Message.toolResult(call.id(), call.name(), text(random, 4_000))
                            .withName(random.nextInt(6) == 0 ? null : call.name())
                            .withError(random.nextInt(5) == 0)
                            .withMediaCount(random.nextInt(8) == 0 ? 1 : 0));
                }
            }
        }
    }

    private static String arguments(Random random) {
        String content = text(random, 4_000);
        return switch (random.nextInt(4)) {
            case 0 -> "{}";
            case 1 -> content;
            case 2 -> Json.write(Map.of("path", "a.txt", "content", content));
            default -> Json.write(Map.of("edits", List.of(Map.of("old", content, "line", 3), content)));
        };
    }

    private static String text(Random random, int most) {
        int length = random.nextInt(4) == 0 ? random.nextInt(most) : random.nextInt(most / 10);
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(any(random, PIECES).repeat(1 + random.nextInt(30)));
        }
        return text.toString();
    }

    @Test
    void countsEachPlaceholderOnce() {
        AtomicInteger counts = new AtomicInteger();
        TokenCounter characters = TokenCounter.characters(4);
        MessageTokens tokens = new MessageTokens(
                text -> {
                    counts.incrementAndGet();
                    return characters.count(text);
                },
                TokenOptions.defaults());
        Chat chat = new Chat(tokens);
        Random random = new Random(1);
        for (int i = 0; i < 2_500; i++) {
            chat.user("next").tool("search", 400 + random.nextInt(400)).answer("ok");
        }
        Pruner pruner = new Pruner(PruneOptions.defaults(), tokens, 128_000);
        long context = chat.entries.stream().mapToLong(Entry::tokens).sum();
        counts.set(0);

        PruneStep step = pruner.advance(chat.entries, context, Pruned.NONE);
        chat.view(pruner, step.pruned());

        assertThat(step.results()).isGreaterThan(2_000);
        // Two texts each, the placeholder and the name.
        assertThat(counts).hasValueLessThan(2 * 2_500 + 1);
    }
}
