package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.provider.Fluent;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/** Answers that the user gets from tools, or from the limit of the tool loop, instead of from the model. */
class ToolAnswersTest {
    private static final String BOOKED = "Table 4 is booked for Friday.";

    private final ProviderStub server = OpenAiStub.start();
    private final CompressingChatMemory memory = SpringChat.memory(CompressionPolicy.forWindow(8_000));

    @AfterEach
    void stop() {
        server.close();
    }

    /** A tool whose result goes to the user. */
    private record Direct(String name, String result, Runnable meanwhile) implements ToolCallback {
        Direct(String name, String result) {
            this(name, result, () -> {});
        }

        @Override
        public ToolDefinition getToolDefinition() {
            return ToolDefinition.builder()
                    .name(name)
                    .description("Books something.")
                    .inputSchema("{\"type\":\"object\",\"properties\":{}}")
                    .build();
        }

        @Override
        public ToolMetadata getToolMetadata() {
            return ToolMetadata.builder().returnDirect(true).build();
        }

        @Override
        public String call(String input) {
            meanwhile.run();
            return result;
        }
    }

    private List<Message> transcript() {
        return memory.compressor().conversation(SpringChat.ID).transcript();
    }

    @ParameterizedTest(name = "streaming: {0}, memory inside the loop: {1}, history in the loop: {2}")
    @CsvSource({
        "false, true, false",
        "true, true, false",
        "false, true, true",
        "true, true, true",
        "false, false, true",
        "true, false, true"
    })
    void storesDirectResultAsTheAnswer(boolean streaming, boolean inside, boolean history) {
        ChatClient client = SpringChat.client(
                server, List.of(new Direct("book", BOOKED)), SpringChat.wired(memory, inside, history));
        server.next(Reply.call("book", Map.of()), Reply.text("You are welcome."));

        assertThat(SpringChat.ask(streaming, client, "Book a table.")).isEqualTo(BOOKED);

        // Its default order is inside the loop in Spring AI 1.1.
        boolean storesCalls = inside || !SpringChat.TWO;
        assertThat(transcript())
                .extracting(Message::role)
                .isEqualTo(
                        storesCalls
                                ? List.of(Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT)
                                : List.of(Role.USER, Role.ASSISTANT));
        assertThat(transcript()).last().extracting(Message::text).isEqualTo(BOOKED);
        assertNextRequestKnows(streaming, client, BOOKED);
    }

    private void assertNextRequestKnows(boolean streaming, ChatClient client, String answer) {
        SpringChat.ask(streaming, client, "Thank you.");
        assertThat(server.lastSent().allText())
                .contains(answer)
                .doesNotContain("interrupted", "may have taken effect", "(Noted.)");
        assertThat(server.lastSent().question()).isEqualTo("Thank you.");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void storesTheResultsOfParallelCalls(boolean streaming) {
        ChatClient client = SpringChat.client(
                server,
                List.of(new Direct("book", BOOKED), new Direct("order", "Roses are ordered.")),
                SpringChat.wired(memory, true, false));
        server.next(
                Reply.calls(new Reply.Call("book", Map.of()), new Reply.Call("order", Map.of())),
                Reply.text("You are welcome."));

        SpringChat.ask(streaming, client, "Book a table and order roses.");

        assertThat(transcript())
                .extracting(Message::text)
                .containsExactly(
                        "Book a table and order roses.",
                        "",
                        BOOKED,
                        "Roses are ordered.",
                        BOOKED + "\nRoses are ordered.");
        assertNextRequestKnows(streaming, client, "Roses are ordered.");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void storesDirectResultBesideAnotherTurn(boolean streaming) {
        ChatClient other = SpringChat.client(server, List.of(), SpringChat.wired(memory, true, false));
        ToolCallback book = new Direct("book", BOOKED, () -> SpringChat.call(other, SpringChat.ID, "What time is it?"));
        ChatClient client = SpringChat.client(server, List.of(book), SpringChat.wired(memory, true, false));
        server.next(Reply.call("book", Map.of()), Reply.text("It is noon."), Reply.text("You are welcome."));

        assertThat(SpringChat.ask(streaming, client, "Book a table.")).isEqualTo(BOOKED);

        assertThat(transcript())
                .extracting(Message::text)
                .contains("It is noon.")
                .endsWith(BOOKED, BOOKED);
        SpringChat.ask(streaming, client, "Thank you.");
        assertThat(server.lastSent().allText()).contains(BOOKED);
        assertThat(server.lastSent().question()).isEqualTo("Thank you.");
    }

    /** A tool loop that lets each tool be called once. */
    private static Advisor limited() {
        Object manager = Fluent.of("org.springframework.ai.model.tool.DefaultToolCallingManager")
                .set("maxCallsPerTool", 1)
                .build();
        return (Advisor) Fluent.of("org.springframework.ai.chat.client.advisor.ToolCallingAdvisor")
                .set("toolCallingManager", manager)
                .set("conversationHistoryEnabled", false)
                .build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void storesRefusalOfMoreCallsAsTheAnswer(boolean streaming) {
        assumeTrue(SpringChat.TWO, "Spring AI 1.1 has no limit of tool calls");
        Lookup lookup = new Lookup(GardenChat::found);
        ChatClient client = SpringChat.client(
                server,
                List.of(lookup),
                List.of(SessionStateAdvisor.builder(memory).build(), SpringChat.nested(memory), limited()));
        server.next(
                Reply.call(Lookup.NAME, Map.of("topic", "roses")),
                Reply.call(Lookup.NAME, Map.of("topic", "peonies")),
                Reply.text("Sorry."));

        String refused = SpringChat.ask(streaming, client, "Look up roses and peonies.");

        assertThat(refused).isNotBlank();
        assertThat(lookup.calls()).isEqualTo(1);
        assertThat(transcript()).last().extracting(Message::text).isEqualTo(refused);
        assertThat(transcript())
                .extracting(Message::role)
                .containsExactly(Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT);
        SpringChat.ask(streaming, client, "Thank you.");
        assertThat(server.lastSent().allText())
                .contains(refused)
                .doesNotContain("interrupted", "may have taken effect", "(Noted.)");
    }

    @Test
    void leavesOrdinaryAnswersToTheMemory() {
        ChatClient client = SpringChat.client(
                server,
                List.of(new Lookup(GardenChat::found)),
                List.of(
                        SessionStateAdvisor.builder(memory).build(),
                        MessageChatMemoryAdvisor.builder(memory).build()));
        server.next(Reply.text("Roses."));

        SpringChat.ask(false, client, "What?");

        assertThat(transcript()).extracting(Message::text).containsExactly("What?", "Roses.");
    }
}
