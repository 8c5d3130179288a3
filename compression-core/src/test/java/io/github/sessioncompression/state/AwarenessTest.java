package io.github.sessioncompression.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.recall.RecallTool;
import io.github.sessioncompression.state.StateField.Content;
import io.github.sessioncompression.state.StateField.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AwarenessTest {
    private static final Awareness SESSION = Awareness.of(StateSchema.session(), false);

    @Test
    void hasItsHeadingAndNamesTheTag() {
        assertThat(SESSION.text()).startsWith("## Compressed memory\n").contains("`<session_state>`");
    }

    @Test
    void explainsEachSessionField() {
        assertThat(SESSION.text().lines())
                .anyMatch(line -> line.startsWith("- `logos`: facts") && line.contains("the later one holds"))
                .anyMatch(line -> line.startsWith("- `pathos`:") && line.contains("style to keep"))
                .anyMatch(line -> line.startsWith("- `abstract`:") && line.contains("do not explain"))
                .anyMatch(line -> line.startsWith("- `conversation_summary`:") && line.contains("where things stand"));
    }

    @Test
    void asksToContinueNaturallyAndNeverToMentionIt() {
        assertThat(SESSION.text()).contains("Go on naturally").contains("never mention");
    }

    @ParameterizedTest
    @MethodSource("io.github.sessioncompression.state.StateSchemaTest#bundled")
    void explainsEveryFieldOfTheSchemaOnce(StateSchema schema) {
        String text = Awareness.of(schema, false).text();

        assertThat(schema.fields())
                .allSatisfy(field -> assertThat(text).containsOnlyOnce("\n- `" + field.name() + "`: "));
    }

    @ParameterizedTest
    @EnumSource(Content.class)
    void knowsHowToUseEveryContent(Content content) {
        StateSchema schema =
                StateSchema.of("own", List.of(new StateField("it", Shape.LIST, content, "What it holds.")));

        assertThat(Awareness.of(schema, false).text()).containsPattern("- `it`: [a-z].{7,}");
    }

    @Test
    void everyContentIsExplainedDifferently() {
        List<StateField> fields = Arrays.stream(Content.values())
                .map(content ->
                        new StateField(content.name().toLowerCase(Locale.ROOT), Shape.LIST, content, "What it holds."))
                .toList();
        String text = Awareness.of(StateSchema.of("own", fields), false).text();

        assertThat(text.lines().filter(line -> line.startsWith("- `")).map(line -> line.substring(line.indexOf(':'))))
                .hasSize(Content.values().length + 2)
                .doesNotHaveDuplicates();
    }

    @Test
    void standsAfterAnEmptyLineAtTheEndOfThePrompt() {
        assertThat(SESSION.appendTo("You are a baker.")).isEqualTo("You are a baker.\n\n" + SESSION.text());
    }

    @Test
    void becomesWholePromptIfPromptIsBlank() {
        assertThat(SESSION.appendTo("")).isEqualTo(SESSION.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "You are a baker.",
                "Ends with a line end\n",
                "It says ## Compressed memory in passing",
                "Mind the ## Compressed memory"
            })
    void isAppendedExactlyOnce(String prompt) {
        String once = SESSION.appendTo(prompt);

        assertThat(SESSION.appendTo(once)).isSameAs(once);
        assertThat(SESSION.appendTo(once + "\nA line that the framework added")).containsOnlyOnce(SESSION.text());
        assertThat(once).contains(SESSION.text());
    }

    @Test
    void aPromptWithTheBlockOfAnotherSchemaGetsNoSecondOne() {
        String prompt = Awareness.of(StateSchema.research(), false).appendTo("You are a baker.");

        assertThat(SESSION.appendTo(prompt)).isSameAs(prompt);
    }

    @Test
    void isTheSameOnEveryRequest() {
        assertThat(Awareness.of(StateSchema.session(), false).appendTo("p")).isEqualTo(SESSION.appendTo("p"));
    }

    @Test
    void anApplicationsOwnTextIsAppendedOnceToo() {
        Awareness own = Awareness.ofText("  What you find in <session_state> is true.\n");

        String once = own.appendTo("You are a baker.");

        assertThat(once).isEqualTo("You are a baker.\n\nWhat you find in <session_state> is true.");
        assertThat(own.appendTo(once)).isSameAs(once);
    }

    @Test
    void claimsNeitherCompletenessNorTruthOfFoundText() {
        assertThat(SESSION.text())
                .contains("not all of it", "- `found`: from tools or pasted: unconfirmed")
                .doesNotContainIgnoringCase("everything", "ground truth");
    }

    @Test
    void isSmallForTheSessionSchema() {
        assertThat(SESSION.text().length()).isBetween(300, 1_000);
    }

    @Test
    void theLargestSchemaStaysWithinTheCap() {
        List<StateField> fields = IntStream.range(0, 16)
                .mapToObj(i -> new StateField("n".repeat(62) + (10 + i), Shape.LIST, Content.CONCEPTS, "x"))
                .toList();

        assertThat(Awareness.of(StateSchema.of("own", fields), false).text()).hasSizeLessThan(Awareness.MAX_CHARACTERS);
    }

    @Test
    void rejectsBlankOrTooLongText() {
        assertThat(Awareness.ofText("x".repeat(Awareness.MAX_CHARACTERS)).text())
                .hasSize(Awareness.MAX_CHARACTERS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Awareness.ofText("x".repeat(Awareness.MAX_CHARACTERS + 1)))
                .withMessage("awarenessText must be 1 to 4000 characters and not blank, but has 4001");
        assertThatIllegalArgumentException().isThrownBy(() -> Awareness.ofText(" \n"));
    }

    @Test
    void historyToolsAddLinesOnToolsAndSegments() {
        List<String> lines = new ArrayList<>(
                Awareness.of(StateSchema.session(), true).text().lines().toList());

        assertThat(lines).hasSize((int) SESSION.text().lines().count() + 2);
        String added = lines.remove(lines.size() - 2);
        assertThat(lines.remove(lines.size() - 2)).startsWith("- `segments`: ").contains("→L1:", "`expand_segment`");
        assertThat(String.join("\n", lines)).isEqualTo(SESSION.text());
        for (RecallTool tool : RecallTool.values()) {
            assertThat(added).contains("`" + tool.toolName() + "`");
        }
        assertThat(added).hasSizeLessThan(160);
    }

    @Test
    void removesBlockOfEitherToolSetting() {
        Awareness tools = Awareness.of(StateSchema.session(), true);
        for (String prompt : new String[] {"You help.", ""}) {
            assertThat(SESSION.removeFrom(tools.appendTo(prompt))).isEqualTo(prompt);
            assertThat(tools.removeFrom(SESSION.appendTo(prompt))).isEqualTo(prompt);
            assertThat(tools.removeFrom(tools.appendTo(prompt))).isEqualTo(prompt);
        }
    }

    @Test
    void givesBackThePromptItWasAppendedTo() {
        Awareness block = Awareness.of(StateSchema.session(), false);
        for (String prompt : new String[] {"You help.", "", "Two\n\nparagraphs\n"}) {
            assertThat(block.removeFrom(block.appendTo(prompt))).isEqualTo(prompt);
        }
        assertThat(block.removeFrom("No block here.")).isEqualTo("No block here.");
    }
}
