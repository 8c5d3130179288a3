package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Focus;
import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;

/** Chats with a model of Anthropic that refuses thinking behind any other bytes than those it was made behind: whatever else happens, none is. */
class ThinkingMatrixTest {
    private static final int TURNS = 14;
    private static final int FAILING_TURN = 8;
    private static final int CALLS = 4;

    private final AnthropicStub server = AnthropicStub.start().bindingThinking();
    private final Map<String, Integer> rounds = new ConcurrentHashMap<>();

    /** Place of the memory if there are tools. */
    enum Tools {
        NONE,
        MEMORY_OUTSIDE,
        MEMORY_INSIDE
    }

    /** Place of the one request that fails with HTTP 500. */
    enum Failure {
        NONE,
        QUESTION,
        TOOL_LOOP
    }

    /** Change of what stands before earlier answers. */
    enum Change {
        NONE,
        COMPRESSION,
        PRUNING,
        /** Both, on purpose, by a tool. */
        IN_TOOL
    }

    record Row(boolean advisor, boolean system, Tools tools, Failure failure, Change change, boolean stream) {
        boolean isPossible() {
            if (!advisor && !system && tools == Tools.MEMORY_INSIDE) {
                // Spring AI puts an empty system message into the second round then, whatever the memory is.
                return false;
            }
            return tools != Tools.NONE || (failure != Failure.TOOL_LOOP && change != Change.IN_TOOL);
        }

        boolean storesCalls() {
            return tools == Tools.MEMORY_INSIDE;
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** One of five in a landing, any two values in one of them; all under {@code -Pfuzz}. */
    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int bits = 0; bits < 8; bits++) {
            for (Tools tools : Tools.values()) {
                for (Failure failure : Failure.values()) {
                    for (Change change : Change.values()) {
                        if (FuzzCases.runs(
                                5,
                                Integer.bitCount(bits),
                                FuzzCases.factor(tools),
                                FuzzCases.factor(failure),
                                FuzzCases.factor(change))) {
                            rows.add(new Row((bits & 1) > 0, (bits & 2) > 0, tools, failure, change, (bits & 4) > 0));
                        }
                    }
                }
            }
        }
        rows.removeIf(row -> !row.isPossible());
        return rows;
    }

    @ParameterizedTest
    @MethodSource("rows")
    @Tag("landing")
    void sendsNoRefusedThinkingInAnyRow(Row row) {
        run(row);
    }

    @ParameterizedTest
    @CsvSource({
        "true,  true,  NONE,           NONE,      NONE,        false",
        "false, false, NONE,           QUESTION,  COMPRESSION, true",
        "true,  false, MEMORY_OUTSIDE, TOOL_LOOP, COMPRESSION, false",
        "true,  true,  MEMORY_INSIDE,  NONE,      IN_TOOL,     false",
        "true,  true,  MEMORY_INSIDE,  QUESTION,  PRUNING,     true",
        "false, true,  MEMORY_INSIDE,  TOOL_LOOP, COMPRESSION, false",
    })
    void sendsNoRefusedThinking(
            boolean advisor, boolean system, Tools tools, Failure failure, Change change, boolean stream) {
        run(new Row(advisor, system, tools, failure, change, stream));
    }

    private void run(Row row) {
        server.answers(request -> reply(request, row));
        CompressingChatMemory memory = SpringChat.memory(policy(row));
        Conversation chat = memory.compressor().conversation(SpringChat.ID);
        ChatClient client = client(row, memory, chat);

        int failed = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            String question = "Question " + turn + (row.tools() != Tools.NONE && turn % 4 == 0 ? " [look]" : "")
                    + ": how do I keep the roses on my balcony alive through a long and windy winter?";
            if (row.failure() == Failure.QUESTION && turn == FAILING_TURN) {
                server.next(new Reply.Failure(500, "overloaded"));
            }
            try {
                assertThat(SpringChat.ask(row.stream(), client, question)).isNotNull();
            } catch (RuntimeException e) {
                failed++;
            }
        }

        assertThat(server.refusals()).isEmpty();
        assertThat(failed).isEqualTo(row.failure() == Failure.NONE ? 0 : 1);
        if (SpringChat.TWO && row.tools() != Tools.NONE) {
            assertThat(server.sent()).as("thinking goes back").anyMatch(sent -> sent.raw()
                    .contains("\"signature\""));
        }
        if (row.change() == Change.COMPRESSION && (row.advisor() || row.tools() != Tools.MEMORY_OUTSIDE)) {
            assertThat(chat.status().stats().compressions()).isPositive();
        }
    }

    private Reply reply(Sent request, Row row) {
        String question = request.question();
        int round = question.contains("[look]") ? rounds.merge(question, 1, Integer::sum) : CALLS + 1;
        if (row.failure() == Failure.TOOL_LOOP && round == 3 && question.contains("Question " + FAILING_TURN)) {
            return new Reply.Failure(500, "overloaded");
        }
        return round <= CALLS
                ? Reply.call(Lookup.NAME, Map.of("topic", "row " + round))
                : Reply.text("Here is what I would do about it, one step after the other. ".repeat(8));
    }

    private static CompressionPolicy policy(Row row) {
        Properties settings = new Properties();
        boolean prunes = row.change() == Change.PRUNING;
        String small = row.storesCalls() ? "4200" : row.tools() == Tools.NONE ? "2000" : "3500";
        String window = row.change() == Change.COMPRESSION ? small : prunes ? "16000" : "200000";
        settings.setProperty("session-compression.context-window", window);
        if (prunes) {
            settings.setProperty("session-compression.state.mode", "off");
            settings.setProperty("session-compression.prune.protect-tokens", "500");
            settings.setProperty("session-compression.prune.min-context-tokens", "1000");
        }
        return CompressionPolicy.of(settings);
    }

    private ChatClient client(Row row, CompressingChatMemory memory, Conversation chat) {
        List<Advisor> advisors = new ArrayList<>();
        if (row.advisor()) {
            advisors.add(SessionStateAdvisor.builder(memory).build());
        }
        advisors.add(
                row.storesCalls()
                        ? SpringChat.nested(memory)
                        : MessageChatMemoryAdvisor.builder(memory).build());
        if (row.tools() != Tools.NONE) {
            advisors.add(row.storesCalls() ? SpringChat.toolAdvisorWithoutHistory() : SpringChat.toolAdvisor());
        }
        ChatClient.Builder builder =
                ChatClient.builder(SpringChat.model(server)).defaultAdvisors(advisors);
        if (row.system()) {
            builder.defaultSystem(SpringChat.SYSTEM);
        }
        if (row.tools() == Tools.NONE) {
            return builder.build();
        }
        Lookup lookup = new Lookup(topic -> {
            if (row.change() == Change.IN_TOOL && topic.contains("3")) {
                chat.prune();
                chat.compressAll(Focus.none());
            }
            return "rows of " + "roses, ".repeat(200);
        });
        return builder.defaultToolCallbacks(lookup).build();
    }
}
