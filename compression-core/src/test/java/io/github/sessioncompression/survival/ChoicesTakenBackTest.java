package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody decided or likes holds until the same person takes it back, and nothing else takes it back. */
class ChoicesTakenBackTest {
    private static final Set<AnchorType> CHOICES = EnumSet.of(AnchorType.DECISION, AnchorType.PREFERENCE);

    private static List<String> choices(List<Entry> chat) {
        return LaterSaid.sentences(Anchors.in(chat), CHOICES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void aChoiceGoesByASentenceThatSaysSoOfTheSameAndOfNothingElse(String code) throws IOException {
        LaterSaid said = LaterSaid.of("choices/" + code);

        assertThat(said.wrong(CHOICES)).isEmpty();
        assertThat(said.count("back")).isGreaterThan(4);
        assertThat(said.count("holds")).isGreaterThan(9);
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

        assertThat(choices(chat)).contains("I prefer tea.", "I prefer the blue tent.");
    }

    @Test
    void whatWasDecidedAnewAfterwardsHolds() {
        List<Entry> chat = Entries.of(List.of(
                Message.user("We decided to fly to Lisbon."),
                Message.user("We're not flying to Lisbon after all."),
                Message.user("We decided again to fly to Lisbon.")));

        assertThat(choices(chat))
                .contains("We decided again to fly to Lisbon.")
                .doesNotContain("We decided to fly to Lisbon.");
    }
}
