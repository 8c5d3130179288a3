package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.compile;
import static io.github.sessioncompression.offline.Chats.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OfflineToolNotesTest {
    private static Message call(String id, String tool, String arguments) {
        return Message.assistant("", List.of(new ToolCall(id, tool, arguments)));
    }

    @Test
    void keepsTheValuesThatTheConversationGoesOnToUse() {
        StateDocument state = compile(
                300,
                Message.user("Please book the ferry."),
                call("1", "book_ferry", "{\"route\":\"Kiel-Oslo\",\"cabin\":\"outside\"}"),
                Message.toolResult(
                        "1",
                        "book_ferry",
                        "{\"booking_id\":\"FX92\",\"trace\":\"9f8e7d\",\"fare\":{\"amount\":318,\"tax\":22}}"),
                Message.assistant("Booked: FX92 on Kiel-Oslo for $318."));

        assertThat(text(state))
                .contains("tool book_ferry: route Kiel-Oslo")
                .contains("booking id FX92")
                .contains("318");
        assertThat(text(state)).doesNotContain("9f8e7d");
    }

    @Test
    void letsTheLatestValueOfAnObjectWin() {
        StateDocument state = compile(
                300,
                call("1", "get_order", "{\"order_id\":\"A17\"}"),
                Message.toolResult("1", "get_order", "{\"order_id\":\"A17\",\"size\":\"Medium\"}"),
                Message.user("Order A17 should be Large, not Medium."),
                call("2", "change_order", "{\"order_id\":\"A17\",\"size\":\"Large\"}"),
                Message.toolResult("2", "change_order", "{\"order_id\":\"A17\",\"size\":\"Large\"}"),
                Message.assistant("It is Large now."));

        assertThat(text(state)).contains("order id A17, size Large").doesNotContain("size Medium");
    }

    @Test
    void notesAFailureThatWasTalkedAbout() {
        StateDocument state = compile(
                300,
                call("1", "pay", "{\"amount\":255}"),
                Message.toolResult("1", "pay", "Error: 255 is not enough, the total is 305"),
                Message.assistant("The total is 305."));

        assertThat(text(state)).contains("tool pay: ").contains("total is 305");
    }

    @Test
    void survivesMalformedData() {
        StateDocument state = compile(
                300,
                call("1", "find", "{\"name\": \"Ze\\u00e9, \\uZZ [{{{"),
                Message.toolResult("1", "find", "{\"a\": [1, 2, {\"b\": \"Quito"),
                Message.toolResult("2", "find", "[[[[]]]]"),
                Message.user("I live in Quito."));

        assertThat(text(state)).contains("Quito");
    }

    @Test
    void keepsToolNotesApartAfterAMerge() {
        StateDocument first = compile(
                300,
                call("1", "lookup", "{\"customer\":\"C-9\"}"),
                Message.toolResult("1", "lookup", "{\"customer\":\"C-9\",\"plan\":\"Gold\",\"city\":\"Porto\"}"),
                Message.assistant("C-9 has the Gold plan and lives in Porto."));
        StateDocument second = compile(first, 300, List.of(Message.user("I want a refund of 40 euros.")));

        assertThat(second.texts("logos")).contains("tool lookup: customer C-9, plan Gold, city Porto");
    }

    @Test
    void notesTheRowsOfATableUnderTheNamesOfTheirColumns() {
        for (String table : List.of(
                "store_id,revenue\n31,9870\n28,9204\n",
                "| store_id | revenue |\n|---|---|\n| 31 | 9870 |\n| 28 | 9204 |",
                "store_id  revenue\n31  9870\n28  9204")) {
            StateDocument state = compile(
                    300,
                    call("1", "report", "{\"month\":\"May\"}"),
                    Message.toolResult("1", "report", table),
                    Message.assistant("Here is the report."));

            assertThat(text(state)).contains("store id 31, revenue 9870").contains("store id 28, revenue 9204");
        }
    }

    @Test
    void keepsThePathsAndNamesThatCallsNamedLast() {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String path = "/srv/harbour/lib/module_" + i + ".ex";
            chat.add(call(
                    "c" + i, "edit_file", "{\"file_path\":\"" + path + "\",\"new\":\"def berth_count_" + i + "\"}"));
            chat.add(Message.toolResult("c" + i, "edit_file", "ok"));
        }
        StateDocument state = compile(null, 600, chat);
        StateDocument merged = compile(state, 600, List.of(Message.user("Thank you, that was all for the harbour.")));

        assertThat(text(state)).contains("/srv/harbour/lib/module_59.ex").contains("berth_count_59");
        assertThat(text(state)).doesNotContain("module_3.ex");
        assertThat(text(merged)).contains("/srv/harbour/lib/module_59.ex").contains("berth_count_59");
    }
}
