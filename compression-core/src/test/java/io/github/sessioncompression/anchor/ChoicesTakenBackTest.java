package io.github.sessioncompression.anchor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody decided or likes holds until the same person takes it back, and nothing else takes it back. */
class ChoicesTakenBackTest {
    private static final SurvivalCheck CHECK = new SurvivalCheck(StateSchema.session(), text -> text.length() / 2);

    private static List<String> choices(List<Anchor> anchors) {
        return anchors.stream()
                .filter(anchor -> anchor.type() == AnchorType.DECISION || anchor.type() == AnchorType.PREFERENCE)
                .map(Anchor::sentence)
                .distinct()
                .toList();
    }

    private static String withoutEnd(String sentence) {
        return sentence.replaceAll("[。.]$", "");
    }

    private static List<String> overACompression(String choice, List<Entry> chat) {
        Anchor said = Anchors.in(chat.subList(0, 4)).all().stream()
                .filter(anchor -> anchor.source() == 1 && anchor.type().isStanding())
                .findFirst()
                .orElseThrow();
        StateDocument before = new StateDocument(Map.of(
                "logos",
                List.of(new StateItem(
                        choice, said.type().kind(), List.of(1L), StateItem.Origin.USER, StateItem.Writer.RULES))));
        return choices(CHECK.required(before, chat.subList(2, chat.size())).all());
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void aChoiceGoesByASentenceThatSaysSoOfTheSameAndOfNothingElse(String code) throws IOException {
        LaterSaid said = LaterSaid.of("choices/" + code);
        List<String> wrong = new ArrayList<>();
        for (String[] pair : said.pairs()) {
            List<Entry> chat = said.chat(pair);
            if (!choices(Anchors.in(chat.subList(0, 4)).all()).contains(pair[1])) {
                wrong.add("no choice: " + pair[1]);
                continue;
            }
            boolean holds = choices(Anchors.in(chat).all()).contains(pair[1]);
            boolean held = overACompression(withoutEnd(pair[1]), chat).contains(withoutEnd(pair[1]));
            if (holds != pair[0].equals("holds") || held != holds) {
                wrong.add(String.join(" | ", pair) + (held == holds ? "" : " (not alike over a compression)"));
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(said.pairs()).filteredOn(pair -> pair[0].equals("back")).hasSizeGreaterThan(4);
        assertThat(said.pairs()).filteredOn(pair -> pair[0].equals("holds")).hasSizeGreaterThan(9);
    }

    @Test
    void nobodyTakesBackWhatAnotherPersonLikes() {
        List<Entry> chat = Entries.of(List.of(
                Message.user("I prefer tea.").withName("Anna"),
                Message.user("I love jazz.").withName("Boris"),
                Message.assistant("I prefer the blue tent."),
                Message.user("I no longer like tea, and I don't like jazz anymore.")
                        .withName("Boris"),
                Message.user("I prefer the red tent now, not the blue tent.").withName("Boris")));

        assertThat(choices(Anchors.in(chat).all())).contains("I prefer tea.", "I prefer the blue tent.");
    }

    @Test
    void whatWasDecidedAnewAfterwardsHolds() {
        List<Entry> chat = Entries.of(List.of(
                Message.user("We decided to fly to Lisbon."),
                Message.user("We're not flying to Lisbon after all."),
                Message.user("We decided again to fly to Lisbon.")));

        assertThat(choices(Anchors.in(chat).all()))
                .contains("We decided again to fly to Lisbon.")
                .doesNotContain("We decided to fly to Lisbon.");
    }
}
