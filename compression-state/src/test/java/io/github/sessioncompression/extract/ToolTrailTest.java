package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The work of an agent after long small talk: answers through a question tool, the latest todo list, calls without a result. */
class ToolTrailTest {
    private static final int CAP = 500;

    private int calls;

    private void ask(List<Message> chat, String question, String answer) {
        call(chat, "AskUserQuestion", "{\"question\":\"" + question + "\"}", answer);
    }

    private void call(List<Message> chat, String tool, String arguments, String result) {
        String id = "call-" + ++calls;
        chat.add(Message.assistant("", List.of(new ToolCall(id, tool, arguments))));
        chat.add(Message.toolResult(id, tool, result));
    }

    private static void chatter(List<Message> chat, int seed) {
        for (Message message : Chats.random(seed, 60)) {
            chat.add(message.withName(null));
        }
    }

    private static List<String> shown(StateDocument state) {
        return state.texts("logos");
    }

    @Test
    void keepsAnswersOfQuestionToolWithTheirQuestions() {
        List<Message> chat = new ArrayList<>();
        chat.add(Message.user("Build me an invoice export. Ask me whatever you need."));
        ask(chat, "May I overwrite a file of the same name?", "No");
        ask(chat, "How many rows at most per file?", "2500");
        ask(chat, "May I delete the old export tables?", "Yes");
        chat.add(Message.assistant("Thanks, I have all I need."));
        chatter(chat, 1);

        StateDocument first = Chats.compile(null, CAP, chat);
        List<Message> later = new ArrayList<>();
        chatter(later, 2);
        StateDocument second = Chats.compile(first, CAP, later);

        for (StateDocument state : List.of(first, second)) {
            assertThat(shown(state))
                    .contains(
                            "Asked the user: May I overwrite a file of the same name? → No",
                            "Asked the user: How many rows at most per file? → 2500",
                            "Asked the user: May I delete the old export tables? → Yes");
        }
    }

    @Test
    void keepsLatestTodoList() {
        List<Message> chat = new ArrayList<>();
        chat.add(Message.user("Move the project to the new imports."));
        call(
                chat,
                "TodoWrite",
                "{\"todos\":[{\"content\":\"Count the files with old imports\",\"status\":\"pending\"}]}",
                "Todos have been modified successfully.");
        call(
                chat,
                "TodoWrite",
                "{\"todos\":[{\"content\":\"Replace the imports in 8 files\",\"status\":\"in_progress\"},"
                        + "{\"content\":\"Ask the user about the checkout route before removing it\",\"status\":\"pending\"}]}",
                "Todos have been modified successfully.");
        chatter(chat, 3);

        StateDocument first = Chats.compile(null, CAP, chat);
        List<Message> later = new ArrayList<>();
        chatter(later, 4);
        StateDocument second = Chats.compile(first, CAP, later);

        for (StateDocument state : List.of(first, second)) {
            assertThat(shown(state))
                    .contains("Plan: [in_progress] Replace the imports in 8 files; "
                            + "[pending] Ask the user about the checkout route before removing it"
                            + " → Todos have been modified successfully.");
            assertThat(shown(state).stream().filter(text -> text.startsWith("Plan: ")))
                    .hasSize(1);
        }
    }

    @Test
    void saysThatCallWithoutResultMayHaveTakenEffect() {
        List<Message> chat = new ArrayList<>();
        chat.add(Message.user("Take a snapshot of the database."));
        chat.add(Message.assistant("", List.of(new ToolCall("s", "create_snapshot", "{\"database\":\"shop_prod\"}"))));
        chat.add(Message.user("Hello? Is it done?"));
        chatter(chat, 5);

        assertThat(shown(Chats.compile(null, CAP, chat)).stream().collect(Collectors.joining("\n")))
                .contains("shop_prod: create_snapshot; outcome unknown, may have taken effect");
    }

    @Test
    void saysTheSameOfCallWithoutArguments() {
        List<Message> chat = new ArrayList<>();
        chat.add(Message.user("Take a snapshot of the database."));
        chat.add(Message.assistant("", List.of(new ToolCall("s", "create_snapshot", "{}"))));
        chat.add(Message.user("Hello? Is it done?"));
        chatter(chat, 6);

        assertThat(shown(Chats.compile(null, CAP, chat)).stream().collect(Collectors.joining("\n")))
                .contains("create_snapshot: outcome unknown, may have taken effect");
    }

    @Test
    void readsLongLinesOfResultsByTheirClauses() {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String tail = "rake hose pot fence spade lawn rose ".repeat(20);
            call(chat, "search", "{\"row\":" + i + "}", "Row 500" + i + " holds " + (3 + i) + " bulbs; " + tail);
        }

        assertThat(Chats.compile(null, CAP, chat).texts(StateDocument.FOUND).toString())
                .contains("Row 5000 holds 3 bulbs", "Row 5004 holds 7 bulbs")
                .doesNotContain("rake hose");
    }

    @Test
    void namesReadsOfSpansThatHoldNothingElse() {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            call(chat, "stock", "{\"item\":\"soil\",\"plot\":" + i + "}", "stock" + " rake hose pot".repeat(100));
        }

        StateDocument first = Chats.compile(null, CAP, chat);
        List<Message> later = new ArrayList<>();
        call(later, "price", "{\"item\":\"lime\"}", "price" + " lawn rose".repeat(100));

        assertThat(shown(first)).isNotEmpty().allMatch(text -> text.contains("stock rake hose"));
        assertThat(shown(Chats.compile(first, CAP, later))).anyMatch(text -> text.contains("price lawn rose"));
    }

    @Test
    void givesCallsAsSourcesOfWhatTheirLabelsShow() {
        List<Message> chat = new ArrayList<>();
        call(chat, "read_order", "{\"path\":\"src/Pond.java\"}", "The file of the pond has 45 lines.");

        assertThat(Chats.compile(null, CAP, chat).items())
                .filteredOn(item -> item.text().contains("Pond.java"))
                .isNotEmpty()
                .allSatisfy(item -> assertThat(item.sources()).containsExactly(1L, 2L));
    }
}
