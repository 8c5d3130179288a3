package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.RandomMessages;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.prune.Pruner;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Fillers and placeholders of views that are handed back, whichever view they are of. */
class MadeUpMessagesTest {
    private static final int CASES = 300;

    @Test
    void viewOfAnotherChatBringsItsMessagesOnly() {
        List<Message> said = List.of(
                Message.assistant("Welcome."),
                Message.assistant("What may I do?"),
                Message.user("Help me."),
                Message.user("Please."));
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .build()) {
            Conversation chat = compressor.conversation("chat");
            chat.append(said);
            List<Message> view = chat.view().messages().stream()
                    .filter(message -> message.role() != Role.SYSTEM)
                    .toList();
            assertThat(view).extracting(Message::text).contains(Repair.OPENING, Repair.CONTINUATION, Repair.NOTED);
            Conversation copy = compressor.conversation("copy");
            copy.framework().set(view);
            assertThat(copy.transcript()).extracting(Message::text).isEqualTo(texts(said));
        }
    }

    @Test
    void viewWithShortenedCallsBringsNothing() {
        SessionStore store = SessionStore.inMemory();
        CompressionPolicy policy = CompressionPolicy.forWindow(64_000);
        String file = "{\"path\":\"plan.md\",\"text\":\"" + "a rose a day ".repeat(200) + "\"}";
        try (SessionCompressor compressor =
                        SessionCompressor.builder().policy(policy).store(store).build();
                SessionCompressor unpruned = SessionCompressor.builder()
                        .policy(policy.withPrune(PruneOptions.defaults().withPruning(Pruning.OFF)))
                        .store(store)
                        .build()) {
            Conversation chat = compressor.conversation("chat");
            chat.append(
                    Message.user("Write the plan."),
                    Message.assistant("", List.of(new ToolCall("c", "write_file", file))),
                    Message.toolResult("c", "write_file", "written"),
                    Message.assistant("Done."));
            chat.append(Chats.turn(1, 900));
            chat.append(Chats.turn(2, 900));
            List<Message> said = chat.transcript();
            PruneOptions always = PruneOptions.defaults().withPruning(Pruning.KEEP_NONE);
            List<Message> shortened;
            try (SessionCompressor pruning = SessionCompressor.builder()
                    .policy(policy.withPrune(always))
                    .store(store)
                    .build()) {
                pruning.conversation("chat").prune();
                shortened = pruning.conversation("chat").view().messages();
            }
            assertThat(shortened).anyMatch(Pruner::isShortened);
            for (SessionCompressor each : List.of(compressor, unpruned)) {
                each.conversation("chat").view();
                each.conversation("chat").framework().set(shortened);
                assertThat(each.conversation("chat").transcript()).isEqualTo(said);
            }
        }
    }

    @Test
    void earlierViewBringsNothingMadeUp() {
        for (long seed = 0; seed < CASES; seed++) {
            setEarlierViews(seed);
        }
    }

    private static void setEarlierViews(long seed) {
        Random random = new Random(seed);
        CompressionPolicy policy = CompressionPolicy.forWindow(400 + random.nextInt(900))
                .withState(StateOptions.defaults().withAwareness(false))
                .withPrune(
                        PruneOptions.defaults().withPruning(random.nextBoolean() ? Pruning.KEEP_NONE : Pruning.AUTO));
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .tokenCounter(TokenCounter.characters(4))
                .executor(Runnable::run)
                .build()) {
            Conversation chat = compressor.conversation("chat");
            List<List<Message>> views = new ArrayList<>();
            RandomMessages broken = new RandomMessages(random);
            for (int step = 0; step < 14; step++) {
                chat.append(broken.chat(1 + random.nextInt(4)));
                if (random.nextInt(3) > 0) {
                    views.add(chat.view().messages());
                }
                if (!views.isEmpty() && random.nextInt(3) == 0) {
                    List<Message> view = views.get(random.nextInt(views.size()));
                    if (!view.isEmpty()) {
                        chat.framework().set(view);
                    }
                }
                assertThat(chat.transcript())
                        .as("seed %d", seed)
                        .noneMatch(message -> Repair.isFiller(message)
                                || message.text().startsWith("[result of ")
                                || message.text().startsWith("[error of "));
            }
        }
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream().map(Message::text).toList();
    }
}
