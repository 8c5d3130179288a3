package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.compile;
import static io.github.sessioncompression.offline.Chats.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What tools were called for is told: which files, records and commands, how often, and whether it failed; and no lines of code. */
class OfflineTrailTest {
    private final List<Message> chat = new ArrayList<>(List.of(Message.user("Please let the fee be rounded up.")));
    private int calls;

    private void call(String tool, Map<String, ?> arguments, String result, boolean error) {
        String id = "call" + ++calls;
        chat.add(Message.assistant("", List.of(new ToolCall(id, tool, Json.write(arguments)))));
        chat.add(Message.toolResult(id, tool, result).withError(error));
    }

    private void edit(String file) {
        call(
                "edit_file",
                Map.of("branch", "fix/fees", "path", file, "text", "int fee = cart.total_sum;"),
                "Done.",
                false);
    }

    private StateDocument state(@Nullable StateDocument before, int tokens) {
        StateDocument state = compile(before, tokens, chat);
        chat.clear();
        return state;
    }

    @Test
    void tellsWhatWasDoneWithEachObjectInOrder() {
        call("read_file", Map.of("path", "src/Fee.java"), "class Fee {}", false);
        edit("src/Fee.java");
        edit("src/Fee.java");
        call("run", Map.of("command", "make a test the"), "1 failure", true);
        call("run", Map.of("command", "make a test the"), "1 failure", true);
        call("get_order", Map.of("order", "BW-48213"), "{\"order\":\"BW-48213\"}", false);
        call("fetch", Map.of("url", "https://rates.example.com/2025"), "Nothing.", false);

        assertThat(text(state(null, 600)))
                .contains(
                        "tool calls: read_file edit_file 2 run 2 get_order fetch; src/Fee.java: read_file edit_file 2; "
                                + "make a test the: run 2 error; BW-48213: get_order; https://rates.example.com/2025: fetch");
    }

    @Test
    void aCallThatSucceedsAtLastIsNoFailure() {
        call("run", Map.of("command", "make test"), "1 failure", true);
        call("run", Map.of("command", "make test"), "all green", false);

        assertThat(text(state(null, 600))).contains("make test: run 2").doesNotContain("run 2 error");
    }

    @Test
    void aCallThatFailsAndIsAboutNothingIsNoFailureOfAllCalls() {
        for (int i = 0; i < 4; i++) {
            call("wait", Map.of("seconds", 30), "Too long.", true);
        }

        assertThat(text(state(null, 600))).contains("tool calls: wait 4").doesNotContain("wait 4 error");
    }

    @Test
    void goesOnOverGenerations() {
        edit("src/Fee.java");
        call("run", Map.of("command", "make test"), "1 failure", true);
        StateDocument first = state(null, 600);
        chat.add(Message.user("Go on."));
        edit("src/Fee.java");
        edit("src/Tax.java");
        edit("src/Fee.java");
        StateDocument second = state(first, 600);
        chat.add(Message.user("And on."));
        edit("src/Tax.java");

        assertThat(text(state(second, 600)))
                .contains(
                        "tool calls: edit_file 5 run; make test: run error; src/Fee.java: edit_file 3; src/Tax.java: edit_file 2");
    }

    @Test
    void whatWasCalledOftenAndLatelyComesFirstWhereRoomIsShort() {
        for (int i = 0; i < 60; i++) {
            call("read_file", Map.of("path", "src/other/File" + i + ".java"), "class Other {}", false);
        }
        edit("src/Fee.java");
        edit("src/Fee.java");

        String text = text(state(null, 400));
        assertThat(text)
                .contains("src/Fee.java: edit_file 2")
                .contains("File59")
                .doesNotContain("File3.java");
        assertThat(text).contains("tool calls: read_file 60 edit_file 2");
    }

    @Test
    void argumentsThatAreNoObjectAreNotTold() {
        call("search", Map.of("query", "Where; is: it, \"the\" fee?"), "Nowhere.", false);
        call("wait", Map.of("seconds", 30, "loud", true), "Done.", false);
        call("write", Map.of("text", "one line\nand another one ".repeat(9)), "Done.", false);
        call("look up", Map.of("path", "src/Fee.java"), "Done.", false);

        assertThat(text(state(null, 600))).doesNotContain("tool calls: ");
    }

    @Test
    void linesOfCodeAreNoNotes() {
        call(
                "read_file",
                Map.of("path", "src/Fee.java"),
                "  1\u2192class Fee {\n  2\u2192  int total_sum = 12;\n  3\u2192}\n",
                false);
        call(
                "grep",
                Map.of("path", "src/Tax.java"),
                "if (total_sum > 12) {\n  return taxes[total_sum];\n}\nreturn 0;\n",
                false);
        call("run", Map.of("command", "make test"), "total_sum is 12 in test 7\nFee (see above) failed", false);
        chat.add(Message.assistant("total_sum is 12, so I round it up."));

        assertThat(text(state(null, 600)))
                .contains("tool run: total_sum is 12 in test 7")
                .doesNotContain("int total_sum")
                .doesNotContain("taxes[");
    }

    @Test
    void measuresAndTimesAreNoNames() {
        call("write", Map.of("text", "margin: 0.75rem; at 2025-03-13T10 use cart.total_sum in 60px"), "Done.", false);
        call("write", Map.of("text", "margin: 0.75rem; at 2025-03-13T10 use cart.total_sum in 60px"), "Done.", false);

        assertThat(text(state(null, 600)))
                .contains("tool names: cart.total_sum")
                .doesNotContain("0.75rem")
                .doesNotContain("2025-03-13T10")
                .doesNotContain("60px");
    }

    @Test
    void namesAreWholeAndSayWhatTheyAre() {
        call(
                "run",
                Map.of(
                        "command",
                        "curl --retry 200 https://rates.example.com/v2/parcel.json && port 5433 of 2025, job 4402731",
                        "check",
                        "verify(prices.all()).isExactlyLike(expectedPrices)"),
                "Done.",
                false);

        String names = text(state(null, 600))
                .lines()
                .filter(line -> line.contains("tool names: "))
                .findAny()
                .orElseThrow();
        assertThat(names.substring(names.indexOf("tool names: ") + "tool names: ".length())
                        .split("; "))
                .contains("https://rates.example.com/v2/parcel.json", "4402731", "isExactlyLike")
                .doesNotContain("//rates.example.com/v2/parcel.json", ".isExactlyLike", "200", "5433", "2025");
    }
}
