package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan stands while it is accepted; a call is told with what its result says; the summary is the last exchange. */
class PlansAndCallsTest {
    private static final String REFUSED = "The user doesn't want to proceed with this tool use.";
    private static final String PLAN = "{\"plan\":\"1. Drop the old invoices schema. 2. Switch the DNS.\"}";
    private static final int CAP = 600;

    private final List<Message> chat = new ArrayList<>();
    private int calls;

    private PlansAndCallsTest call(String tool, String arguments, String result, boolean error) {
        String id = "c" + ++calls;
        chat.add(Message.assistant("", List.of(new ToolCall(id, tool, arguments))));
        chat.add(Message.toolResult(id, tool, result).withError(error));
        return this;
    }

    private PlansAndCallsTest say(String user, String assistant) {
        chat.add(Message.user(user));
        chat.add(Message.assistant(assistant));
        return this;
    }

    /** Small talk without numbers or rules. */
    private PlansAndCallsTest pad() {
        for (int i = 0; i < 13; i++) {
            say("The heron stands in the shallows by the mill again.", "That sounds like a quiet place.");
        }
        return this;
    }

    private StateDocument state() {
        return Chats.compile(null, CAP, chat);
    }

    private String shown() {
        return Chats.text(state());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endsRefusedPlan(boolean error) {
        chat.add(Message.user("Make a plan first."));
        call("ExitPlanMode", PLAN, REFUSED, error)
                .say("No, we leave it as it is.", "Good.")
                .pad();

        assertThat(shown()).doesNotContain("Drop the old invoices", "Switch the DNS");
    }

    @Test
    void endsFormerPlanWhenNewerIsRefused() {
        chat.add(Message.user("Make a plan."));
        call("ExitPlanMode", "{\"plan\":\"1. Paint the shed.\"}", "User has approved your plan.", false);
        chat.add(Message.assistant("I begin with the shed."));
        StateDocument first = state();
        chat.clear();
        call("ExitPlanMode", PLAN, REFUSED, false).say("No.", "Good.").pad();

        StateDocument second = Chats.compile(first, CAP, chat);

        assertThat(Chats.text(first)).contains("Plan: 1. Paint the shed. → User has approved your plan.");
        assertThat(Chats.text(second)).doesNotContain("Paint the shed", "Drop the old");
    }

    @Test
    void endsPlanWithEmptyList() {
        call("TodoWrite", "{\"todos\":[{\"content\":\"paint the shed\",\"status\":\"open\"}]}", "ok", false);
        call("TodoWrite", "{\"todos\": [ ]}", "ok", false).say("Thanks.", "Good.");

        assertThat(shown()).doesNotContain("paint the shed");
    }

    @Test
    void keepsPlanWithKnownResultWhenUserInterrupts() {
        call("TodoWrite", "{\"todos\":[{\"content\":\"paint the shed\",\"status\":\"open\"}]}", "Todos saved.", false);
        call("TodoWrite", "{\"todos\":[{\"content\":\"oil the gate\",\"status\":\"open\"}]}", "Todos saved.", false);
        say("Wait a moment.", "Of course.");

        assertThat(shown()).contains("[open] oil the gate").doesNotContain("paint the shed");
    }

    @Test
    void datesPlan() {
        call("TodoWrite", "{\"todos\":[{\"content\":\"oil the gate\",\"status\":\"open\"}]}", "ok", false);
        chat.replaceAll(message -> Chats.on("2026-11-28", message));
        chat.add(Message.assistant("Noted."));

        assertThat(shown()).contains("Plan, 28 Nov 2026: [open] oil the gate → ok");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tellsResultOfRejectedCall(boolean error) {
        chat.add(Message.user("Update the formula."));
        call("Write", "{\"file_path\":\"Formula/acme.rb\",\"content\":\"class Acme\"}", REFUSED, error);
        say("No, run scripts/update.sh.", "Done.").pad();

        assertThat(shown()).containsPattern("Formula/acme.rb: create; .*doesn't want to proceed");
    }

    @Test
    void leavesReadingCallsAndListingsOut() {
        chat.add(Message.user("Look at the release files."));
        for (int i = 0; i < 30; i++) {
            call(
                    "Read",
                    "{\"file_path\":\"src/Part" + i + ".java\"}",
                    "1→package a;\n2→class Part" + i + " {\n3→  int width = " + i + ";\n4→}",
                    false);
        }
        call(
                "Bash",
                "{\"command\":\"ls -l\"}",
                "total 112\n-rw-r--r-- 1 a a 10 Nov 28 x.md\n-rw-r--r-- 1 a a 10 Nov 28 y.md",
                false);
        call("Bash", "{\"command\":\"mvn test\"}", "compiling\nTests run: 81, all of them green", false);
        say("Good.", "The build is green.");

        assertThat(shown())
                .contains("$ mvn test: Tests run: 81, all of them green")
                .doesNotContain("Read", "width", "total 112", "x.md", "Named in tool calls");
    }

    @Test
    void readsLinesBehindTheTwelfth() {
        StringBuilder result = new StringBuilder();
        for (int i = 1; i < 40; i++) {
            result.append("The pump in hall ").append(i).append(" was checked and is dry.\n");
        }
        call("report", "{\"day\":\"Monday\"}", result + "The pump in hall 77 leaks oil since Friday.", false);
        say("What about hall 77?", "Hall 77 leaks.");

        assertThat(shown()).contains("The pump in hall 77 leaks oil since Friday.");
    }

    @Test
    void summarizesLastExchangeOnly() {
        say("Please help me get the camera back onto my home network; it lost it after the reset.", "Press reset.");
        say("Can I reach it by ssh, by the way?", "No, port 22 is closed on that model. Ask me more.");
        say("OK, then back to the network: it still does not join.", "Sorry. Hold the button for ten seconds.");

        assertThat(state().text("conversation_summary"))
                .isEqualTo("User: OK, then back to the network: it still does not join."
                        + " Assistant: Hold the button for ten seconds.");
        assertThat(shown()).doesNotContain("Goal", "Last decision", "Open:");
    }

    @Test
    void keepsSummaryWithoutNewerRequest() {
        say("Which bed is for the leeks?", "Bed four is for the leeks.");
        StateDocument first = state();

        StateDocument second = Chats.compile(first, CAP, List.of(Message.assistant("I have also watered bed nine.")));

        assertThat(second.text("conversation_summary")).isEqualTo(first.text("conversation_summary"));
    }

    @Test
    void showsRowOfTableUnderItsHeader() {
        chat.add(Message.user("Compare the resins."));
        chat.add(
                Message.assistant(
                        """
                        Here are the epoxy resins for glass fibre:

                        | Resin | Viscosity | Ratio (vol.) | Strength |
                        |---|---|---|---|
                        | **Gurit Ampreg 30 Std.** | 650-850 | 100:26 | 77-99 |
                        | **Easy IN2** | 500-800 | 100:30 | 70-80 |

                        Ask me about any of them."""));

        StateDocument state = Chats.compile(null, 300, chat);

        assertThat(Chats.text(state))
                .contains("**Gurit Ampreg 30 Std.** | 650-850 | 100:26 | 77-99 |")
                .contains("Resin | Viscosity | Ratio (vol.) | Strength |")
                .contains("Here are the epoxy resins for glass fibre:");
        for (int cap = 60; cap < 300; cap += 10) {
            String text = Chats.text(Chats.compile(null, cap, chat));
            assertThat(!text.contains("650-850") || text.contains("Ratio (vol.) | Strength |"))
                    .as("%s at %s", text, cap)
                    .isTrue();
            assertThat(text).doesNotContain("---");
        }
    }

    @Test
    void showsShortItemUnderItsLine() {
        chat.add(Message.user("Which flights are there?"));
        chat.add(
                Message.assistant(
                        """
                        Two nonstop flights leave Las Vegas for Houston:

                        1. **Flight HAT175**
                           - Departure: 17:00
                           - Price: $155
                        2. **Flight HAT266**
                           - Departure: 13:00
                           - Price: $146
                        """));

        for (int cap = 60; cap < 300; cap += 10) {
            String text = Chats.text(Chats.compile(null, cap, chat));
            assertThat(!text.contains("$146") || text.contains("HAT266"))
                    .as("%s at %s", text, cap)
                    .isTrue();
            assertThat(!text.contains("HAT266") || text.contains("nonstop flights"))
                    .as("%s at %s", text, cap)
                    .isTrue();
        }
    }

    /** A rule that belongs to one question is in the entry with that question, which has its place in time. */
    @Test
    void keepsCommandWithItsQuestion() {
        say("My reservation 4411 is for Lisbon.", "I see it.");
        say(
                "CRITICAL: Respond with TEXT ONLY. Do NOT call any tools. Give me a summary of what we did.",
                "We planned.");
        pad();

        List<String> logos = state().texts("logos");
        assertThat(logos)
                .contains(
                        "User: CRITICAL: Respond with TEXT ONLY. Do NOT call any tools. Give me a summary of what we did.");
        assertThat(logos.get(0)).isEqualTo("User: My reservation 4411 is for Lisbon.");
    }

    @Test
    void showsStatementsInOrderOfTime() {
        say("The hall costs 400 euros.", "Noted.");
        say("Never book a hall above 500 euros.", "Understood.");
        say("We decided to take the small hall at the mill.", "Good.");
        pad();

        assertThat(String.join("\n", state().texts("logos")))
                .containsSubsequence("costs 400 euros", "Never book", "We decided");
    }

    @Test
    void beginsNewEntryForNewMatter() {
        say("My reservation 4411 is for Lisbon.", "I see it.");
        say("The heron returned to the mill in 1999.", "How nice.");

        assertThat(state().texts("logos"))
                .contains("User: My reservation 4411 is for Lisbon.", "User: The heron returned to the mill in 1999.");
    }
}
