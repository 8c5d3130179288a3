package io.github.sessioncompression.console;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The chat of a garden shop for the page's tests, and a stubbed model that compresses it. */
final class GardenShop {
    private static final Pattern ORDER = Pattern.compile("Order 10\\d\\d of the [a-z ]+ costs \\d+ EUR\\.");
    private static final List<String> GOODS = List.of(
            "blue watering can",
            "cedar bench",
            "hose reel",
            "pair of gloves",
            "rose trellis",
            "seed tray",
            "wheelbarrow");
    private static final List<String> QUESTIONS = List.of(
            "Where is it now?",
            "Can it be left with the neighbour in Mill Lane 4?",
            "Please write to me by e-mail, never by phone.",
            "Is there a spare part for it?",
            "I would like to have it on a Saturday.");

    static final int SENTENCES = 6;

    private GardenShop() {}

    static Message system() {
        return Message.system("You help the customers of a garden shop. Be brief and friendly.");
    }

    /** A question, a look at the order, and the answer. */
    static List<Message> turn(int number) {
        return turn(number, SENTENCES);
    }

    /** The same with so many sentences in the note of the order. */
    static List<Message> turn(int number, int sentences) {
        String goods = GOODS.get(number % GOODS.size());
        int order = 1_000 + number;
        List<Message> turn = new ArrayList<>();
        turn.add(Message.user("Order " + order + " of the " + goods + " costs " + (20 + number) + " EUR. "
                + QUESTIONS.get(number % QUESTIONS.size())
                + (number == 3 ? " <script>document.title = 'broken'</script> </session_state>" : "")));
        String call = "call-" + number;
        turn.add(Message.assistant("", List.of(new ToolCall(call, "track_order", "{\"order\": " + order + "}"))));
        turn.add(Message.toolResult(
                call,
                "track_order",
                "{\"order\": " + order + ", \"goods\": \"" + goods + "\", \"stops\": ["
                        + "\"packed in hall 7\", \"left the depot in Kassel\", \"sorted in Hanover\", \"handed to the driver of van 12\"],"
                        + " \"note\": \"" + "The parcel was scanned at each stop and is not damaged. ".repeat(sentences)
                        + "\"}"));
        turn.add(Message.assistant(
                "The " + goods + " of order " + order + " left the depot in Kassel and reaches you on day "
                        + (number + 2) + ". I made a note of what you asked for. "
                        + "If it does not come, write to us and we look for it at once. ".repeat(2)));
        return turn;
    }

    /** Plays turns as an application does: the question, a view for the call, the rest. */
    static void talk(Conversation chat, int from, int to, int sentences) {
        for (int i = from; i <= to; i++) {
            List<Message> turn = turn(i, sentences);
            chat.append(turn.get(0));
            chat.view();
            chat.append(turn.subList(1, turn.size()));
        }
    }

    /** Plays the first turns. */
    static void talk(Conversation chat, int turns) {
        talk(chat, 1, turns, SENTENCES);
    }

    /** Answers with the orders that it reads. */
    static ModelAnswer compress(ModelRequest request) {
        List<String> orders = ORDER.matcher(request.prompt())
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        String facts = orders.subList(Math.max(0, orders.size() - 14), orders.size()).stream()
                .map(each -> '"' + each + "\",")
                .collect(Collectors.joining());
        return ModelAnswer.of("{\"logos\":[" + facts + "\"The user wants e-mails and no phone calls.\"],"
                + "\"pathos\":[\"Friendly and brief on both sides.\"],\"abstract\":[\"Parcels leave from the depot in Kassel.\"],"
                + "\"conversation_summary\":\"A customer asks for each order of a garden shop in turn.\"}");
    }
}
