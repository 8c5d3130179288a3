package io.github.sessioncompression.langchain4j.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.langchain4j.OpenAiClient;
import io.github.sessioncompression.langchain4j.boot.service.Assistant;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** AI services of LangChain4j's starter get the tools for their conversations' past by one property. */
@Tag("once")
class HistoryToolsSwitchTest {
    private static final String ON = "session-compression.state.history-tools=true";
    private static final String OLD = "The kiln key lies under the third flower pot.";
    private static final String FOUND = "Under the third flower pot.";
    private static final String SENTENCE =
            "The tools `search_history` and `expand_segment`" + " give back earlier messages word for word.";

    private final StrictOpenAiServer server = StrictOpenAiServer.start().withWindow(4_000);
    private final ApplicationContextRunner runner = Applications.withStarter()
            .withBean(
                    "chatModel", ChatModel.class, () -> OpenAiClient.of(server).build())
            .withPropertyValues("session-compression.context-window=4000", "session-compression.state.max-tokens=100");

    @AfterEach
    void stop() {
        server.close();
    }

    private static String ask(AssertableApplicationContext context, String id) {
        return context.getBean(Assistant.class).chat(id, "Where is the key?");
    }

    private static void longChat(AssertableApplicationContext context, String id) {
        Conversation chat = context.getBean(SessionCompressor.class).conversation(id);
        chat.append(Message.user("What else is there to know?"), Message.assistant(OLD));
        for (int turn = 0; turn < 30; turn++) {
            chat.append(
                    Message.user("Is glaze number " + turn + " in stock, and what does a bucket of it cost?"),
                    Message.assistant(("There are " + turn + " buckets left. ").repeat(8)));
        }
        chat.compress();
    }

    /** Looks into the past before it answers with what it has found. */
    private static Reply lookingUp(Sent sent) {
        if (sent.last().role().equals(SentMessage.TOOL)) {
            return Reply.text(sent.last().text().contains(OLD) ? FOUND : "I don't know.");
        }
        return Reply.call("search_history", Map.of("query", "kiln key"));
    }

    @Test
    void modelFindsForgottenMessagesOfOwnConversationOnly() {
        server.answers(HistoryToolsSwitchTest::lookingUp);
        runner.withPropertyValues(ON).run(context -> {
            longChat(context, "ann");

            assertThat(ask(context, "ann")).isEqualTo(FOUND);
            assertThat(ask(context, "bob")).isEqualTo("I don't know.");
        });

        assertThat(server.refusals()).isEmpty();
        assertThat(server.sent().get(0).allText()).contains(SENTENCE).doesNotContain("flower pot");
        assertThat(server.sent()).hasSize(4).allSatisfy(sent -> assertThat(sent.tools())
                .containsExactlyInAnyOrder("search_history", "expand_segment"));
    }

    @Test
    void switchedOffNothingIsSentOfIt() {
        Sent off = longChatsRequest(runner.withPropertyValues("session-compression.state.history-tools=false"));
        Sent on = longChatsRequest(runner.withPropertyValues(ON));

        assertThat(longChatsRequest(runner).raw()).isEqualTo(off.raw());
        assertThat(on.body()).containsKey("tools");
        assertThat(off.raw()).doesNotContain("search_history", "expand_segment", "\"tools\"");
        assertThat(without(on)).isEqualTo(without(off));
        assertThat(off.system())
                .isEqualTo(Objects.requireNonNull(on.system())
                        .replace(
                                StateOptions.defaults().withHistoryTools(true).appendAwareness(""),
                                StateOptions.defaults().appendAwareness("")));
        assertThat(off.messages()).isEqualTo(on.messages());
    }

    private Sent longChatsRequest(ApplicationContextRunner application) {
        application.run(context -> {
            longChat(context, "ann");
            ask(context, "ann");
        });
        return server.lastSent();
    }

    private static Map<String, @Nullable Object> without(Sent sent) {
        Map<String, @Nullable Object> rest = new LinkedHashMap<>(sent.body());
        rest.remove("tools");
        rest.remove("messages");
        return rest;
    }

    @Test
    void withoutThePropertyThereIsNoToolProvider() {
        for (String off : List.of(
                "session-compression.state.mode=merge",
                "session-compression.state.history-tools=false",
                "session-compression.state.history-tools=",
                "session-compression.conversations[a*].state.history-tools=false")) {
            runner.withPropertyValues(off)
                    .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ToolProvider.class));
        }
    }

    @Test
    void theApplicationsOwnToolProviderGoesFirst() {
        ToolProvider own = request -> ToolProviderResult.builder()
                .add(ToolSpecification.builder().name("own").build(), (call, id) -> "")
                .build();
        runner.withPropertyValues(ON)
                .withBean("own", ToolProvider.class, () -> own)
                .run(context -> {
                    assertThat(context).hasSingleBean(ToolProvider.class);
                    ask(context, "ann");
                });

        assertThat(server.lastSent().tools()).containsExactly("own");
    }

    @Test
    void singleConversationsCanHaveThem() {
        runner.withPropertyValues("session-compression.conversations[support-*].state.history-tools=true")
                .run(context -> {
                    ask(context, "support-1");
                    assertThat(server.lastSent().tools()).containsExactlyInAnyOrder("search_history", "expand_segment");
                    ask(context, "ann");
                    assertThat(server.lastSent().raw()).doesNotContain("search_history", "\"tools\"");
                });
    }

    @Test
    void disabledCompressionOffersNoTools() {
        runner.withPropertyValues(ON, "session-compression.enabled=false").run(context -> {
            ask(context, "ann");
            assertThat(server.lastSent().raw()).doesNotContain("search_history", "\"tools\"");
        });
    }
}
