package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.Retention;
import io.github.sessioncompression.recall.RecallTool;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.Counters.RecallUse;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Missed values outside the context, and used recalls. */
class RecallAccountTest extends RecallAccountFixture {
    @Test
    void countsLostValueNamedByUserAsMissed() {
        Conversation chat = withTickets(TIGHT);
        String lost = ticket(lost(chat));

        chat.append(Message.user("Is " + lost + " still valid?"));
        chat.append(Message.assistant("It is."), Message.user(lost + " is what I mean."));

        assertThat(recalled(chat)).isEqualTo(new RecallUse(0, 0, 0, 0, 1));
        assertThat(recalled(chat).regrets()).isEqualTo(1);
    }

    @Test
    void ignoresShownValuesAndThoseNamedByAssistant() {
        Conversation chat = withTickets(TIGHT);
        String lost = ticket(lost(chat));

        chat.append(Message.user("What about ZZ-99999-A and 23 others?"), Message.assistant(lost + " it is."));
        chat.append(Message.user("Yes, " + lost));

        assertThat(recalled(chat)).isEqualTo(RecallUse.NONE);
    }

    @Test
    void ignoresValuesInState() {
        Conversation chat = compressor(POLICY).conversation("chat");
        talk(chat, 20);
        chat.compress();
        assertThat(text(chat.view())).contains("918273");

        chat.append(Message.user("Does 918273 still open the door?"));

        assertThat(recalled(chat)).isEqualTo(RecallUse.NONE);
    }

    @Test
    void countsRepeatedCallAsMissedInAnyArgumentOrder() {
        Conversation chat = compressor(TIGHT).conversation("chat");
        chat.append(Message.user("What does soil cost?"));
        chat.append(call("c1", "price", "{\"item\":\"soil\",\"size\":40}", "A lot."));
        chat.append(Message.assistant("A lot."));
        fill(chat, 0, 8);
        chat.compress();

        chat.append(Message.user("Once more: what does soil cost?"));
        chat.append(call("c2", "price", "{\"item\":\"soil\",\"size\":40}", "A lot."));
        chat.append(call("c3", "price", "{\"item\":\"soil\",\"size\":40}", "A lot."));
        chat.append(call("c4", "price", "{\"item\":\"soil\",\"size\":60}", "More."));

        assertThat(recalled(chat)).isEqualTo(new RecallUse(0, 0, 0, 1, 0));
    }

    @Test
    void countsCallRepeatedAfterPruningAsMissed() {
        Conversation chat = compressor(CompressionPolicy.forWindow(100_000)).conversation("chat");
        for (int i = 0; i < 8; i++) {
            chat.append(Message.user("Go on with row " + i));
            chat.append(Chats.round(i, 6_000));
            chat.append(Message.assistant("Done."));
        }
        assertThat(chat.prune()).isInstanceOf(Outcome.Pruned.class);

        chat.append(Message.user("Row 0 and the last one again, please."));
        chat.append(Chats.round(7, 5));
        assertThat(recalled(chat)).as("its result is shown").isEqualTo(RecallUse.NONE);
        chat.append(Chats.round(0, 5));

        assertThat(recalled(chat)).isEqualTo(new RecallUse(0, 0, 0, 1, 0));
    }

    @Test
    void countsExpansionAsUsedIfAnswerHasItsValue() {
        Conversation chat = withTickets(EXPANDING);
        int lost = lost(chat);
        chat.append(asksFor(lost));
        assertThat(text(chat.view())).contains(ticket(lost));
        assertThat(recalled(chat)).isEqualTo(RecallUse.NONE);

        chat.append(Message.assistant("It is " + ticket(lost)));

        assertThat(recalled(chat)).isEqualTo(new RecallUse(1, 1, 1, 0, 0));
        assertThat(recalled(chat).hitRate()).isEqualTo(1);
    }

    @Test
    void countsExpansionAsUnusedIfAnswerDiffers() {
        Conversation chat = withTickets(EXPANDING);
        int lost = lost(chat);
        chat.append(asksFor(lost));
        chat.view();

        chat.append(Message.assistant("I can't say."), Message.user("Pity."), Message.assistant(ticket(lost)));

        assertThat(recalled(chat)).isEqualTo(new RecallUse(1, 1, 0, 0, 0));
        assertThat(recalled(chat).hitRate()).isZero();
    }

    @Test
    void doesNotJudgeExpansionWithoutValue() {
        Conversation chat = forgotten(EXPANDING);
        chat.append(ASKED);
        chat.view();
        chat.append(Message.assistant("Behind the chapel."));

        assertThat(recalled(chat)).isEqualTo(new RecallUse(1, 0, 0, 0, 0));
    }

    @Test
    void countsSearchAsUsedIfCallOrAnswerHasItsValue() {
        Conversation chat = withTickets(TIGHT);
        int lost = lost(chat);
        String arguments = Json.write(Map.of("query", "ferry ticket of " + PASSENGERS.get(lost)));
        chat.append(asksFor(lost));
        String found = chat.framework().recall(RecallTool.SEARCH_HISTORY, arguments);
        chat.append(call("s1", "search_history", arguments, found));
        chat.append(call("t1", "ticket", Json.write(Map.of("number", ticket(lost))), "Paid."));
        chat.append(Message.assistant("It is paid."));

        assertThat(recalled(chat)).isEqualTo(new RecallUse(1, 1, 1, 0, 0));
    }

    @Test
    void emptySearchCountsNothing() {
        Conversation chat = withTickets(TIGHT);

        chat.framework().recall(RecallTool.SEARCH_HISTORY, "{\"query\":\"xylophone\"}");
        chat.framework().recall(RecallTool.EXPAND_SEGMENT, "{\"segment_id\":\"s999\"}");
        chat.append(Message.user("Thanks."));

        assertThat(recalled(chat)).isEqualTo(RecallUse.NONE);
    }

    @Test
    void countsStayWithTheConversationAndAreInTheTotals() {
        Conversation chat = withTickets(TIGHT);
        chat.append(Message.user("Is " + ticket(lost(chat)) + " still valid?"));
        assertThat(open.get(0).stats().recallUsage().missedValues()).isEqualTo(1);
        open.get(0).close();

        assertThat(recalled(compressor(TIGHT).conversation("chat"))).isEqualTo(new RecallUse(0, 0, 0, 0, 1));
    }

    @Test
    void readsLargeLostContextInParts() {
        CompressionPolicy large = CompressionPolicy.forWindow(200_000)
                .withExecution(Execution.SYNC)
                .withState(StateOptions.defaults().withMaxTokens(100));
        Conversation chat = compressor(large).conversation("chat");
        tellTickets(chat);
        for (int i = 0; i < 50; i++) {
            chat.append(Message.user("So much for row " + i + ": " + "rake rose seed twine ".repeat(150)));
            chat.append(Message.assistant("Well."));
        }
        chat.compress();
        int lost = lost(chat);
        fill(chat, 0, 5);

        chat.append(Message.user("Is " + ticket(lost) + " still valid?"));

        assertThat(recalled(chat).missedValues()).isEqualTo(1);
    }

    @Test
    void countsMissedValueOnceAcrossProcesses() {
        Conversation here = compressor(TIGHT).conversation("chat");
        tellTickets(here);
        Conversation there = compressor(TIGHT).conversation("chat");
        there.view();
        there.compress();
        fill(there, 40, 42);
        String lost = ticket(lost(here));

        here.append(Message.user("Is " + lost + " still valid?"));
        there.view();

        assertThat(open.get(0).stats().recallUsage().missedValues()).isEqualTo(1);
        assertThat(open.get(1).stats().recallUsage().missedValues()).isZero();
        assertThat(recalled(there).missedValues()).isEqualTo(1);
    }

    @Test
    void nothingIsKnownOfAnErasedMessageOrAClearedChat() {
        Conversation chat = withTickets(TIGHT);
        int lost = lost(chat);
        assertThat(chat.erase(1 + 2L * lost)).isTrue();
        chat.append(Message.user("Is " + ticket(lost) + " still valid?"), Message.assistant("No."));
        assertThat(recalled(chat)).isEqualTo(RecallUse.NONE);

        Conversation other = compressor(TIGHT).conversation("other");
        tellTickets(other);
        other.compress();
        lost = lost(other);
        other.clear();
        other.append(Message.user("Is " + ticket(lost) + " still valid?"));
        assertThat(recalled(other)).isEqualTo(RecallUse.NONE);
    }

    @Test
    void countsEvictedValueAsMissed() {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(TIGHT.withRetention(Retention.EVICT_COMPRESSED))
                .store(store)
                .executor(Runnable::run)
                .archive((id, entries) -> {})
                .build();
        open.add(compressor);
        Conversation chat = compressor.conversation("chat");
        tellTickets(chat);
        chat.compress();
        assertThat(chat.entries().get(0).sequence()).isGreaterThan(1);

        chat.append(Message.user("Is " + ticket(lost(chat)) + " still valid?"));

        assertThat(recalled(chat).missedValues()).isEqualTo(1);
    }
}
