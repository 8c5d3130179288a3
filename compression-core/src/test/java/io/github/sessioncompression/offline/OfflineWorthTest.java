package io.github.sessioncompression.offline;

import static io.github.sessioncompression.offline.Chats.answers;
import static io.github.sessioncompression.offline.Chats.compile;
import static io.github.sessioncompression.offline.Chats.says;
import static io.github.sessioncompression.offline.Chats.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import org.junit.jupiter.api.Test;

/** What is kept first where there is room for a part of it. */
class OfflineWorthTest {
    /** The least room in which a word is kept. */
    private static int roomFor(String word, Message... chat) {
        for (int cap = 30; cap < 300; cap++) {
            if (text(compile(cap, chat)).contains(word)) {
                return cap;
            }
        }
        throw new AssertionError(word + " is never kept");
    }

    private static int roomIfAnswered(String word, String answer) {
        String said = "Our orchard needs pruning shears. Our cabin needs roofing felt.";
        return roomFor(word, says("Ann", said), answers("Ben", answer));
    }

    @Test
    void whatTheOtherSideTakesUpIsWorthMore() {
        String ofOrchard = "That orchard stands beside a quiet lake with swans, ducks and geese.";
        String ofCabin = "That cabin stands beside a quiet lake with swans, ducks and geese.";

        assertThat(roomIfAnswered("pruning", ofOrchard)).isLessThanOrEqualTo(roomIfAnswered("pruning", ofCabin));
        assertThat(roomIfAnswered("roofing", ofCabin)).isLessThan(roomIfAnswered("roofing", ofOrchard));
    }

    private static int roomIfSaid(String band) {
        return roomFor(
                "Crimson",
                says("Ann", "Gardens surround old houses. Rivers cross wide valleys."),
                answers("Ben", band));
    }

    @Test
    void whatNamesSomethingIsWorthNoLessForBeingExclaimed() {
        assertThat(roomIfSaid("The band was Crimson Harbour!")).isEqualTo(roomIfSaid("The band was Crimson Harbour."));
    }

    private static int roomBeside(String other) {
        return roomFor(
                "apple",
                says(
                        "Ann",
                        "Gardens surround old houses. Rivers cross wide valleys. I planted apple trees, and " + other),
                answers("Ben", "Swans cross quiet lakes."));
    }

    @Test
    void whatSomebodyTellsIsWorthNoLessBesideWhatIsSaidToTheOther() {
        assertThat(roomBeside("you like windy rivers.")).isEqualTo(roomBeside("they like windy rivers."));
    }

    private static int roomIfTold(String name) {
        return roomFor(
                "Orchids",
                says("Melanie", "Gardens surround old houses. Rivers cross wide valleys. Bakers sell fresh bread."),
                answers("Ben", "Harbours shelter fishing boats. Orchids bloom, " + name + "!"));
    }

    @Test
    void aNameShortForTheListenersNamesNothing() {
        assertThat(roomIfTold("Mel")).isGreaterThan(roomIfTold("Max"));
    }

    private static int roomIfOneOfMany(String told) {
        return roomFor(
                "apple",
                says("Ann", "Gardens surround old houses. Rivers cross wide valleys. " + told),
                answers("Ben", "Swans cross quiet lakes. Bakers sell fresh bread."));
    }

    @Test
    void whatAnArticleStandsInFrontOfIsWorthMore() {
        assertThat(roomIfOneOfMany("We drew the apple near some barns."))
                .isLessThan(roomIfOneOfMany("We drew apple near some barns."));
    }

    @Test
    void aSentenceThatSaysWhenIsWorthMoreInAllItsParts() {
        assertThat(roomIfOneOfMany("We watched apple trees blossom, and soup was cooked in the evening."))
                .isLessThan(roomIfOneOfMany("We watched apple trees blossom, and soup was cooked in the kitchen."));
    }

    @Test
    void theNameOfWhoIsSpokenToIsWorthNoMoreThanAWord() {
        Message before = says("Melanie", "Rivers cross wide valleys.");
        Message said = answers("Ben", "Woohoo Melanie! Orchids bloom beside harbours.");

        assertThat(roomFor("Woohoo", before, said)).isGreaterThan(roomFor("Orchids", before, said));
    }
}
