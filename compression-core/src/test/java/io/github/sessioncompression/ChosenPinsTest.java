package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Messages pinned by {@link Conversation#pin} stay verbatim until they are unpinned or erased, in every process. */
class ChosenPinsTest {
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(16_000).withExecution(Execution.SYNC);
    private static final String CHAT = "pins";

    @AutoClose
    private final Compressors open = new Compressors();

    private final SessionStore store = SessionStore.inMemory();
    private Conversation chat = process(POLICY);

    private SessionCompressor compressor(SessionCompressor.Builder builder) {
        return open.open(builder.store(store).executor(Runnable::run));
    }

    private Conversation process(CompressionPolicy policy) {
        return compressor(SessionCompressor.builder().policy(policy)).conversation(CHAT);
    }

    private static void say(Conversation chat, int from, int turns) {
        for (int i = from; i < from + turns; i++) {
            chat.append(Chats.turn(i, 40));
        }
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream().map(Message::text).toList();
    }

    private static List<Long> numbers(List<Entry> entries) {
        return entries.stream().map(Entry::sequence).toList();
    }

    private List<String> shown() {
        return texts(chat.view().messages());
    }

    private long last() {
        List<Entry> entries = chat.entries();
        return entries.get(entries.size() - 1).sequence();
    }

    private String text(long sequence) {
        return chat.entries().stream()
                .filter(entry -> entry.sequence() == sequence)
                .findFirst()
                .orElseThrow()
                .message()
                .text();
    }

    private void compress() {
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
    }

    @Test
    void pinOfShownMessageLeavesViewAsItIs() {
        say(chat, 0, 3);
        View before = chat.view();

        chat.pin(2);

        assertThat(chat.view().messages()).isEqualTo(before.messages());
        assertThat(chat.record().orElseThrow().lastSequence())
                .as("thinking stays")
                .isZero();
        say(chat, 3, 1);
        assertThat(chat.view().messages()).startsWith(before.messages().toArray(Message[]::new));
    }

    @Test
    void coveredMessageComesBackAtOnceInPlace() {
        say(chat, 0, 8);
        chat.pin(5);
        compress();
        String early = text(2);
        assertThat(shown()).contains(text(5)).doesNotContain(early);

        chat.pin(2);

        assertThat(shown()).containsSubsequence(early, text(5));
        assertThat(numbers(chat.pins())).containsExactly(2L, 5L);
        assertThat(texts(process(POLICY).view().messages())).isEqualTo(shown());
    }

    @Test
    void pinOfResultBringsBackItsCall() {
        chat.append(Chats.question(1, 10));
        chat.append(
                Message.assistant(
                        "", List.of(new ToolCall("a", "stock", "{}"), new ToolCall("b", "price", "{\"of\":\"pot\"}"))),
                Message.toolResult("a", "stock", "42 pots"),
                Message.toolResult("b", "price", "7 euros"),
                Chats.answer(1, 10));
        say(chat, 2, 6);
        compress();
        assertThat(shown()).doesNotContain("42 pots");

        chat.pin(4);

        assertThat(shown()).containsSequence("", "42 pots", "7 euros");
        assertThat(chat.record().orElseThrow().pinned()).containsExactly(2L, 3L, 4L);
        assertThat(numbers(chat.pins())).containsExactly(4L);
    }

    @Test
    void pinBringsBackLargeGroupWhole() {
        List<ToolCall> calls = new ArrayList<>();
        List<Message> turn = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            calls.add(new ToolCall("c" + i, "stock", "{\"bed\":" + i + "}"));
            turn.add(Message.toolResult("c" + i, "stock", "bed " + i));
        }
        turn.add(0, Message.assistant("", calls));
        turn.add(0, Chats.question(1, 10));
        turn.add(Chats.answer(1, 10));
        chat.append(turn);
        say(chat, 2, 6);
        compress();

        chat.pin(40);

        assertThat(texts(chat.view().messages())).containsSequence(texts(turn.subList(1, 62)));
        assertThat(chat.record().orElseThrow().pinned()).hasSize(61);
    }

    @Test
    void pinnedResultIsNeverPlaceholder() {
        chat = process(POLICY.withPrune(PruneOptions.defaults()
                .withProtectTokens(0)
                .withMinContextTokens(0)
                .withMinSavingsTokens(0)
                .withKeepLastTurns(0)));
        chat.append(Chats.question(1, 10));
        chat.append(
                Message.assistant("", List.of(new ToolCall("a", "stock", "{}"))),
                Message.toolResult("a", "stock", "pots of clay, ".repeat(200)),
                Chats.answer(1, 10));
        say(chat, 2, 3);
        chat.prune();
        String result = "pots of clay, ".repeat(200);
        assertThat(shown()).doesNotContain(result);

        chat.pin(3);
        assertThat(shown()).contains(result);
        chat.unpin(3);
        assertThat(shown()).doesNotContain(result);
    }

    @Test
    void unpinnedMessageGoesWithNextCompression() {
        say(chat, 0, 4);
        chat.append(Message.user("Rule: no deliveries on a Friday.").withPinned(true));
        chat.pin(3);
        String answer = text(3);
        say(chat, 4, 4);
        compress();
        chat.unpin(3);
        chat.unpin(9);
        assertThat(chat.pins()).isEmpty();
        assertThat(shown()).contains(answer);
        say(chat, 8, 3);

        compress();

        assertThat(shown()).doesNotContain(answer, "Rule: no deliveries on a Friday.");
        assertThat(chat.record().orElseThrow().pinned()).isEmpty();
    }

    @Test
    void rollbackKeepsPinsOfNow() {
        say(chat, 0, 6);
        compress();
        long version = chat.record().orElseThrow().version();
        chat.pin(2);
        say(chat, 6, 4);
        compress();

        chat.rollback(version);

        assertThat(numbers(chat.pins())).containsExactly(2L);
        assertThat(shown()).contains(text(2));
        chat.unpin(2);
        chat.rollback(chat.record().orElseThrow().version() - 1);
        assertThat(chat.pins()).isEmpty();
    }

    @Test
    void erasureDropsPin() {
        say(chat, 0, 6);
        chat.pin(2);
        chat.pin(4);
        String gone = text(2);
        compress();

        assertThat(chat.erase(2)).isTrue();

        assertThat(numbers(chat.pins())).containsExactly(4L);
        assertThat(shown()).doesNotContain(gone);
        assertThat(chat.record().orElseThrow().chosen().pinned()).containsExactly(4L);
    }

    @Test
    void importedCopyKeepsPins() {
        say(chat, 0, 6);
        chat.pin(2);
        compress();
        chat.pin(last());
        chat.append(Message.user("pinned by itself").withPinned(true));
        chat.unpin(last());
        String json = chat.export();
        SessionCompressor other = open.open(SessionCompressor.builder().policy(POLICY));

        Conversation copy = other.importConversation("copy", json);

        assertThat(copy.pins()).isEqualTo(chat.pins()).hasSize(2);
        assertThat(texts(copy.view().messages())).isEqualTo(shown());
    }

    @Test
    void handedBackViewKeepsPins() {
        chat.append(Message.system(Chats.SYSTEM));
        say(chat, 0, 6);
        chat.pin(2);
        compress();
        chat.pin(4);
        say(chat, 6, 2);
        chat.pin(last());
        List<Message> view = chat.view().messages();
        List<String> pinned = texts(chat.pins().stream().map(Entry::message).toList());
        long version = chat.record().orElseThrow().version();
        List<Message> plain =
                view.stream().map(message -> message.withPinned(false)).toList();

        chat.framework().set(plain);
        assertThat(chat.record().orElseThrow().version()).isEqualTo(version);

        assertThat(shown()).isEqualTo(texts(view));
        assertThat(texts(chat.pins().stream().map(Entry::message).toList())).isEqualTo(pinned);
        say(chat, 9, 4);
        compress();
        assertThat(shown()).containsSubsequence(pinned);
    }

    @Test
    void editOfEarlierViewKeepsLaterPin() {
        say(chat, 0, 6);
        compress();
        say(chat, 6, 2);
        List<Message> view = new ArrayList<>(chat.view().messages());
        chat.pin(2);
        compress();
        view.set(view.size() - 1, Message.assistant("Rather so."));

        chat.framework().set(view);

        assertThat(shown()).contains(text(2), "Rather so.");
        assertThat(numbers(chat.pins())).containsExactly(2L);
    }

    @Test
    void pinDuringCompressionHolds() {
        ScriptedModel model = new ScriptedModel();
        model.otherwise(request -> {
            process(POLICY).pin(2);
            return ModelAnswer.of(ScriptedModel.state("soil was ordered", "Orders."));
        });
        chat = compressor(SessionCompressor.builder()
                        .policy(POLICY)
                        .model(model)
                        .modelCalls(Runnable::run, new MutableTime()))
                .conversation(CHAT);
        say(chat, 0, 6);
        String pinned = text(2);

        chat.compress();

        assertThat(shown()).contains(pinned);
        assertThat(numbers(chat.pins())).containsExactly(2L);
    }

    @Test
    void repeatedPinMakesNoRecord() {
        say(chat, 0, 3);
        chat.pin(2);
        CompressionRecord record = chat.record().orElseThrow();
        chat.pin(2);
        chat.unpin(3);

        assertThat(chat.record()).contains(record);
        assertThat(record.cause()).isEqualTo(CompressionRecord.Cause.PINNED);
    }
}
