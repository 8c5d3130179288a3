package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.provider.Fluent;
import io.github.sessioncompression.spring.ai.provider.Provider;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;

/** A model is given the tools for its own conversation's past because the policy says so. */
class OfferedToolsTest {
    private static final String OLD = "The spare key hangs behind the blue barometer.";
    private static final String SENTENCE =
            "The tools `search_history` and `expand_segment`" + " give back earlier messages word for word.";

    private final StrictOpenAiServer server = StrictOpenAiServer.start().withWindow(4_000);
    private final List<SessionCompressor> compressors = new ArrayList<>();

    @AfterEach
    void stop() {
        server.close();
        compressors.forEach(SessionCompressor::close);
    }

    private SessionCompressor compressor(boolean tools) {
        CompressionPolicy policy = CompressionPolicy.forWindow(4_000);
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy.withState(policy.state().withMaxTokens(100).withHistoryTools(tools)))
                .executor(Runnable::run)
                .build();
        compressors.add(compressor);
        return compressor;
    }

    private ChatClient client(SessionCompressor compressor, ToolCallback... own) {
        CompressingChatMemory memory =
                CompressingChatMemory.builder().compressor(compressor).build();
        return SpringChat.client(
                server,
                List.of(own),
                List.of(
                        MessageChatMemoryAdvisor.builder(memory).build(),
                        SessionStateAdvisor.builder(memory).build()));
    }

    private static void longChat(SessionCompressor compressor, String id) {
        Conversation chat = compressor.conversation(id);
        chat.append(Message.user(OLD), Message.assistant("I see."));
        for (int turn = 0; turn < 30; turn++) {
            chat.append(Message.user(GardenChat.question(turn + 1)), Message.assistant("Fine. ".repeat(20)));
        }
        chat.compress();
    }

    /** Looks into the past before it answers with what it has found. */
    private static Reply lookingUp(Sent sent) {
        if (sent.last().role().equals(SentMessage.TOOL)) {
            return Reply.text(sent.last().text().contains(OLD) ? "Behind the blue barometer." : "I don't know.");
        }
        return Reply.call("search_history", Map.of("query", "Where does the spare key hang?"));
    }

    private static String ask(ChatClient client, String id, boolean streaming) {
        return streaming ? SpringChat.stream(client, id, "Where is it?") : SpringChat.call(client, id, "Where is it?");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void modelFindsForgottenMessagesOfOwnConversationOnly(boolean streaming) {
        SessionCompressor compressor = compressor(true);
        longChat(compressor, "ann");
        ChatClient client = client(compressor);
        server.answers(OfferedToolsTest::lookingUp);

        assertThat(ask(client, "ann", streaming)).isEqualTo("Behind the blue barometer.");
        assertThat(ask(client, "bob", streaming)).isEqualTo("I don't know.");

        assertThat(server.refusals()).isEmpty();
        assertThat(server.sent().get(0).allText()).contains(SENTENCE).doesNotContain("barometer");
        assertThat(server.sent()).hasSize(4).allSatisfy(sent -> assertThat(sent.tools())
                .containsExactlyInAnyOrder("search_history", "expand_segment"));
    }

    @Test
    void toolsOfTheApplicationStayAndNoneIsDoubled() {
        SessionCompressor compressor = compressor(true);
        Lookup lookup = new Lookup(topic -> "Nothing.");
        List<ToolCallback> byHand = new ArrayList<>(
                Arrays.asList(HistoryTools.of(compressor.conversation("ann")).getToolCallbacks()));
        byHand.add(lookup);

        SpringChat.call(client(compressor, lookup), "ann", "Hello");
        assertThat(server.lastSent().tools()).containsExactly("lookup", "search_history", "expand_segment");

        SpringChat.call(client(compressor, byHand.toArray(new ToolCallback[0])), "ann", "Hello again");
        assertThat(server.lastSent().tools()).containsExactlyInAnyOrder("lookup", "search_history", "expand_segment");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void switchedOffNothingIsSentOfIt() {
        Map<Boolean, Sent> requests = new LinkedHashMap<>();
        for (boolean tools : new boolean[] {true, false}) {
            SessionCompressor compressor = compressor(tools);
            longChat(compressor, "ann");
            SpringChat.call(client(compressor), "ann", "Hello");
            requests.put(tools, server.lastSent());
        }
        Sent on = Objects.requireNonNull(requests.get(true));
        Sent off = Objects.requireNonNull(requests.get(false));

        assertThat(on.body()).containsKey("tools");
        assertThat(off.raw()).doesNotContain("search_history", "expand_segment", "\"tools\"");
        assertThat(without(on)).isEqualTo(without(off));
        assertThat(off.system())
                .isEqualTo(Objects.requireNonNull(on.system())
                        .replace(
                                StateOptions.defaults().withHistoryTools(true).appendAwareness(""),
                                StateOptions.defaults().appendAwareness("")));
        // The states differ in the note on what they lack, which names the tools.
        assertThat(off.messages().subList(1, off.messages().size()))
                .isEqualTo(on.messages().subList(1, on.messages().size()));
    }

    private static Map<String, @Nullable Object> without(Sent sent) {
        Map<String, @Nullable Object> rest = new LinkedHashMap<>(sent.body());
        rest.remove("tools");
        rest.remove("messages");
        return rest;
    }

    /** With settings of the application's own the loop is outside of the chat client: it has no tool but those of its own options. */
    @Test
    void warnsInsteadOfOfferingToolsForExternalToolLoop() {
        SessionCompressor compressor = compressor(true);
        SessionStateAdvisor advisor = SessionStateAdvisor.builder(compressor).build();
        ChatClient.Builder builder = SpringChat.TWO
                ? ChatClient.builder(SpringChat.model(server)).defaultAdvisors(loopOff())
                : ChatClient.builder(Provider.OPENAI.client(
                        server.url(), options -> options.set("internalToolExecutionEnabled", false)));
        ChatClient client = builder.defaultAdvisors(advisor).build();

        try (Warnings warnings = new Warnings()) {
            SpringChat.call(client, "ann", "Hello");
            SpringChat.call(client, "ann", "Hello again");

            assertThat(warnings.lines())
                    .filteredOn(line -> line.contains("state.history-tools"))
                    .singleElement()
                    .asString()
                    .contains("the application runs the tools of this call itself");
        }
        assertThat(server.sent()).hasSize(2).allSatisfy(sent -> assertThat(sent.tools())
                .isEmpty());
    }

    @SuppressWarnings("unchecked") // the declared type of what is called by name
    private static Consumer<ChatClient.AdvisorSpec> loopOff() {
        return (Consumer<ChatClient.AdvisorSpec>) Fluent.call(
                "org.springframework.ai.chat.client.AdvisorParams", "toolCallingAdvisorAutoRegister", false);
    }

    @Test
    void aLoopAmongTheAdvisorsRunsThem() {
        SessionCompressor compressor = compressor(true);
        longChat(compressor, "ann");
        ChatClient client = SpringChat.client(
                server,
                List.of(),
                List.of(
                        MessageChatMemoryAdvisor.builder(CompressingChatMemory.builder()
                                        .compressor(compressor)
                                        .build())
                                .build(),
                        SpringChat.toolAdvisor(),
                        SessionStateAdvisor.builder(compressor).build()));
        server.answers(OfferedToolsTest::lookingUp);

        assertThat(ask(client, "ann", false)).isEqualTo("Behind the blue barometer.");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void copiesNeutralOptionsAndLeavesOthersAlone() {
        ToolCallback lookup = new Lookup(topic -> "Nothing.");
        ChatOptions options = ChatOptions.builder()
                .model("some-model")
                .temperature(0.25)
                .maxTokens(77)
                .topK(5)
                .stopSequences(List.of("END"))
                .build();
        ChatOptions others = (ChatOptions) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ChatOptions.class}, (proxy, method, arguments) -> null);

        assertThat(RequestOptions.withTools(options, List.of(lookup)))
                .isInstanceOfSatisfying(ToolCallingChatOptions.class, with -> {
                    assertThat(with.getToolCallbacks()).containsExactly(lookup);
                    assertThat(with.getModel()).isEqualTo("some-model");
                    assertThat(with.getTemperature()).isEqualTo(0.25);
                    assertThat(with.getMaxTokens()).isEqualTo(77);
                    assertThat(with.getTopK()).isEqualTo(5);
                    assertThat(with.getStopSequences()).containsExactly("END");
                });
        assertThat(RequestOptions.withTools(others, List.of(lookup))).isNull();
    }

    @Test
    void callsWithoutAConversationAreLeftAlone() {
        SessionCompressor compressor = compressor(true);
        ChatClient client = SpringChat.client(
                server,
                List.of(),
                List.of(SessionStateAdvisor.builder(compressor).build()));

        client.prompt().user("Hello").call().content();

        assertThat(server.lastSent().tools()).isEmpty();
    }
}
