package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.Accounting;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random compressions, erasures and rollbacks: items name the sources of their words, erased text disappears, and
 * the fact counts add up.
 */
class ConversationExplainFuzzTest {
    private static final int GENERATIONS = 6;
    private static final List<String> SAID = List.of(
            "The budget for %s is %d EUR.",
            "Never email %s before %d o'clock.",
            "I decided to take %s for %d euros.",
            "%s lives at Elm Street %d.",
            "What does %s cost, %d?",
            "Remind me to call %s on %d May.",
            "Sorry, %s costs not 3 but %d euros.",
            "I like %s and %d of them.");

    private final Set<String> erased = new HashSet<>();
    private int names;

    @Test
    void explainsViewPartsAndOmitsErasedText() {
        FuzzCases.CONVERSATION.run(seed -> new ConversationExplainFuzzTest().runCase(seed));
    }

    /** A name that nobody has said before, and that is in no other. */
    private String name() {
        StringBuilder name = new StringBuilder("Zq");
        for (int rest = 1_000 + names++; rest > 0; rest /= 26) {
            name.append((char) ('a' + rest % 26));
        }
        return name.append('x').toString();
    }

    private static Set<String> names(String text) {
        Set<String> found = new HashSet<>();
        for (String word : text.toLowerCase(Locale.ROOT).split("[^a-z…]+", -1)) {
            if (word.startsWith("zq") && !word.endsWith("…")) { // a title may be cut
                found.add(word);
            }
        }
        return found;
    }

    private static String text(Entry entry) {
        return entry.message().text()
                + ' '
                + entry.message().toolCalls()
                + ' '
                + entry.message().name();
    }

    private static CompressionPolicy policy(Random random) {
        Properties properties = new Properties();
        properties.setProperty("session-compression.context-window", "100000");
        properties.setProperty("session-compression.state.max-tokens", String.valueOf(150 + random.nextInt(1_200)));
        properties.setProperty("session-compression.state.history-tools", String.valueOf(random.nextInt(3) == 0));
        return CompressionPolicy.of(properties);
    }

    private void talk(Conversation chat, Random random) {
        for (int i = 4 + random.nextInt(6); i > 0; i--) {
            String said = SAID.get(random.nextInt(SAID.size()));
            chat.append(Message.user(said.formatted(name(), 4 + random.nextInt(900)))
                    .withPinned(random.nextInt(15) == 0));
            if (random.nextInt(3) == 0) {
                String tool = "read_" + name().toLowerCase(Locale.ROOT);
                String arguments = Json.write(Map.of("path", "src/" + name() + ".java"));
                String of = name();
                chat.append(
                        Message.assistant("", List.of(new ToolCall("c" + names, tool, arguments))),
                        Message.toolResult("c" + names, tool, "The file of " + of + " has 45 lines. " + of + " failed.")
                                .withError(random.nextBoolean()));
            }
            chat.append(Message.assistant("I noted " + name() + " for " + random.nextInt(900) + " EUR."));
        }
        chat.append(Message.user("go on"));
    }

    private void runCase(long seed) {
        Random random = new Random(seed);
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy(random))
                .executor(Runnable::run)
                .build()) {
            Conversation chat = compressor.conversation("chat");
            for (int i = 0; i < GENERATIONS; i++) {
                talk(chat, random);
                chat.compress();
                check(chat, seed);
                if (random.nextBoolean()) {
                    erase(chat, random);
                } else if (erased.isEmpty()) {
                    List<CompressionRecord> history = chat.history();
                    chat.rollback(history.get(random.nextInt(history.size())).version());
                }
                check(chat, seed);
            }
        }
    }

    private void erase(Conversation chat, Random random) {
        List<Entry> entries = chat.entries();
        Entry one = entries.get(random.nextInt(entries.size()));
        Set<String> own = names(text(one));
        entries.stream().filter(entry -> !entry.equals(one)).forEach(entry -> own.removeAll(names(text(entry))));
        assertThat(chat.erase(one.sequence())).isTrue();
        erased.addAll(own);
    }

    private void check(Conversation chat, long seed) {
        CompressionRecord record = chat.record().orElse(CompressionRecord.none("session"));
        String all = record + "\n" + chat.history() + chat.view().messages() + chat.export()
                + chat.recall().segments() + chat.status() + chat.plan();
        assertThat(names(all)).as("seed %d", seed).noneMatch(erased::contains);
        Accounting.Coverage coverage = record.accounting().coverage();
        assertThat(coverage.held()).isBetween(0L, coverage.shown());
        assertThat(coverage.shown() + coverage.leftOut()).isLessThanOrEqualTo(coverage.required());
        assertThat(coverage.leftOut() == 0).isEqualTo(coverage.shown() == coverage.required());
        assertThat(coverage.share()).isBetween(0.0, 1.0);

        List<StateItem> items =
                record.injected().with(StateDocument.LEFT_OUT, List.of()).items();
        for (StateItem item : items) {
            List<Entry> sources = chat.explain(item);
            assertThat(sources)
                    .as("seed %d: %s", seed, item)
                    .hasSameSizeAs(item.sources())
                    .isNotEmpty();
            if (item.sources().size() < StateItem.MAX_SOURCES) {
                String said =
                        sources.stream().map(ConversationExplainFuzzTest::text).collect(Collectors.joining(" "));
                assertThat(names(said)).as("seed %d: %s", seed, item).containsAll(names(item.text()));
            }
        }
    }
}
