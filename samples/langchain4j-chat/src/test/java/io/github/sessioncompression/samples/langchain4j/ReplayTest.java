package io.github.sessioncompression.samples.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The bundled chat through the same memory, without a model. */
class ReplayTest {
    @Test
    void playsTheBundledChatTurnByTurn() {
        try (TerminalRun chat = TerminalRun.of(Map.of(), "--replay")) {
            chat.sees("A recorded chat")
                    .sees("replay 1/36> ")
                    .keys("\r")
                    .sees("you> Morning. Marta Oyelaran here")
                    .sees("> search_logs {")
                    .sees("< matched 131 events")
                    .sees("The errors are not random.")
                    .sees("replay 2/36> ")
                    .keys("/quit\r");
            assertThat(chat.exitCode()).isZero();
        }
    }

    @Test
    void compressesSeveralTimesAndPrunesOnTheWay() {
        try (TerminalRun chat = TerminalRun.of(Map.of(), "--replay", "--context-window", "8000")) {
            chat.sees("replay 1/36> ")
                    .keys("all\r")
                    .sees("* Conversation compressed (")
                    .sees("* Conversation compressed (")
                    .sees("replay> ")
                    .keys("/state\r")
                    .sees("logos")
                    .sees("replay> ")
                    .keys("/status\r")
                    .sees("messages     165, of which ")
                    .sees("replay> ")
                    .keys("/segments\r")
                    .sees(" →L2:s")
                    .sees("replay> ")
                    .keys("/find circuit breaker around Tallypay\r")
                    .sees("  s")
                    .sees("Resilience4j")
                    .sees("replay> ")
                    .keys("/expand s2 brief\r")
                    .sees("User: ")
                    .sees("replay> ")
                    .keys("/expand s2 everything\r")
                    .sees("no such stretch or level")
                    .sees("replay> ")
                    .keys("\r")
                    .sees("The recording is over")
                    .sees("replay> ")
                    .keys("/new\r")
                    .sees("replay 1/36> ")
                    .keys("2\r")
                    .sees("replay 3/36> ")
                    .keys("/quit\r");
            assertThat(chat.exitCode()).isZero();
            assertThat(chat.text()).doesNotContain("no answer: ").doesNotContain("* Compression failed");
        }
    }

    @Test
    void doesNotPretendToAnswer() {
        try (TerminalRun chat = TerminalRun.of(Map.of(), "--replay")) {
            chat.sees("replay 1/36> ")
                    .keys("How are you?\r")
                    .sees("this is a recording")
                    .sees("replay 1/36> ");
        }
    }
}
