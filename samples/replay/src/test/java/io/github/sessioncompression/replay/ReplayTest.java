package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateEnvelope;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReplayTest {
    private static final String SHORT_CHAT =
            """
            {"role": "user", "content": "My order 4711 has not arrived."}
            {"role": "assistant", "content": "It was handed over on Monday."}
            {"role": "user", "content": "Thank you."}
            {"role": "assistant", "content": "You are welcome."}
            """;

    private final Path directory;

    ReplayTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void replaysTheBundledChatWithSeveralCompressions() throws IOException {
        Run run = Run.of("--out", directory.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("Transcript     support-and-coding.json (bundled)")
                .contains("hard limit 15,200")
                .contains("Files          " + directory);
        assertThat(Run.filesIn(directory)).containsExactly("context.json", "report.html", "state.json", "turns.csv");
        List<List<String>> turns = Run.turns(directory);
        assertThat(turns).hasSizeGreaterThan(50);
        assertThat(Integer.parseInt(turns.get(turns.size() - 1).get(5))).isGreaterThan(1);
        List<Message> context = Run.context(directory);
        assertThat(context.get(0).role()).isEqualTo(Role.SYSTEM);
        assertThat(StateEnvelope.holds(context.get(1).text())).isTrue();
        assertThat(Json.parseObject(Run.text(directory, "state.json")))
                .containsKeys("logos", "pathos", "abstract", "conversation_summary");
    }

    @Test
    void takesAViewBeforeEveryAssistantMessageAndTimesIt() {
        Run run = Run.reading(SHORT_CHAT, "--transcript", "-", "--out", directory.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(Run.text(directory, "turns.csv"))
                .startsWith("call,transcript_tokens,context_tokens,stable_prefix_tokens,pruned_results,compressions,"
                        + "outcome,micros\n");
        List<List<String>> turns = Run.turns(directory);
        assertThat(turns).hasSize(2);
        assertThat(turns).extracting(turn -> turn.get(6)).containsOnly("unchanged");
        // One append and the view, then two appends and the view; each takes one step of the clock.
        assertThat(turns).extracting(turn -> turn.get(7)).containsExactly("1000", "1500");
        assertThat(turns.get(1).get(3)).isEqualTo(turns.get(0).get(2));
    }

    @Test
    void writesUncompressedChatWithEmptyState() throws IOException {
        Run.reading(SHORT_CHAT, "--transcript", "-", "--out", directory.toString());
        assertThat(Run.text(directory, "state.json")).isEqualTo("{}\n");
        assertThat(Run.context(directory))
                .filteredOn(message -> message.role() != Role.SYSTEM)
                .extracting(Message::text)
                .containsExactly(
                        "My order 4711 has not arrived.",
                        "It was handed over on Monday.",
                        "Thank you.",
                        "You are welcome.");
        assertThat(Run.text(directory, "report.html")).contains("the chat never had to be compressed");
    }

    @Test
    void compressesAllButTheLastTurnAtTheEndIfAsked() throws IOException {
        Run.of(
                "--context-window",
                "128000",
                "--out",
                directory.resolve("without").toString());
        Run.of(
                "--context-window",
                "128000",
                "--final-compress",
                "--out",
                directory.resolve("with").toString());
        assertThat(Run.text(directory.resolve("without"), "state.json")).isEqualTo("{}\n");
        assertThat(Json.parseObject(Run.text(directory.resolve("with"), "state.json")))
                .isNotEmpty();
        List<Message> all = Run.context(directory.resolve("without"));
        List<Message> kept = Run.context(directory.resolve("with"));
        int lastUser = all.size() - 1;
        while (all.get(lastUser).role() != Role.USER) {
            lastUser--;
        }
        // System prompt, state, acknowledgement, last turn.
        assertThat(kept.subList(3, kept.size())).isEqualTo(all.subList(lastUser, all.size()));
    }

    @Tag("landing")
    @Test
    void capsTheState() {
        Run.of("--state-tokens", "300", "--out", directory.resolve("small").toString());
        Run.of("--state-tokens", "3000", "--out", directory.resolve("large").toString());
        assertThat(Run.text(directory.resolve("small"), "state.json").length())
                .isLessThan(2_500)
                .isLessThan(Run.text(directory.resolve("large"), "state.json").length() / 2);
    }

    @Test
    void takesSettingsWithAndWithoutTheirPrefix() {
        Run run = Run.of(
                "--set",
                "trigger-ratio=0.5",
                "session-compression.target-ratio=0.2",
                "--set",
                "hard-limit-ratio=0.6",
                "--context-window=10000",
                "--out",
                directory.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("hard limit 6,000");
    }

    @Test
    void sendsEverythingIfSwitchedOff() {
        Run run = Run.of("--set", "enabled=false", "--context-window=8000", "--out", directory.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Compressions   0").contains("exceeded in ");
        assertThat(Run.text(directory, "report.html")).contains("exceeded the hard limit");
    }

    @Test
    void usesALargeWindowForAChatOfTheUsersOwn() {
        Run run = Run.reading(SHORT_CHAT, "--transcript", "-", "--out", directory.toString());
        assertThat(run.out()).contains("hard limit 121,600");
        assertThat(run.out()).contains("Transcript     standard input");
    }

    @Test
    void printsNothingIfQuiet() {
        Run run = Run.of("--quiet", "--out", directory.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEmpty();
        assertThat(Run.filesIn(directory)).hasSize(4);
    }

    @Test
    void isDoneEvenIfNobodyReadsTheTable() {
        OutputStream brokenPipe = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        CommandLine program = Replay.commandLine(InputStream.nullInputStream(), Map.of(), System::nanoTime)
                .setOut(new PrintWriter(brokenPipe, true, StandardCharsets.UTF_8));
        assertThat(program.execute("--out", directory.toString())).isZero();
        assertThat(Run.filesIn(directory)).hasSize(4);
    }

    @Test
    void explainsItself() {
        Run help = Run.of("--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.out())
                .contains("--transcript=FILE|-", "--context-window=TOKENS", "--state-tokens=N", "--final-compress")
                .contains("--compressor=NAME", "--set=KEY=VALUE", "--out=DIR", "--quiet")
                .contains("Default: 16000 for the bundled chat, 128000", "replay-out", "Examples:", "Exit codes:");
        assertThat(Run.of("--version").out()).matches("replay \\d+\\.\\d+\\.\\d+\\S*\\R");
    }

    @Test
    void replacesUnpairedSurrogate() throws IOException {
        String half = "\\ud83d";
        Run run = Run.reading(
                "[{\"role\": \"user\", \"content\": \"broken " + half + " emoji, whole 😀\"}]",
                "--transcript",
                "-",
                "--out",
                directory.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(Run.text(directory, "context.json")).contains("broken \uFFFD emoji, whole 😀");
        assertThat(Run.context(directory).get(1).text()).isEqualTo("broken \uFFFD emoji, whole 😀");
    }
}
