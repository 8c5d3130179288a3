package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages and rules that an application pins stay through fifty compressions by two processes, verbatim, in order, before the state. */
@Tag("landing")
class LastingChosenPinsTest {
    static final CompressionPolicy POLICY = CompressionPolicy.forWindow(8_000).withExecution(Execution.SYNC);

    @AutoClose
    private final Compressors open = new Compressors();

    private final SessionStore store = SessionStore.inMemory();

    private Conversation process(SessionCompressor.Builder builder) {
        return open.open(builder.policy(POLICY).store(store).executor(Runnable::run))
                .conversation("pins");
    }

    private Conversation process() {
        return process(SessionCompressor.builder());
    }

    private static void say(Conversation chat, int from, int turns) {
        for (int i = from; i < from + turns; i++) {
            chat.append(Chats.smallTalk(i, 40));
        }
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream().map(Message::text).toList();
    }

    private static List<Long> numbers(List<Entry> entries) {
        return entries.stream().map(Entry::sequence).toList();
    }

    /** Pins a message of every seventh generation and a rule of every eleventh; all of them stay in order in both processes. */
    static void lastsFiftyGenerations(Conversation one, Conversation other) {
        one.append(Message.system(Chats.SYSTEM));
        List<Long> pins = new ArrayList<>();
        List<String> pinned = new ArrayList<>();
        List<Message> head = one.view().messages();
        for (int generation = 0; generation < 50; generation++) {
            Conversation chat = generation % 2 == 0 ? one : other;
            say(chat, 4 * generation, 2);
            List<Entry> entries = chat.entries();
            Entry latest = entries.get(entries.size() - 2);
            if (generation % 7 == 0) {
                chat.pin(latest.sequence());
                pins.add(latest.sequence());
                pinned.add(latest.message().text());
            } else if (generation % 11 == 0) {
                chat.pin("Rule " + generation + ": no deliveries on a Friday.");
                pins.add(entries.get(entries.size() - 1).sequence() + 1);
                pinned.add("Rule " + generation + ": no deliveries on a Friday.");
            }
            say(chat, 4 * generation + 2, 2);
            assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
            for (Conversation each : List.of(one, other)) {
                assertThat(numbers(each.pins())).as("generation %s", generation).isEqualTo(pins);
                assertThat(texts(each.view().messages()))
                        .as("generation %s", generation)
                        .containsSubsequence(pinned);
            }
            assertThat(beforeState(one)).as("generation %s", generation).startsWith(head.toArray(new Message[0]));
            head = beforeState(other);
            assertThat(head).isEqualTo(beforeState(one));
            assertThat(texts(head)).containsSubsequence(pinned);
        }
    }

    private static List<Message> beforeState(Conversation chat) {
        View view = chat.view();
        int state = 0;
        while (view.parts().get(state).kind() != ViewPart.Kind.STATE) {
            state++;
        }
        return view.messages().subList(0, state);
    }

    @Test
    void pinsLastFiftyGenerationsOffline() {
        lastsFiftyGenerations(process(), process());
    }

    @Test
    void pinsLastFiftyGenerationsOfModelStates() {
        ScriptedModel model = new ScriptedModel();
        model.otherwise(request -> ModelAnswer.of(ScriptedModel.state("soil was ordered", "Orders.")));
        Conversation chat =
                process(SessionCompressor.builder().model(model).modelCalls(Runnable::run, new MutableTime()));

        lastsFiftyGenerations(chat, process());

        assertThat(model.requests()).hasSize(25);
        assertThat(chat.history()).anyMatch(record -> record.cause() == CompressionRecord.Cause.MODEL);
    }
}
