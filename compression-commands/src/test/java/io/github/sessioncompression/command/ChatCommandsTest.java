package io.github.sessioncompression.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands of a user: the replies, and what they do to the chat. */
@Timeout(60)
class ChatCommandsTest {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final Warnings warnings = new Warnings();
    private boolean gone;
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(8_000))
            .store(WatchedStore.of(SessionStore.inMemory(), call -> {
                if (gone) {
                    throw new IllegalStateException("connection refused");
                }
                return call.proceed();
            }))
            .model(request -> {
                asked.countDown();
                never.await();
                return ModelAnswer.of("{}");
            })
            .build();
    private final Conversation chat = compressor.conversation("user-42");
    private final ChatCommands commands = ChatCommands.of(Notices.of(Locale.ENGLISH));

    @AfterEach
    void close() {
        never.countDown();
        compressor.close();
        warnings.close();
    }

    private String reply(String text) {
        return commands.reply(chat, text).orElseThrow();
    }

    private void say(String text) {
        chat.append(Message.user(text), Message.assistant("I have noted that down for you."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "hello",
                "/",
                "/etc/hosts",
                "status",
                "/statuses",
                "/new york is a city",
                "what does /status do?",
                "/ status"
            })
    void otherMessagesAreNoCommands(String text) {
        assertThat(commands.reply(chat, text)).isEmpty();
        assertThat(ChatCommands.isCommand(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/status", " /STATUS\n", "/new", "/clear", "/compact", "/prune", "/resume", "/abort", "/help"})
    void repliesAreNotStored(String text) {
        assertThat(commands.reply(chat, text)).get().asString().isNotBlank();
        assertThat(ChatCommands.isCommand(text)).isTrue();
        assertThat(chat.transcript()).isEmpty();
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void statusNamesSizeAndSession() {
        say("My locker code is 4711.");
        assertThat(reply("/status")).contains("of 8,000 tokens", "2 messages", "session 1: My locker code is 4711.");
    }

    @Test
    void newSessionIsBegunAndResumed() {
        assertThat(reply("/new")).isEqualTo("Nothing was said in this session yet.");
        say("My locker code is 4711.");
        assertThat(reply("/clear")).isEqualTo("Session 2 has begun. Session 1 is kept.");
        assertThat(chat.transcript()).isEmpty();
        assertThat(reply("/resume")).contains("Earlier sessions:", "1. My locker code is 4711. (2 messages)");
        assertThat(reply("/resume 7")).isEqualTo("There is no session 7.");
        assertThat(reply("/resume 1")).isEqualTo("Session 1 goes on: My locker code is 4711. (2 messages)");
        assertThat(chat.transcript()).hasSize(2);
    }

    @Test
    void abortStopsHangingCompressionWithinASecond() throws Exception {
        for (int i = 0; i < 12; i++) {
            say("Order " + i + " needs soil, bulbs and three bags of sand for the bed by the fence, please.");
        }
        assertThat(reply("/abort")).isEqualTo("No compression is running.");
        assertThat(reply("/compact the fence")).startsWith("Compression has begun; context ");
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(reply("/status")).endsWith("A compression is running.");

        CompletableFuture<String> stopped = CompletableFuture.supplyAsync(() -> reply("/abort"));

        assertThat(stopped.get(1, TimeUnit.SECONDS)).isEqualTo("The compression was stopped.");
        assertThat(chat.status().compressing()).isFalse();
    }

    @Test
    void pruneTellsSizes() {
        assertThat(reply("/prune")).isEqualTo("There is nothing to prune.");
        String page = "The price list of all bulbs in this shop, by name and size. ".repeat(60);
        for (int i = 0; i < 4; i++) {
            chat.append(
                    Message.user("Read list " + i + "."),
                    Message.assistant("", List.of(new ToolCall("c" + i, "read", "{\"list\":" + i + "}"))),
                    Message.toolResult("c" + i, "read", page),
                    Message.assistant("I have read list " + i + "."));
        }
        assertThat(reply("/prune")).matches("Tool results pruned: [\\d,]+ → [\\d,]+ tokens");
    }

    @Test
    void repliesFollowTheLocale() {
        assertThat(ChatCommands.of(Notices.of(Locale.GERMAN)).reply(chat, "/abort"))
                .hasValue("Es wird gerade nicht komprimiert.");
    }

    @Test
    void failedCommandIsAnsweredAndTold() {
        gone = true;
        assertThat(reply("/status")).isEqualTo("The command has failed.");
        assertThat(warnings.lines()).singleElement().asString().contains("user-42", "/status", "IllegalStateException");
    }
}
