package io.github.sessioncompression.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentsTest {
    private static Message calling(String arguments) {
        return Message.assistant(
                        "", List.of(new ToolCall("a", "search", "{\"q\":1}"), new ToolCall("b", "x", arguments)))
                .withSource("framework's");
    }

    private static String arguments(String written) {
        return Contents.accepted(calling(written)).toolCalls().get(1).arguments();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t", "\u00a0", "\u2003\u200b\ufeff", "\u0000"})
    void describesBlankMessage(String blank) {
        assertThat(Contents.accepted(Message.assistant(blank)).text()).isEqualTo(Contents.NO_ANSWER);
        assertThat(Contents.accepted(Message.user(blank)).text()).isEqualTo(Contents.NO_TEXT);
        assertThat(Contents.accepted(Message.toolResult("a", "search", blank)).text())
                .isEqualTo(Contents.NO_RESULT);
    }

    @Test
    void mediaAndCallsNeedNoTextAndASystemMessageIsLeftToTheRepair() {
        Message picture = Message.user("").withMediaCount(1).withSource("framework's");
        Message calls = Message.assistant(" ", List.of(new ToolCall("a", "search", "{}")))
                .withSource("framework's");
        Message system = Message.system(" ");
        assertThat(Contents.accepted(picture)).isSameAs(picture);
        assertThat(Contents.accepted(calls)).isSameAs(calls);
        assertThat(Contents.accepted(system)).isSameAs(system);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", " {\"a\": {\"b\": [1]}} ", "{\"a\":1,\"a\":2}", "{\"a\":\"\u0416\"}"})
    void anObjectStaysAsItWasWrittenAndTheFrameworksMessageWithIt(String object) {
        Message calls = calling(object);
        assertThat(Contents.accepted(calls)).isSameAs(calls);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = ';',
            value = {
                "``;{}",
                "` \u00a0`;{}",
                "null;{\"value\":null}",
                "[1, 2];{\"value\":[1, 2]}",
                "\"Rome\";{\"value\":\"Rome\"}",
                "1;{\"value\":1}",
                "{\"city\": \"Ro;{\"text\":\"{\\\"city\\\": \\\"Ro\"}",
                "{}{};{\"text\":\"{}{}\"}",
                "city=Rome;{\"text\":\"city=Rome\"}",
                "1}, {2;{\"text\":\"1}, {2\"}"
            })
    void otherArgumentsAreHeldByAnObject(String written, String shown) {
        assertThat(arguments(written)).isEqualTo(shown);
        assertThat(Contents.accepted(calling(written)).source()).isEqualTo(new Message.FormerSource("framework's"));
        assertThat(Contents.accepted(calling(written)).toolCalls().get(0).arguments())
                .isEqualTo("{\"q\":1}");
    }

    @Test
    void argumentsNestedAsDeepAsCanBeReadAreHeldAsText() {
        String deep = "[".repeat(200) + "]".repeat(200);
        assertThat(arguments(deep)).startsWith("{\"text\":\"[[[");
    }

    @Test
    void halfOfASurrogatePairIsReplacedAndAPairIsNot() {
        Message broken = Message.user("a\uD83D b\uDE00 \uD83D\uDE00").withSource("framework's");
        assertThat(Contents.accepted(broken)).isEqualTo(Message.user("a\uFFFD b\uFFFD \uD83D\uDE00"));
        assertThat(Contents.accepted(Message.user("\uD83D")).text()).isEqualTo("\uFFFD");
        assertThat(Contents.accepted(Message.system("\uD83D")).text()).isEqualTo("\uFFFD");
        assertThat(arguments("{\"a\":\"\uD83D\"}")).isEqualTo("{\"a\":\"\uFFFD\"}");
        assertThat(arguments("\uD83D")).isEqualTo("{\"text\":\"\uFFFD\"}");
    }

    @Test
    void acceptedMessageStaysUnchanged() {
        AwkwardMessages messages = new AwkwardMessages(new Random(7));
        for (int i = 0; i < 20_000; i++) {
            Message accepted = Contents.accepted(messages.next());
            assertThat(Contents.accepted(accepted)).isSameAs(accepted);
            if (accepted.role() != Role.SYSTEM) {
                assertThat(ValidSequence.problems(List.of(accepted)))
                        .noneMatch(problem -> problem.contains("a blank message")
                                || problem.contains("arguments")
                                || problem.contains("without a name"));
            }
        }
    }

    @Test
    void hostileArgumentsTakeLinearTime() {
        String open = "{\"a\":".repeat(400_000);
        String quotes = "\"\\".repeat(1_000_000);
        assertTimeout(Duration.ofSeconds(10), () -> {
            assertThat(arguments(open)).startsWith("{\"text\"");
            assertThat(arguments(quotes)).startsWith("{\"text\"");
            assertThat(arguments(" ".repeat(2_000_000))).isEqualTo("{}");
        });
    }
}
