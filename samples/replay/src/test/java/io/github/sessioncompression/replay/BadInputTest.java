package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest {
    private final Path directory;

    BadInputTest(@TempDir Path directory) {
        this.directory = directory;
    }

    /** Runs the program and checks that it says just that line and leaves nothing behind. */
    private void refuses(String line, InputStream in, String... args) {
        Path out = directory.resolve("out");
        String[] all = new String[args.length + 2];
        System.arraycopy(args, 0, all, 0, args.length);
        all[args.length] = "--out";
        all[args.length + 1] = out.toString();
        Run run = Run.reading(in, all);
        assertThat(run.err()).isEqualTo("replay: " + line + System.lineSeparator());
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(out).doesNotExist();
    }

    private void refuses(String line, String... args) {
        refuses(line, InputStream.nullInputStream(), args);
    }

    private void refusesTranscript(String line, String transcript) throws IOException {
        Path file = directory.resolve("chat.json");
        Files.writeString(file, transcript);
        refuses("chat.json: " + line, "--transcript", file.toString());
    }

    @Test
    void namesAMissingFile() {
        String missing = directory.resolve("no.json").toString();
        refuses("--transcript " + missing + ": there is no such file", "--transcript", missing);
    }

    @Test
    void refusesADirectoryAsTranscript() {
        refuses(
                "--transcript " + directory + ": this is a directory, a file is needed",
                "--transcript",
                directory.toString());
    }

    @Test
    void refusesAnEmptyFileName() {
        refuses("--transcript must name a file, or be - for standard input, but was blank", "--transcript", "");
    }

    @Test
    void rejectsNonJson() throws IOException {
        refusesTranscript("line 1: not JSON at column 1: unexpected character or malformed value", "Hello, world");
    }

    @Test
    void rejectsTruncatedJson() throws IOException {
        refusesTranscript(
                "line 2: not JSON at column 1: unexpected end", "[{\"role\": \"user\", \"content\": \"hi\"}\n");
    }

    @Test
    void refusesAnEmptyFileAndAnEmptyList() throws IOException {
        refusesTranscript("the transcript has no messages", "");
        refusesTranscript("the transcript has no messages", "[]");
        refusesTranscript("the transcript has no messages", "{\"messages\": []}");
    }

    @Test
    void namesMessageOfUnknownRole() throws IOException {
        refusesTranscript(
                "message 2: unknown role 'robot', expected system, developer, user, assistant or tool",
                """
                [
                  {"role": "user", "content": "hi"},
                  {"role": "robot", "content": "beep"}
                ]
                """);
    }

    @Test
    void namesMessageOfResultWithoutCall() throws IOException {
        refusesTranscript(
                "message 3: a tool result without a call (tool_call_id 'c9')",
                """
                [{"role": "user", "content": "hi"},
                 {"role": "assistant", "content": null,
                  "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
                 {"role": "tool", "tool_call_id": "c9", "content": "42"}]
                """);
    }

    @Test
    void rejectsNonUtf8Bytes() {
        byte[] latin = "[{\"role\": \"user\", \"content\": \"Grüße\"}]".getBytes(StandardCharsets.ISO_8859_1);
        refuses("standard input: this is not UTF-8 text", new ByteArrayInputStream(latin), "--transcript", "-");
    }

    @Test
    void saysSoIfStandardInputCannotBeRead() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("device gone");
            }

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                return read();
            }
        };
        refuses("standard input: it can't be read (device gone)", broken, "--transcript", "-");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--foo                     | Unknown option: '--foo' (replay --help lists the options)",
                "chat.json                 | Unmatched argument at index 0: 'chat.json' (replay --help lists the options)",
                "--compressor=gpt          | --compressor must be one of offline, openai, anthropic, gemini, ollama, but was 'gpt'",
                "--framework=spring        | --framework must be one of none, langchain4j, spring-ai, but was 'spring'",
                "--model=gpt-4o            | --model needs a model: --compressor or --judge openai, anthropic, gemini or ollama",
                "--base-url=http://x       | --base-url needs a model: --compressor or --judge openai, anthropic, gemini or ollama",
                "--compressor=openai       | --compressor openai needs a key: set OPENAI_API_KEY, or name a server that needs none with --base-url",
                "--compressor=anthropic    | --compressor anthropic needs a key: set ANTHROPIC_API_KEY, or name a server that needs none with --base-url",
                "--compressor=gemini       | --compressor gemini needs a key: set GEMINI_API_KEY, or name a server that needs none with --base-url",
                "--judge=offline           | --judge must be one of openai, anthropic, gemini, ollama, but was 'offline'",
                "--judge=openai            | --judge openai needs a key: set OPENAI_API_KEY, or name a server that needs none with --base-url",
                "--set=trigger-ratio       | --set needs KEY=VALUE, but was 'trigger-ratio'",
                "--set==5                  | --set needs KEY=VALUE, but was '=5'",
            })
    void refusesOptionsItDoesNotKnow(String option, String line) {
        refuses(line, option);
    }

    @ParameterizedTest
    @CsvSource({
        "--context-window=abc, session-compression.context-window, abc",
        "--context-window=0, session-compression.context-window, 0",
        "--state-tokens=-1, session-compression.state.max-tokens, -1",
        "--set=trigger-ratio=95, session-compression.trigger-ratio, 95",
        "--set=session-compression.trigger-ratio=95, session-compression.trigger-ratio, 95",
        "--set=target-ratio=0.95, session-compression.target-ratio, 0.95",
        "--set=no-such-key=1, session-compression.no-such-key, unknown",
    })
    void repeatsPolicyErrorInOneLine(String option, String key, String value) {
        Path out = directory.resolve("out");
        Run run = Run.of(option, "--out", out.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("replay: ")
                .contains(key)
                .contains(value)
                .hasLineCount(1);
        assertThat(run.out()).isEmpty();
        assertThat(out).doesNotExist();
    }

    @Test
    void rejectsInvalidBaseUrl() {
        refuses(
                "--base-url must be an http or https URL, but was 'localhost:11434'",
                "--compressor",
                "ollama",
                "--base-url",
                "localhost:11434");
    }

    @Test
    void listsSeveralFaultsInOneLine() {
        Run run = Run.of("--set", "trigger-ratio=95", "target-ratio=x", "--out", directory.toString());
        assertThat(run.err())
                .contains("session-compression.trigger-ratio")
                .contains("; session-compression.")
                .hasLineCount(1);
    }

    @Test
    void refusesASettingGivenTwiceWithDifferentValues() {
        refuses(
                "session-compression.context-window is given twice, as '4000' and as '8000'",
                "--context-window",
                "4000",
                "--set",
                "context-window=8000");
    }

    @Test
    void reportsAnUnexpectedFailureInOneLine() {
        InputStream faulty = new InputStream() {
            @Override
            public int read() {
                throw new IllegalStateException("line one\nline two");
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                return read();
            }
        };
        Run run = Run.reading(
                faulty, "--transcript", "-", "--out", directory.resolve("out").toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("replay: failed unexpectedly: java.lang.IllegalStateException: line one line two"
                        + System.lineSeparator());
        assertThat(directory.resolve("out")).doesNotExist();
    }
}
