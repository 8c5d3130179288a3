package io.github.sessioncompression.samples.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChatTest {
    private static final String STATE =
            """
            {"logos": ["The order is 4711."], "pathos": [], "abstract": [], "conversation_summary": "About an order."}
            """;

    private final StrictOpenAiServer server = StrictOpenAiServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private Map<String, String> environment() {
        return Map.of("OPENAI_API_KEY", "sk-test", "OPENAI_BASE_URL", server.baseUrl());
    }

    private TerminalRun start(String... args) {
        return TerminalRun.of(environment(), args);
    }

    /** Answers questions with {@code text} and requests of a compression with a state. */
    private void talks(String text) {
        server.answers(sent -> Reply.text(sent.streaming() ? text : STATE));
    }

    @Test
    void showsTheAnswerAndMovesTheGauge() {
        talks("Good morning to you, too.");
        try (TerminalRun chat = start("--context-window", "8000")) {
            chat.sees("gpt-4o-mini at http://")
                    .sees(" of 8,000 tokens (")
                    .types("Good morning!")
                    .sees("Good morning to you, too.")
                    .sees("] ")
                    .sees(" of 8,000 tokens (5 %), compression at 7,200")
                    .types("/quit");
            assertThat(chat.exitCode()).isZero();
        }
        Sent sent = server.lastSent();
        assertThat(sent.system()).contains("helpful assistant in a terminal");
        assertThat(sent.tools()).containsExactlyInAnyOrder("currentTime", "timeZones");
        assertThat(sent.question()).isEqualTo("Good morning!");
    }

    @Test
    void showsToolCallsAndResults() {
        server.next(
                Reply.calls(
                        new Reply.Call("timeZones", Map.of("arg0", "Asia/Tok", "region", "Asia/Tok")),
                        new Reply.Call("currentTime", Map.of("arg0", "Asia/Tokyo", "zone", "Asia/Tokyo"))),
                Reply.text("It is just past midnight."));
        try (TerminalRun chat = start()) {
            chat.types("How late is it in Tokyo?")
                    .sees("> timeZones {")
                    .sees("< Asia/Tokyo +09:00")
                    .sees("> currentTime {")
                    .sees("< Sunday, 15 March 2026, 00:09")
                    .sees("It is just past midnight.");
        }
        assertThat(server.lastSent().messages())
                .extracting(SentMessage::role)
                .containsExactly("user", "assistant", "tool", "tool");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void obeysCommandsWithoutAskingTheModel() {
        try (TerminalRun chat = start("--offline-states")) {
            chat.types("/help")
                    .sees("/compact [focus]")
                    .types("/status")
                    .sees("messages     0, of which 0 are in the state")
                    .types("/state")
                    .sees("There is none yet")
                    .types("/prune")
                    .sees("There is nothing to prune.")
                    .types("/compact the order")
                    .sees("Compression has begun")
                    .types("/new")
                    .sees("Nothing was said in this session yet.")
                    .types("/resume")
                    .sees("There is no earlier session.")
                    .types("/nonsense")
                    .sees("unknown command /nonsense; /help lists them")
                    .types("   ")
                    .types("/quit");
            assertThat(chat.exitCode()).isZero();
        }
        assertThat(server.sent()).isEmpty();
    }

    @Test
    void compactsOnRequestAndShowsTheState() {
        talks("Your order 4711 is on its way. ".repeat(20));
        try (TerminalRun chat = start("--context-window", "8000")) {
            chat.types("Where is my order 4711?")
                    .types("And the other one? ".repeat(10))
                    .types("/compact the order")
                    .sees("* Compressing older messages (on request)")
                    .sees("* Conversation compressed (on request")
                    .types("/state")
                    .sees("logos")
                    .sees("The order is 4711.")
                    .types("Thank you.")
                    .types("/status")
                    .sees("1 compressions, ");
        }
        List<Sent> compressing =
                server.sent().stream().filter(sent -> !sent.streaming()).toList();
        assertThat(compressing).hasSize(1);
        assertThat(compressing.get(0).tools()).isEmpty();
        assertThat(server.lastSent().messages().get(0).text()).contains("The order is 4711.");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void newSessionIsBegunAndTheFormerResumed() {
        talks("Noted.");
        try (TerminalRun chat = start("--offline-states")) {
            chat.types("My locker code is 4711.")
                    .sees("Noted.")
                    .types("/new")
                    .sees("Session 2 has begun. Session 1 is kept.")
                    .types("Hello.")
                    .sees("Noted.")
                    .types("/resume")
                    .sees("1. My locker code is 4711.")
                    .types("/resume 1")
                    .sees("Session 1 goes on")
                    .types("And now?")
                    .sees("Noted.");
        }
        assertThat(server.sent().get(1).allText()).contains("earlier_sessions", "4711", "Hello.");
        assertThat(server.lastSent().allText()).contains("4711").doesNotContain("Hello.");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void abortStopsHangingCompression() {
        server.answers(sent -> sent.streaming()
                ? Reply.text("Noted. ".repeat(80))
                : Reply.text(STATE).over(Duration.ofSeconds(30)));
        try (TerminalRun chat = start("--context-window", "8000")) {
            chat.types("My locker code is 4711.")
                    .sees("Noted.")
                    .types("My bike has the number 8852.")
                    .sees("Noted.")
                    .types("/compact")
                    .sees("* Compressing older messages (on request)")
                    .types("/abort")
                    .sees("The compression was stopped.");
        }
    }

    @Test
    void compressesByItselfWhenTheChatGetsLong() {
        talks("The answer to that is long and thorough. ".repeat(20));
        try (TerminalRun chat = start("--context-window", "2000", "--offline-states")) {
            for (int i = 1; i <= 15; i++) {
                chat.types("Question number " + i + ", please answer at length.")
                        .sees("thorough.");
            }
            chat.types("/quit");
            assertThat(chat.exitCode()).isZero();
            assertThat(chat.text()).contains("* Conversation compressed (").contains(", state ");
        }
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void ctrlCStopsAnswerAndKeepsSeenText() {
        server.next(Reply.text("one " + "and another one ".repeat(20) + "end").over(Duration.ofSeconds(20)));
        try (TerminalRun chat = start()) {
            chat.types("Count.")
                    .sees("one and another")
                    .keys("\u0003")
                    .sees("(interrupted)")
                    .types("Go on.")
                    .sees("All right.");
        }
        List<SentMessage> messages = server.lastSent().messages();
        assertThat(messages).extracting(SentMessage::role).containsExactly("user", "assistant", "user");
        assertThat(messages.get(1).text()).startsWith("one and another").doesNotContain("end");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void leavesAtCtrlDButNotAtCtrlC() {
        try (TerminalRun chat = start()) {
            chat.sees("you> ")
                    .keys("half a line\u0003")
                    .sees("Ctrl-D leaves")
                    .sees("you> ")
                    .keys("\u0004");
            assertThat(chat.exitCode()).isZero();
        }
        assertThat(server.sent()).isEmpty();
    }

    @Test
    void bringsBackTheLastLineAtArrowUp() {
        try (TerminalRun chat = TerminalRun.ofXterm(environment())) {
            chat.types("Say it again")
                    .sees("All right.")
                    .sees("you> ")
                    .keys("\u001bOA")
                    .keys("\r")
                    .sees("All right.");
        }
        assertThat(server.sent()).extracting(Sent::question).containsExactly("Say it again", "Say it again");
    }

    @Test
    void showsColorsIfTerminalHasThem() {
        try (TerminalRun chat = TerminalRun.ofXterm(environment())) {
            chat.sees("\u001b[").types("/foo").sees("\u001b[31m").sees("unknown command");
        }
    }

    @Test
    void letsNoAnswerCommandTheTerminal() {
        server.next(Reply.text("Look: \u001b]0;title\u0007\u001b[2Jgone\u202e."));
        try (TerminalRun chat = start()) {
            chat.types("Hello").sees("Look: ]0;title[2Jgone.");
        }
    }

    @Test
    void takesTextAsItIsTyped() {
        String text = "a \"quote, it's a back\\slash and an !exclamation mark";
        try (TerminalRun chat = start()) {
            chat.types(text).sees("All right.");
        }
        assertThat(server.lastSent().question()).isEqualTo(text);
    }
}
