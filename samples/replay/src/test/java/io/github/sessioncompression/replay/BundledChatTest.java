package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.MessageTokens;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariants of every call, on the bundled chat. */
class BundledChatTest {
    private final Path directory;

    BundledChatTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @ParameterizedTest
    @ValueSource(ints = {4_000, 8_000, 16_000})
    void keepsThePromisesAtEveryCall(int window) throws InputException {
        CompressionPolicy policy = CompressionPolicy.forWindow(window);
        MessageTokens tokens = MessageTokens.of(policy.tokens());
        Transcript chat = Transcript.read(null, InputStream.nullInputStream());
        List<View> views = new ArrayList<>();
        Replayed replayed = new ReplayLoop(policy, Framework.NONE, Compressor.OFFLINE, System::nanoTime)
                .run(chat, false, (call, view) -> {
                    String at = "call " + call.number();
                    assertThat(view.messages().stream().mapToInt(tokens::count).sum())
                            .as(at)
                            .isEqualTo(call.contextTokens());
                    if (!call.outcome().label().equals("over-budget")) {
                        assertThat(call.contextTokens()).as(at).isLessThanOrEqualTo(policy.hardLimitTokens());
                    }
                    if (call.outcome().label().equals("unchanged") && !views.isEmpty()) {
                        View before = views.get(views.size() - 1);
                        assertThat(view.messages().subList(0, before.messages().size()))
                                .as(at)
                                .isEqualTo(before.messages());
                        assertThat(call.stablePrefixTokens()).as(at).isEqualTo(before.tokens());
                    }
                    assertThat(call.stablePrefixTokens()).as(at).isEqualTo(shared(views, view, tokens));
                    views.add(view);
                });
        long assistants = chat.messages().stream()
                .filter(message -> message.role() == Role.ASSISTANT)
                .count();
        assertThat(replayed.calls()).hasSize((int) assistants);
        assertThat(replayed.end().compressions()).isGreaterThan(1);
        assertThat(views)
                .extracting(view -> view.messages().get(0))
                .containsOnly(views.get(0).messages().get(0));
    }

    /** The tokens of the messages that a view shares with the one before, counted anew. */
    private static int shared(List<View> before, View view, MessageTokens tokens) {
        if (before.isEmpty()) {
            return 0;
        }
        List<Message> last = before.get(before.size() - 1).messages();
        int same = 0;
        int sum = 0;
        while (same < Math.min(last.size(), view.messages().size())
                && last.get(same).equals(view.messages().get(same))) {
            sum += tokens.count(last.get(same));
            same++;
        }
        return sum;
    }

    @Test
    void writesTheSameBytesEveryTime() {
        Path first = directory.resolve("first");
        Path second = directory.resolve("second");
        Run.of("--context-window", "8000", "--final-compress", "--out", first.toString());
        Run.of("--context-window", "8000", "--final-compress", "--out", second.toString());
        assertThat(Run.filesIn(first)).hasSize(4);
        for (String file : Run.filesIn(first)) {
            assertThat(Run.text(first, file)).as(file).isEqualTo(Run.text(second, file));
        }
    }

    /** The README tells its readers to run the sample, so they compare. */
    @Test
    void printsFiguresOfReadme() throws IOException {
        String printed = Run.of("--out", directory.toString()).out();
        String readme = Files.readString(Path.of("..", "..", "README.md"));
        assertThat(percent(readme, "it sends \\*\\*(\\d+) % fewer tokens"))
                .isEqualTo(percent(printed, "([\\d.]+) % saved"));
        assertThat(percent(readme, "and \\*\\*(\\d+) %\\*\\* of what it does"))
                .isEqualTo(percent(printed, "Stable prefix +([\\d.]+) %"));
    }

    private static long percent(String text, String pattern) {
        Matcher figure = Pattern.compile(pattern).matcher(text);
        assertThat(figure.find()).as(pattern).isTrue();
        return Math.round(Double.parseDouble(figure.group(1)));
    }

    @Test
    void countsUpInTheCsv() {
        Run.of("--context-window", "8000", "--out", directory.toString());
        List<List<String>> turns = Run.turns(directory);
        for (int i = 1; i < turns.size(); i++) {
            for (int column : new int[] {0, 1, 4, 5}) {
                assertThat(Long.parseLong(turns.get(i).get(column)))
                        .isGreaterThanOrEqualTo(Long.parseLong(turns.get(i - 1).get(column)));
            }
        }
        assertThat(turns).allSatisfy(turn -> assertThat(turn)
                .hasSize(8)
                .element(6)
                .isIn("unchanged", "pruned", "compressed", "truncated", "over-budget", "failed"));
    }
}
