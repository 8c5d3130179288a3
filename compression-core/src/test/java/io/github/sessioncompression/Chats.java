package io.github.sessioncompression;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Made-up chats for tests. */
final class Chats {
    static final String SYSTEM = "You help the customers of a garden shop. Be brief and name prices in euros.";

    private Chats() {}

    /** A question of about {@code words} words that says something only turn {@code number} says. */
    static Message question(int number, int words) {
        return Message.user("Order " + (1000 + number) + " for the plot " + number + " needs " + (number + 3)
                + " bags of soil; " + filler(number, words));
    }

    /** An answer to it. */
    static Message answer(int number, int words) {
        return Message.assistant("Order " + (1000 + number) + " is noted, " + (number + 3) + " bags cost "
                + (number * 7 + 2) + " euros; " + filler(number + 50, words));
    }

    /** A whole turn without tools, some 60 tokens a message at 30 words. */
    static List<Message> turn(int number, int words) {
        return List.of(question(number, words), answer(number, words));
    }

    /** A whole turn in which nothing is said that would have to be kept, other words in each. */
    static List<Message> smallTalk(int number, int words) {
        String tail = " rose".repeat(number % 9) + " fence".repeat(number / 9);
        return List.of(
                Message.user("So " + filler(number, words) + tail),
                Message.assistant("Well " + filler(number + 50, words) + tail));
    }

    /** A whole turn that calls two tools at once; each result has about {@code words} words. */
    static List<Message> toolTurn(int number, int words) {
        List<Message> turn = new ArrayList<>();
        turn.add(question(number, 5));
        turn.add(Message.assistant(
                "",
                List.of(
                        new ToolCall("a" + number, "stock", "{\"item\":\"soil\",\"plot\":" + number + "}"),
                        new ToolCall("b" + number, "price", "{\"order\":" + (1000 + number) + "}"))));
        turn.add(Message.toolResult("a" + number, "stock", "stock " + filler(number, words)));
        turn.add(Message.toolResult("b" + number, "price", "price " + filler(number + 9, words)));
        turn.add(answer(number, 5));
        return turn;
    }

    /** A tool turn or, half of the time, one whose calls have long arguments, too. */
    static List<Message> anyToolTurn(Random random, int number, int words) {
        List<Message> turn = toolTurn(number, words);
        if (random.nextBoolean()) {
            String note = Json.write(Map.of("bed", number, "note", filler(number, 80 + 4 * words)));
            List<ToolCall> calls = turn.get(1).toolCalls().stream()
                    .map(call -> new ToolCall(call.id(), call.name(), note))
                    .toList();
            turn.set(1, turn.get(1).withToolCalls(calls));
        }
        return turn;
    }

    /** One answered round of a long turn: a call and its result of about {@code words} words. */
    static List<Message> round(int number, int words) {
        ToolCall call = new ToolCall("r" + number, "search", "{\"row\":" + number + "}");
        return List.of(
                Message.assistant("", List.of(call)),
                Message.toolResult(
                        "r" + number,
                        "search",
                        "Row " + (5000 + number) + " holds " + (number * 3 + 1) + " bulbs; " + filler(number, words)));
    }

    private static String filler(int seed, int words) {
        String[] stems = {
            "rake", "hose", "seed", "pot", "fence", "spade", "lawn", "rose", "bulb", "twine", "glove", "bench"
        };
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(stems[Math.floorMod(seed * 31 + i * 7, stems.length)]).append(' ');
        }
        return text.append("please.").toString();
    }
}
