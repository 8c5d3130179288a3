package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.AiServices;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent whose 60 tool results take many times its model's window. */
@Tag("landing")
class LongAgentTest {
    private static final CompressionPolicy POLICY = CompressionPolicy.forWindow(16_000);
    private static final int RESULTS = 60;

    private final OpenAiStub server = OpenAiStub.start();
    private final CompressingChatMemory memory = Chats.memory(Chats.immediate(POLICY));

    interface Agent {
        String chat(String question);
    }

    /** A tool with long results. */
    public static final class Pages {
        private final AtomicInteger read = new AtomicInteger();

        /** The next page. */
        @Tool("reads the next page of the log")
        public String next() {
            return page(read.incrementAndGet());
        }
    }

    /** About 1,200 tokens. */
    private static String page(int number) {
        StringBuilder out = new StringBuilder("Page " + number + " of the log.");
        for (int line = 0; line < 60; line++) {
            out.append("\nline ").append(line).append(": pump ").append(number * 60 + line);
            out.append(" of bed ")
                    .append(line)
                    .append(" gave ")
                    .append(number + line)
                    .append(" litres, valve open");
        }
        return out.toString();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 6, 1})
    void showsNewestResultBelowHardLimit(int rounds) {
        Pages pages = new Pages();
        AtomicInteger answered = new AtomicInteger();
        server.answers(request -> {
            boolean reads = pages.read.get() < rounds * (answered.get() + 1);
            return (reads
                            ? Reply.call("next", Map.of())
                            : Reply.text("That was part " + answered.incrementAndGet() + ", and all pumps work."))
                    .costing(Usage.of(request.textTokens(), 20));
        });
        Agent agent = AiServices.builder(Agent.class)
                .chatModel(memory.guard(Clients.OPENAI.model(server.baseUrl(), GardenService.PATIENT)))
                .chatMemory(memory)
                .tools(pages)
                .build();
        for (int turn = 0; turn < RESULTS / rounds; turn++) {
            agent.chat("Read part " + turn + " of the log.");
        }

        int seen = 0;
        List<String> wrong = new ArrayList<>();
        for (Sent sent : server.sent()) {
            if (sent.textTokens()
                    > 1.01 * POLICY.hardLimitTokens()) { // the estimate of what follows a report is not exact
                wrong.add("after result " + seen + ": " + sent.textTokens() + " tokens");
            }
            if (sent.last().role().equals(SentMessage.TOOL)
                    && !sent.last().text().contains(page(++seen))) {
                wrong.add("result " + seen + " is shown as: " + sent.last().text());
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).isEqualTo(RESULTS);
    }
}
