package io.github.sessioncompression.conformance;

import java.util.List;

/** Texts of the contracts' chats. Each has a number of its own, so a message can be told from all others. */
final class Sample {
    static final String SYSTEM = "You answer the customers of a garden shop. Be brief.";
    private static final List<String> GOODS =
            List.of("bean seeds", "clay pots", "rain barrels", "pruning shears", "apple trees", "bags of peat");

    private Sample() {}

    static String question(int number) {
        return "Question " + number + ". Order " + (4000 + number) + " has " + (number % 9 + 2) + ' '
                + GOODS.get(number % GOODS.size()) + ", and my neighbour at number " + (number % 40 + 1)
                + " asks for the same. When does it arrive, and may I pay its " + (20 + number)
                + " euros by invoice this time?";
    }

    static String answer(int number) {
        return "Answer " + number + ". Order " + (4000 + number) + " leaves our nursery on day " + (number % 28 + 1)
                + " of next month. You may pay by invoice within " + (number % 20 + 10)
                + " days, and the driver calls you an hour before he arrives.";
    }

    static String result(int number) {
        return "Result " + number + ". {\"order\": " + (4000 + number) + ", \"state\": \"packed\", \"parcels\": "
                + (number % 3 + 1) + ", \"carrier\": \"northern post\", \"weight_in_grams\": " + (900 + number)
                + ", \"insured\": true, \"shelf\": \"B" + number + "\"}";
    }

    /** The part of a text that no other text has. */
    static String mark(String text) {
        return text.substring(0, text.indexOf('.') + 1);
    }
}
