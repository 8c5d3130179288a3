package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import java.util.List;
import java.util.Map;

/** A long chat: at first the user tells facts, then there is small talk, and every third time something is looked up. */
final class GardenChat {
    /** A fact and the words it must not lose. */
    record Fact(String said, String words) {}

    static final List<Fact> FACTS = List.of(
            new Fact("My customer number is KD-48213.", "KD-48213"),
            new Fact("The delivery goes to 17 Mill Lane.", "17 Mill Lane"),
            new Fact("I am allergic to birch pollen.", "birch"),
            new Fact("The budget for the terrace is 4,350 euros.", "4,350"),
            new Fact("We decided to plant a copper beech hedge.", "copper beech"),
            new Fact("The soil has a pH value of 5.8.", "5.8"),
            new Fact("My neighbour Ortrud Hansen waters the greenhouse in August.", "Ortrud Hansen"),
            new Fact("The invoice RE-2291 must be paid by 2026-03-14.", "RE-2291"),
            new Fact("Please never use slug pellets, because our dog Bruno eats them.", "Bruno"),
            new Fact("The pump is a Gardena 4000/5.", "Gardena 4000/5"),
            new Fact("The pond is 1.35 metres deep.", "1.35"),
            new Fact("Write to me at ortrud@example.org.", "ortrud@example.org"),
            new Fact("The gate code is 7719.", "7719"),
            new Fact("The lawn measures 212 square metres.", "212"),
            new Fact("The fence was built by Zimmerei Kolb.", "Kolb"),
            new Fact("We start with the excavation on 3 April.", "3 April"),
            new Fact("My favourite rose is Gertrude Jekyll.", "Gertrude Jekyll"),
            new Fact("The old cherry tree must be felled before October.", "cherry"),
            new Fact("I need 38 bags of bark mulch.", "38 bags"),
            new Fact("The wheelbarrow stays at the allotment Sonnenhang.", "Sonnenhang"));

    private static final String[] THINGS = {
        "roses",
        "the hedge",
        "my lawn",
        "tulips",
        "the old shed",
        "the pond",
        "tomatoes",
        "the compost",
        "ivy",
        "the gravel path",
        "apples",
        "lavender"
    };
    private static final String[] LOOKS = {
        "look a bit tired today",
        "need some water again",
        "are coming along nicely",
        "could do with some shade",
        "seem happier than last week",
        "are full of bees"
    };
    private static final String[] ADVICE = {
        "That is quite normal at this time of the year.",
        "I would simply wait and see.",
        "A little water in the evening helps.",
        "They like it that way.",
        "Give it some time and it will be fine."
    };
    private static final String ONCE = " Please look it up.";
    private static final String THRICE = " Please look it up everywhere.";
    private static final int ROUNDS = 3;

    private GardenChat() {}

    /** User message of a turn, counted from 1. */
    static String question(int turn) {
        if (turn <= FACTS.size()) {
            return FACTS.get(turn - 1).said();
        }
        String talk = "I think " + THINGS[turn % 12] + " " + LOOKS[turn % 6] + ", and " + THINGS[(turn * 5 + 3) % 12]
                + " " + LOOKS[(turn / 6) % 6] + " too. What would you do?";
        return turn % 3 != 0 ? talk : talk + (turn % 2 == 0 ? ONCE : THRICE);
    }

    /** Model's reply to a request: two calls at once, one call in each of three rounds, or an answer. */
    static Reply answer(Sent request) {
        List<SentMessage> messages = request.messages();
        int user = messages.size() - 1;
        while (user > 0 && !messages.get(user).role().equals(SentMessage.USER)) {
            user--;
        }
        String question = messages.get(user).text();
        int after = messages.size() - 1 - user;
        if (question.endsWith(ONCE) && after == 0) {
            return Reply.calls(call("the left side"), call("the right side"));
        }
        if (question.endsWith(THRICE) && after < 2 * ROUNDS) {
            return Reply.calls(call("part " + after));
        }
        int advice = Math.floorMod(question.hashCode(), 25);
        return Reply.text(ADVICE[advice % 5] + " " + ADVICE[advice / 5]);
    }

    private static Reply.Call call(String topic) {
        return new Reply.Call(Lookup.NAME, Map.of("topic", topic));
    }

    /** Result of the tool. */
    static String found(String input) {
        return "Found for " + input + ": " + (ADVICE[Math.floorMod(input.hashCode(), 5)] + " ").repeat(8);
    }

    /** The facts that a request does not hold. */
    static List<Fact> missingFrom(Sent request) {
        String text = request.allText();
        return FACTS.stream().filter(fact -> !text.contains(fact.words())).toList();
    }
}
