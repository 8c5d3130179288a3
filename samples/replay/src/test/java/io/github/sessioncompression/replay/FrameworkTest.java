package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.token.MessageTokens;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The bundled chat through the frameworks' chat memories, as their guarded models receive it. */
@Tag("landing")
class FrameworkTest {
    private final Path directory;

    FrameworkTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @ParameterizedTest
    @CsvSource({"langchain4j, LangChain4j's ChatMemory", "spring-ai, Spring AI's ChatMemory"})
    void leavesSameFilesAndNamesMemory(String framework, String title) throws IOException {
        Run run = Run.of("--framework", framework, "--out", directory.toString());
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Memory         " + title).contains("hard limit 15,200");
        assertThat(Run.text(directory, "report.html")).contains(title.replace("'", "&#39;"));
        assertThat(Run.turns(directory)).hasSize(70);
        List<Message> context = Run.context(directory);
        assertThat(context.get(0).role()).isEqualTo(Role.SYSTEM);
        assertThat(StateEnvelope.holds(context.get(1).text())).isTrue();
        assertThat(Run.text(directory, "state.json")).contains("\"logos\"");
    }

    @ParameterizedTest
    @EnumSource
    void sendsGrowingWholeTurnsBetweenCompressions(Framework framework) throws InputException {
        CompressionPolicy policy = CompressionPolicy.forWindow(16_000);
        MessageTokens tokens = MessageTokens.of(policy.tokens());
        Transcript chat = Transcript.read(null, InputStream.nullInputStream());
        List<View> views = new ArrayList<>();
        Replayed replayed = new ReplayLoop(policy, framework, Compressor.OFFLINE, System::nanoTime)
                .run(chat, false, (call, view) -> {
                    String at = framework + ", call " + call.number();
                    assertThat(view.messages().stream().mapToInt(tokens::count).sum())
                            .as(at)
                            .isEqualTo(call.contextTokens());
                    assertThat(call.contextTokens()).as(at).isLessThanOrEqualTo(policy.hardLimitTokens());
                    assertValid(view.messages(), at);
                    if (call.outcome().label().equals("unchanged") && !views.isEmpty()) {
                        View before = views.get(views.size() - 1);
                        assertThat(view.messages().subList(0, before.messages().size()))
                                .as(at)
                                .isEqualTo(before.messages());
                        assertThat(call.stablePrefixTokens()).as(at).isEqualTo(before.tokens());
                    }
                    views.add(view);
                });
        assertThat(replayed.end().compressions()).isGreaterThan(1);
        assertThat(replayed.totals().saved()).isGreaterThan(0.34);
        assertThat(replayed.totals().stableShare()).isGreaterThan(0.85);
        assertThat(views)
                .extracting(view -> view.messages().get(0))
                .containsOnly(views.get(0).messages().get(0));
    }

    /** System prompt, user first, every result after its call, every call answered, ends with the user or a result. */
    private static void assertValid(List<Message> messages, String at) {
        Set<String> open = new HashSet<>();
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            if (message.role() == Role.TOOL) {
                assertThat(open.remove(message.toolCallId())).as(at).isTrue();
            } else {
                assertThat(open).as(at).isEmpty();
            }
            message.toolCalls().forEach(call -> open.add(call.id()));
            assertThat(message.role() == Role.SYSTEM).as(at).isEqualTo(i == 0);
        }
        assertThat(open).as(at).isEmpty();
        assertThat(messages.get(1).role()).as(at).isEqualTo(Role.USER);
        assertThat(messages.get(messages.size() - 1).role()).as(at).isIn(Role.USER, Role.TOOL);
    }

    @Test
    void replaysUnusualMessages() {
        String odd =
                """
                {"role": "user", "content": "one"}
                {"role": "user", "content": ""}
                {"role": "assistant", "content": ""}
                {"role": "assistant", "content": "two"}
                {"role": "system", "content": " "}
                {"role": "user", "content": "three"}
                {"role": "assistant", "content": null,
                 "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{"}}]}
                {"role": "tool", "tool_call_id": "c1", "content": ""}
                {"role": "user", "content": "four"}
                """
                        .replace("null,\n ", "null, ");
        for (String framework : List.of("none", "langchain4j", "spring-ai")) {
            Run run = Run.reading(
                    odd,
                    "--transcript",
                    "-",
                    "--framework",
                    framework,
                    "--final-compress",
                    "--out",
                    directory.toString());
            assertThat(run.err()).as(framework).isEmpty();
            assertThat(run.exitCode()).as(framework).isZero();
        }
    }
}
