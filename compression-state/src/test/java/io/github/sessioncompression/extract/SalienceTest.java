package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sessioncompression.message.Message;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a sentence is worth, and by which of its features. */
class SalienceTest {
    private static double sum(Unit unit) {
        return Arrays.stream(unit.worth).sum();
    }

    private static Map<Feature, Double> features(UnitChats chat, String words) {
        Map<Feature, Double> features =
                new Salience(chat.vocabulary, chat.all, Map.of(), Set.of()).features(chat.of(words));
        features.values().removeIf(value -> value == 0);
        return features;
    }

    /** A chat of one speaker, so that no side is rare. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The boat leaks. | ''",
                "Does the boat leak? | QUESTION",
                "Do I need the boat? | QUESTION QUESTION_ABOUT_SELF TELLING",
                "You need the boat. | ADDRESS",
                "You need 12 boats. | ADDRESS ADDRESS_WITH_VALUE TELLING",
                "I need you on the boat. | ADDRESS ADDRESS_ABOUT_SELF TELLING",
                "I need the boat. | TELLING",
                "The boat has 12 seats. | TELLING",
                "The boat of Ingrid leaks. | TELLING",
                "The boat comes tomorrow. | TIME",
                "The boat must not leak. | RULE",
                "We decided to sell the boat. | TELLING RULE",
                "My favourite is the old boat. | TELLING RULE",
                "Das ist nicht das alte Boot in dem Haus. | ''"
            })
    void sentenceHasFeatures(String text, String features) {
        UnitChats chat = new UnitChats(Message.user(text));

        assertThat(features(chat, text).keySet().stream().map(Feature::name).collect(Collectors.joining(" ")))
                .isEqualTo(features);
        assertThat(features(chat, text).values()).allMatch(value -> value == 1);
    }

    @Test
    void foundTextHasNoOtherFeature() {
        UnitChats chat = new UnitChats(Message.user("See:\n> You must sell 12 boats tomorrow.\nI need you."));

        assertThat(features(chat, "12 boats")).containsExactly(Map.entry(Feature.QUOTED, 1.0));
    }

    @Test
    void sideThatSaysLessIsWorthMore() {
        UnitChats chat = new UnitChats(
                Message.user("The old boat leaks. Does the pump help?"),
                Message.assistant("The pump helps. " + "The weather was grey over the fields. ".repeat(9)),
                Message.user("The new boat floats."));
        double user = features(chat, "new boat").getOrDefault(Feature.RARE, 0.0);
        double assistant = features(chat, "pump helps").getOrDefault(Feature.RARE, 0.0);

        assertThat(user).isPositive();
        assertThat(assistant).isNegative();
        assertThat(features(chat, "old boat")).containsEntry(Feature.OPENING_RARE, user);
        assertThat(features(chat, "Does the pump")).doesNotContainKey(Feature.OPENING_RARE);
        assertThat(features(chat, "pump helps")).containsEntry(Feature.ANSWER_RARE, user - assistant);
        assertThat(chat.worth("new boat")).isGreaterThan(chat.worth("pump helps"));
    }

    @Test
    void peopleWhoSayAsMuchAreWorthAsMuch() {
        UnitChats chat = new UnitChats(
                Chats.says("Ann", "The old boat leaks in the harbour."),
                Chats.answers("Bo", "The new pump works in the harbour."));

        assertThat(features(chat, "old boat")).isEmpty();
        assertThat(features(chat, "new pump")).isEmpty();
    }

    /** Sums of the worths of words and of pairs of neighbours. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The boat leaks a lot of water. | The boat leaks 12 litres of water.",
                "The boat belongs to a friend here. | The boat belongs to Ingrid here.",
                "The boat gets going. | The boat leaks badly.",
                "The boat arrives in rain. | The boat arrives in winter tomorrow.",
                "Does the boat leak water? | The boat leaks water.",
                "You leak water. | I leak water."
            })
    void secondIsWorthMore(String less, String more) {
        UnitChats chat = new UnitChats(Message.user(less), Message.user(more));

        assertThat(sum(chat.all.get(0))).isLessThan(sum(chat.all.get(1)));
    }

    @Test
    void wordThatOthersTakeUpIsWorthMore() {
        Message boat = Message.user("The boat leaks water.");
        UnitChats ignored = new UnitChats(boat, Message.assistant("Go and look."));
        UnitChats takenUp = new UnitChats(boat, Message.assistant("Sell the boat."));

        assertThat(takenUp.worth("boat leaks")).isGreaterThan(ignored.worth("boat leaks"));
    }

    @Test
    void termOfTheFocusIsWorthMoreAndTwoAreWorthMost() {
        UnitChats chat = new UnitChats(Message.user("The boat leaks. The pump of the boat works. The fields are wet."));
        double[] before = chat.all.stream().mapToDouble(SalienceTest::sum).toArray();
        double[] factors = chat.all.stream().mapToDouble(unit -> unit.factor).toArray();
        Set<Integer> focus = chat.vocabulary.known(chat.all.get(0).profile, "boat pump");

        Salience salience = new Salience(chat.vocabulary, chat.all, Map.of(), focus);
        chat.all.forEach(salience::measure);

        assertThat(sum(chat.all.get(0))).isCloseTo(2.5 * before[0], within(1e-9));
        assertThat(sum(chat.all.get(1))).isCloseTo(4 * before[1], within(1e-9));
        assertThat(sum(chat.all.get(2))).isEqualTo(before[2]);
        assertThat(chat.all.stream().mapToDouble(unit -> unit.factor).toArray()).containsExactly(factors);
    }

    @Test
    void pairOfNeighboursIsWorthLessThanItsWords() {
        Unit unit = new UnitChats(Message.user("Boats leak water.")).all.get(0);

        assertThat(unit.worth).hasSize(5);
        assertThat(unit.worth[3]).isCloseTo(0.3 * unit.worth[0], within(1e-9)).isEqualTo(unit.worth[4]);
    }

    @Test
    void topicOfTheChatIsWorthMoreThanAnAside() {
        Unit unit = new UnitChats(
                        Message.user("Boats leak."), Message.user("Boats sink."), Message.user("Boats float."))
                .all.get(0);

        assertThat(unit.worth[0]).isCloseTo(Math.pow(1 + Math.log(3), 0.25) * unit.worth[1], within(1e-9));
    }
}
