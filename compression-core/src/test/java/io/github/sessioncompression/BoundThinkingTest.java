package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Views of chats whose provider refuses thinking behind another prefix than the one that it was made behind. */
class BoundThinkingTest extends BoundThinkingFixture {
    @Test
    void thinkingOfEarlierTurnsLeavesViewAfterCompression() {
        turns(6);
        assertThat(thinking(sent())).isEqualTo(6);

        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
        assertThat(thinking(sent())).isZero();
        assertThat(thinking(chat.transcript())).isEqualTo(6);

        turns(2);
        assertThat(thinking(sent())).isEqualTo(2);
    }

    @Test
    void anotherProcessShowsSameThinking() {
        turns(6);
        chat.compress();
        turns(2);
        List<Message> shown = sent();

        Conversation there = compressor(3_000).conversation("chat");

        assertThat(there.framework().steadyView().messages()).isEqualTo(shown);
    }

    @Test
    void runningTurnKeepsThinkingBehindItsSteadyView() {
        turns(5);
        ask(30);
        call(20);
        sent();
        assertThat(compressor(3_000).conversation("chat").compress()).isInstanceOf(Outcome.Compressed.class);
        call(20);
        assertThat(thinking(sent())).as("tool loop").isEqualTo(7);
        answer();
        ask(10);

        assertThat(thinking(sent()))
                .as("all of it was made behind the view before")
                .isZero();
    }

    @Test
    void runningTurnLosesThinkingWhenItsViewIsCompressed() {
        turns(5);
        ask(30);
        call(20);
        chat.compress();

        assertThat(thinking(sent())).as("tool loop").isZero();
        call(20);
        answer();
        ask(10);
        assertThat(thinking(sent())).isEqualTo(2);
    }

    @Test
    void showsNoThinkingWhosePrefixIsUnknown() {
        chat.append(Chats.question(0, 30));
        chat.append(thought(Chats.answer(0, 30), List.of()));
        ask(10);

        assertThat(thinking(sent())).isZero();
        assertThat(thinking(chat.transcript())).isEqualTo(1);
    }

    @Test
    void thinkingGoesOnceBehindTurnWithoutAnswer() {
        turns(2);
        List<Message> before = sent();
        chat.append(Message.user("Lost."));
        List<Message> request = new ArrayList<>(sent());
        request.add(Message.user("Again?"));
        chat.append(Message.user("Again?"));
        chat.append(thought(Chats.answer(number, 30), request));
        ask(10);

        assertThat(refused(sent())).isEqualTo(-1);
        assertThat(sent()).startsWith(before.toArray(Message[]::new));
        answer();
        ask(10);
        assertThat(thinking(sent())).isEqualTo(3);
    }

    @Test
    void answersOfConcurrentTurnsShowNoThinkingOfAnother() {
        turns(1);
        List<Message> first = new ArrayList<>(sent());
        first.add(Message.user("First?"));
        chat.append(Message.user("First?"));
        List<Message> second = new ArrayList<>(sent());
        second.add(Message.user("Second?"));
        chat.append(Message.user("Second?"));
        chat.append(thought(Message.assistant("To the second."), second));
        chat.append(thought(Message.assistant("To the first."), first));
        ask(10);

        assertThat(refused(sent())).isEqualTo(-1);
        assertThat(thinking(sent())).isEqualTo(1);
    }

    @Test
    void viewsOfConcurrentTurnsKeepTheirOwnThinking() {
        turns(2);
        FrameworkChat framework = chat.framework();
        TurnHandle turn = framework.begin();
        ask(30);
        answer();
        turn = framework.append(turn, List.of(Message.user("And the tulips?")));
        List<Message> request = framework.view(turn).messages();
        assertThat(refused(request)).isEqualTo(-1);
        List<ToolCall> calls = List.of(new ToolCall("tulips", "stock", "{}"));
        turn = framework.append(turn, List.of(thought(Message.assistant("", calls), request)));
        turn = framework.append(turn, List.of(Message.toolResult("tulips", "stock", "None left.")));

        List<Message> next = framework.view(turn).messages();
        assertThat(refused(next)).isEqualTo(-1);
        assertThat(thinking(next)).as("two turns before, and the call").isEqualTo(3);
        framework.append(turn, List.of(thought(Message.assistant("None."), next)));
        ask(10);
        assertThat(refused(sent())).as("refused of %s", sent()).isEqualTo(-1);
    }

    @Test
    void systemPromptOfFrameworkBindsThinkingToItsTurn() {
        chat.framework().systemElsewhere();
        turns(1);
        ask(10);
        assertThat(thinking(sent())).as("finished turn").isZero();
        call(20);
        assertThat(thinking(sent())).as("tool loop").isEqualTo(1);
        answer();
        ask(10);
        assertThat(thinking(sent())).isZero();
    }

    @Test
    void thinkingGoesWhenSystemPromptChanges() {
        chat.framework().onlyLatestSystem();
        chat.append(Message.system("Be brief."));
        turns(3);

        chat.append(Message.system("Be brief and polite."));
        assertThat(thinking(sent())).isZero();
        turns(2);
        assertThat(thinking(sent())).isEqualTo(2);
    }

    @Test
    void thinkingGoesBehindEditedMessage() {
        turns(4);
        List<Message> edited = new ArrayList<>(sent());
        edited.set(edited.size() - 4, Message.user("Another question."));
        chat.framework().set(edited);
        ask(10);

        assertThat(refused(sent())).isEqualTo(-1);
        assertThat(chat.transcript().stream().filter(Message::hasThinking)).hasSize(4);
        chat = compressor(3_000).conversation("chat");
        assertThat(refused(sent())).isEqualTo(-1);
        answer();
        ask(10);
        assertThat(thinking(sent()))
                .as("two before the edited message, and the new one")
                .isEqualTo(3);
    }

    @Test
    void thinkingStaysBeforeShortenedEnd() {
        turns(4);
        List<Message> shortened = sent();
        chat.framework().set(shortened.subList(0, shortened.size() - 2));
        ask(10);

        assertThat(thinking(sent())).isEqualTo(3);
    }

    @Test
    @Tag("landing")
    void noRequestHasThinkingBehindAnotherPrefix() {
        FuzzCases.BOUND_THINKING.run(seed -> new BoundThinkingTest().chats(new Random(seed)));
    }

    private void chats(Random random) {
        chat.framework().onlyLatestSystem();
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; i < 60; i++) {
            ask(10 + random.nextInt(40));
            for (int calls = random.nextInt(8) - 4; calls > 0; calls--) {
                call(10 + random.nextInt(30));
            }
            answer();
            switch (random.nextInt(12)) {
                case 0 -> chat.compress();
                case 1 -> chat.prune();
                case 2 -> {
                    List<Entry> entries = chat.entries();
                    chat.erase(entries.get(random.nextInt(entries.size())).sequence());
                }
                case 3 -> chat.enabled(false);
                case 4 -> chat.enabled(true);
                case 5 -> {
                    long version = chat.record().map(CompressionRecord::version).orElse(0L);
                    if (version > 1) {
                        chat.rollback(version - 1);
                    }
                }
                case 6 -> {
                    chat = compressor(3_000).conversation("chat");
                    chat.framework().onlyLatestSystem();
                }
                case 7 -> chat.append(Message.system(Chats.SYSTEM + number));
                case 8 -> {
                    List<Message> edited = new ArrayList<>(sent());
                    int at = edited.size() - 1 - random.nextInt(Math.min(8, edited.size()));
                    if (edited.get(at).role() == Role.USER && chat.transcript().contains(edited.get(at))) {
                        edited.set(at, Message.user("Edited " + number));
                    }
                    chat.framework().set(edited);
                }
                default -> {}
            }
        }
        close();
    }
}
