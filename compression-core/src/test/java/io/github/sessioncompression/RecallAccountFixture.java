package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.Counters.RecallUse;
import java.util.List;

/** Chats that were told of more tickets than a state has room for. */
abstract class RecallAccountFixture extends ExpansionFixture {
    static final CompressionPolicy TIGHT =
            POLICY.withState(StateOptions.defaults().withMaxTokens(100));
    static final List<String> PASSENGERS = List.of(
            "Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Larch", "Maple",
            "Nettle", "Oak", "Poplar", "Quince", "Rowan", "Spruce", "Thorn", "Vine", "Willow", "Yew");

    static String ticket(int passenger) {
        return "KX-" + (40_400 + passenger) + "-Q";
    }

    static void tellTickets(Conversation chat) {
        for (int i = 0; i < PASSENGERS.size(); i++) {
            chat.append(
                    Message.user("The ferry ticket of " + PASSENGERS.get(i) + " is " + ticket(i) + ", by the way."),
                    Message.assistant("A fine boat."));
        }
    }

    /** The first passenger whose ticket a view does not show. */
    static int lost(Conversation chat) {
        String shown = text(chat.view());
        for (int i = 0; i < PASSENGERS.size(); i++) {
            if (!shown.contains(ticket(i))) {
                return i;
            }
        }
        throw new AssertionError("all tickets are shown: " + shown);
    }

    /** A chat that was told of more tickets than a state has room for. */
    Conversation withTickets(CompressionPolicy policy) {
        Conversation chat = compressor(policy).conversation("chat");
        tellTickets(chat);
        chat.compress();
        fill(chat, 40, 42);
        return chat;
    }

    static Message asksFor(int passenger) {
        return Message.user("Which ferry ticket is that of " + PASSENGERS.get(passenger) + "?");
    }

    static RecallUse recalled(Conversation chat) {
        return chat.status().stats().recallUsage();
    }

    static List<Message> call(String id, String tool, String arguments, String result) {
        return List.of(
                Message.assistant("", List.of(new ToolCall(id, tool, arguments))),
                Message.toolResult(id, tool, result));
    }
}
