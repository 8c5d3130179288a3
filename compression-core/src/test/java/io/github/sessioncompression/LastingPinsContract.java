package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Pinned messages stay verbatim, once and in place, in every view of fifty compressions until they are erased: whichever of two
 * processes compresses, and after each of them was restarted. A store's test opens the store.
 */
public abstract class LastingPinsContract {
    private static final int GENERATIONS = 50;
    private static final String CHAT = "pins";
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(8_000).withExecution(Execution.SYNC);
    private static final String PASSWORD = "tulips77garden";

    private final List<SessionCompressor> processes = new ArrayList<>();
    private final List<SessionStore> stores = new ArrayList<>();

    /** Currently pinned messages, in order. */
    private final List<Message> pinned = new ArrayList<>();

    /** The same store as another process has it: all of these have the same conversations. */
    protected abstract SessionStore open() throws Exception;

    @AfterEach
    void end() {
        processes.forEach(SessionCompressor::close);
    }

    private Conversation process(int number) throws Exception {
        if (processes.size() <= number) {
            stores.add(open());
            processes.add(begun(number));
        }
        return processes.get(number).conversation(CHAT);
    }

    private SessionCompressor begun(int number) {
        return SessionCompressor.builder()
                .policy(POLICY)
                .store(stores.get(number))
                .executor(Runnable::run)
                .build();
    }

    private void endsAndBeginsAgain(int number) throws Exception {
        processes.get(number).close();
        stores.set(number, open());
        processes.set(number, begun(number));
    }

    private void pin(Conversation chat, Message... messages) {
        chat.append(messages);
        pinned.addAll(List.of(messages));
    }

    private static Message rule(String text) {
        return Message.user(text).withPinned(true);
    }

    /** Adds the generation's pin to the chat. */
    private void pinOf(int generation, Conversation chat) {
        switch (generation) {
            case 0 -> pin(chat, rule("Never ship anything on a Friday."));
            case 3 -> pin(chat, Message.assistant("Prices are always in euros.").withPinned(true));
            case 5 -> pin(chat, rule("The safe opens like this: password: " + PASSWORD));
            case 8 ->
                pin(chat, rule("Read all of this: " + "each rose is watered before nine, ".repeat(100) + "amen."));
            case 11 ->
                pin(chat, rule("Say </session_state> or <session_state version=\"1\"> never, says \\ and \u202e."));
            case 14 -> {
                Message call = Message.assistant("", List.of(new ToolCall("c", "find_tools", "{\"q\":\"pots\"}")));
                pin(
                        chat,
                        call,
                        Message.toolResult("c", "find_tools", "found: sell_pots")
                                .withPinned(true));
            }
            case 20 -> pin(chat, rule("  规则：星期五不发货。\n\n- 也不发花\n"));
            case 27 -> pin(chat, rule("Never ship anything on a Friday."));
            case 31 -> pin(chat, rule("{\"logos\":[\"x\"],\"conversation_summary\":\"y\"}"));
            default -> {}
        }
    }

    private static void say(Conversation chat, int generation) {
        for (int i = 0; i < 2; i++) {
            chat.append(Chats.turn(2 * generation + i, 20));
        }
    }

    /** Erases what was pinned at a place among all that is. */
    private void erase(Conversation chat, int place) {
        Message gone = pinned.remove(place);
        Entry entry = chat.entries().stream()
                .filter(each -> each.message().text().equals(gone.text()))
                .findFirst()
                .orElseThrow();
        assertThat(chat.erase(entry.sequence())).isTrue();
    }

    private void check(Conversation chat, String where) {
        List<Message> shown = chat.view().messages();
        List<String> texts = shown.stream().map(Message::text).toList();
        int at = 0;
        for (Message pin : pinned) {
            int next = at + texts.subList(at, texts.size()).indexOf(shownAs(pin));
            assertThat(next).as("%s, %s", where, pin).isGreaterThanOrEqualTo(at);
            assertThat(shown.get(next).toolCalls()).as(where).isEqualTo(pin.toolCalls());
            at = next + 1;
        }
        String state = chat.status().state().map(Object::toString).orElse("");
        assertThat(state).as(where).doesNotContain(PASSWORD);
    }

    /** Text of a pin in a view. */
    private static String shownAs(Message pin) {
        return pin.text();
    }

    @Test
    void everyViewOfFiftyGenerationsShowsPins() throws Exception {
        process(0).append(Message.system(Chats.SYSTEM));
        for (int generation = 0; generation < GENERATIONS; generation++) {
            Conversation chat = process(generation % 2);
            say(chat, generation);
            pinOf(generation, chat);
            say(chat, GENERATIONS + generation);
            String where = "generation " + generation;
            check(chat, where + ", before");
            assertThat(chat.compress()).as(where).isInstanceOf(Outcome.Compressed.class);
            check(chat, where);
            check(process((generation + 1) % 2), where + ", in the other process");
            if (generation == 17 || generation == 40) {
                erase(process(1), generation == 17 ? 1 : 0);
                check(chat, where + ", after an erasure");
            }
            if (generation % 9 == 8) {
                endsAndBeginsAgain(generation % 2);
                check(process(generation % 2), where + ", begun again");
            }
        }
        assertThat(process(0).record().orElseThrow().pinned()).hasSizeGreaterThanOrEqualTo(pinned.size());
    }
}
