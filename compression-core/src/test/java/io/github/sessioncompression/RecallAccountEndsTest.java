package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.Counters.RecallUse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ends of missed values and of pending recalls. */
class RecallAccountEndsTest extends RecallAccountFixture {
    /** A chat with a call that is covered, whose arguments are {@code arguments}. */
    private Conversation withCall(String arguments) {
        Conversation chat = compressor(TIGHT).conversation("chat");
        chat.append(Message.user("What does soil cost?"));
        chat.append(call("c1", "price", arguments, "A lot."));
        chat.append(Message.assistant("A lot."));
        fill(chat, 0, 8);
        chat.compress();
        chat.append(Message.user("Once more, please."));
        return chat;
    }

    private static Conversation broughtBack(Conversation chat, int passenger) {
        chat.append(asksFor(passenger));
        assertThat(text(chat.view())).contains(ticket(passenger));
        return chat;
    }

    @Test
    void aCallOfAClearedChatIsNotMissed() {
        Conversation chat = withCall("{\"item\":\"soil\"}");
        chat.clear();

        chat.append(Message.user("What does soil cost?"));
        chat.append(call("c2", "price", "{\"item\":\"soil\"}", "A lot."));

        assertThat(recalled(chat)).isEqualTo(RecallUse.NONE);
    }

    @Test
    void comparesNonJsonArgumentsAsText() {
        Conversation chat = withCall("item: soil");

        chat.append(call("c2", "price", "item: seeds", "Little."));
        assertThat(recalled(chat)).isEqualTo(RecallUse.NONE);
        chat.append(call("c3", "price", "item: soil", "A lot."));

        assertThat(recalled(chat)).isEqualTo(new RecallUse(0, 0, 0, 1, 0));
    }

    @Test
    void soAreArgumentsOfManyPages() {
        String page = "rake rose ".repeat(10_001);
        Conversation chat = withCall("{\"a\":1,\"page\":\"" + page + "\"}");

        chat.append(call("c2", "price", "{\"a\":2,\"page\":\"" + page + "\"}", "Little."));
        assertThat(recalled(chat)).isEqualTo(RecallUse.NONE);
        chat.append(call("c3", "price", "{\"a\":1,\"page\":\"" + page + "\"}", "A lot."));

        assertThat(recalled(chat)).isEqualTo(new RecallUse(0, 0, 0, 1, 0));
    }

    @Test
    void ignoresValueRepeatedByTool() {
        Conversation chat = withTickets(TIGHT);
        String lost = ticket(lost(chat));
        chat.append(Message.user("Look it up."));
        chat.append(call("t1", "tickets", "{}", "It is " + lost));

        chat.append(Message.assistant("Done."), Message.user("Is " + lost + " still valid?"));

        assertThat(recalled(chat)).isEqualTo(RecallUse.NONE);
    }

    @Test
    void ignoresValueRepeatedInKeptMessages() {
        Conversation chat = compressor(TIGHT).conversation("chat");
        tellTickets(chat);
        for (int i = 0; i < PASSENGERS.size(); i++) {
            chat.append(Message.user("Note " + ticket(i) + " once more"));
        }
        chat.compress();
        assertThat(chat.record().orElseThrow().boundary()).isPositive();

        chat.append(Message.assistant("Noted."));
        String last = ticket(PASSENGERS.size() - 1);
        assertThat(text(chat.view())).contains(last + " once more");
        chat.append(Message.user("Is " + last + " still valid?"));

        assertThat(recalled(chat)).isEqualTo(RecallUse.NONE);
    }

    @Test
    void theNextMessageOfTheUserEndsTheWaitForAnAnswer() {
        Conversation chat = withTickets(EXPANDING);
        int lost = lost(chat);
        broughtBack(chat, lost).append(Message.user("Never mind."), Message.assistant("It is " + ticket(lost)));

        assertThat(recalled(chat)).isEqualTo(new RecallUse(1, 1, 0, 0, 0));
    }

    @Test
    void theFirstAnswerEndsItToo() {
        Conversation chat = withTickets(EXPANDING);
        int lost = lost(chat);
        broughtBack(chat, lost).append(Message.assistant("Wait."), Message.assistant("It is " + ticket(lost)));

        assertThat(recalled(chat)).isEqualTo(new RecallUse(1, 1, 0, 0, 0));
    }

    @Test
    void clearingTheChatEndsItToo() {
        Conversation chat = withTickets(EXPANDING);
        int lost = lost(chat);
        broughtBack(chat, lost).clear();

        chat.append(List.of(Message.assistant("It is " + ticket(lost))));

        assertThat(recalled(chat).used()).isZero();
    }

    @Test
    void ignoresAnswerRepeatingQuestion() {
        Conversation chat = withTickets(EXPANDING);
        int lost = lost(chat);
        chat.append(Message.user("Is the ferry ticket of " + PASSENGERS.get(lost) + " " + ticket(lost) + "?"));
        assertThat(expansions(chat.view())).isNotEmpty();

        chat.append(Message.assistant("Yes, " + ticket(lost)));

        assertThat(recalled(chat).used()).isZero();
    }
}
