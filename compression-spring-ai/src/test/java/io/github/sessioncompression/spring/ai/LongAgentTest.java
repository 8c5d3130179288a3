package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.chat.client.ChatClient;

/** An agent whose 30 tool results take twice its model's window. */
@Tag("landing")
class LongAgentTest extends SessionStateAdvisorFixture {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(16_000);
    private static final int RESULTS = 30;

    private final AtomicInteger results = new AtomicInteger();

    /** About 1,200 tokens. */
    private static String result(int number) {
        StringBuilder out = new StringBuilder("Page " + number + " of the log.");
        for (int line = 0; line < 60; line++) {
            out.append("\nline ")
                    .append(line)
                    .append(": pump ")
                    .append(number * 60 + line)
                    .append(" of bed ")
                    .append(line);
            out.append(" gave ").append(number + line).append(" litres, valve open");
        }
        return out.toString();
    }

    @ParameterizedTest(name = "rounds in a turn: {0}, memory inside the loop: {1}, streaming: {2}")
    @CsvSource({
        "30, true, false",
        "30, true, true",
        "6, false, false",
        "6, true, false",
        "6, true, true",
        "1, true, false"
    })
    void showsNewestResultBelowHardLimit(int rounds, boolean nested, boolean streaming) {
        CompressingChatMemory memory = SpringChat.memory(POLICY);
        ChatClient client = SpringChat.client(
                openAi,
                List.of(new Lookup(topic -> result(results.incrementAndGet()))),
                SpringChat.wired(memory, nested, !nested));
        AtomicInteger answered = new AtomicInteger();
        openAi.answers(request -> {
            boolean reads = results.get() < rounds * (answered.get() + 1);
            return (reads
                            ? Reply.call(Lookup.NAME, Map.of("topic", "page " + results))
                            : Reply.text("That was part " + answered.incrementAndGet() + ", and all pumps work."))
                    .costing(Usage.of(request.textTokens(), 20));
        });
        for (int turn = 0; turn < RESULTS / rounds; turn++) {
            SpringChat.ask(streaming, client, "Read part " + turn + " of the log.");
        }

        assertThat(results).hasValue(RESULTS);
        // Where the memory is outside, the loop's messages are the caller's own, which are cut only above the window.
        int most = nested ? POLICY.hardLimitTokens() : POLICY.baseTokens();
        int seen = 0;
        List<String> wrong = new ArrayList<>();
        for (Sent sent : openAi.sent()) {
            if (sent.textTokens() > most) {
                wrong.add("after result " + seen + ": " + sent.textTokens() + " tokens");
            }
            if (sent.last().role().equals(SentMessage.TOOL)
                    && !sent.last().text().contains(result(++seen))) {
                wrong.add("result " + seen + " is shown as: " + sent.last().text());
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).isEqualTo(RESULTS);
    }
}
