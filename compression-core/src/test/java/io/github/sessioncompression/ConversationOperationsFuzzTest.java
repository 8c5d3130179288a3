package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every operation, at random, by two processes over one store: no original is ever lost, and nothing that was erased is seen
 * again.
 */
@Tag("endurance")
class ConversationOperationsFuzzTest {
    @Test
    void noOriginalIsLostAndNoErasedOneIsSeenAgain() {
        FuzzCases.CONVERSATION_OPERATIONS.run(seed -> new Case(new Random(seed)).run());
    }

    private static final class Case {
        private final Random random;
        private final CompressionPolicy policy;
        private SessionStore store = SessionStore.inMemory();
        private final List<Conversation> processes = new ArrayList<>();
        /** Expected messages by sequence number; each text is unique. */
        private final Map<Long, Message> there = new TreeMap<>();

        private final List<String> erased = new ArrayList<>();
        private int said;
        private long last;

        Case(Random random) {
            this.random = random;
            CompressionPolicy base = CompressionPolicy.forWindow(1_500 + random.nextInt(4_000))
                    .withExecution(List.of(Execution.values()).get(random.nextInt(3)));
            this.policy = base.withState(
                    base.state().withHistoryTools(random.nextBoolean()).withSegmentShare(0.3));
        }

        private Conversation process() {
            return SessionCompressor.builder()
                    .policy(policy)
                    .store(store)
                    .executor(Runnable::run)
                    .build()
                    .conversation("chat");
        }

        private Conversation any() {
            return processes.get(random.nextInt(processes.size()));
        }

        void run() {
            processes.add(process());
            processes.add(process());
            append(any(), Message.system("You sell garden tools."));
            for (int step = 0; step < 40; step++) {
                step();
                assertThat(any().entries()).containsExactlyElementsOf(entries());
            }
            for (Conversation chat : processes) {
                check(chat);
            }
        }

        private List<Entry> entries() {
            List<Entry> entries = new ArrayList<>();
            Map<Long, Integer> tokens = new TreeMap<>();
            processes.get(0).entries().forEach(entry -> tokens.put(entry.sequence(), entry.tokens()));
            there.forEach(
                    (sequence, message) -> entries.add(new Entry(sequence, message, tokens.getOrDefault(sequence, 0))));
            return entries;
        }

        private void step() {
            Conversation chat = any();
            switch (random.nextInt(14)) {
                case 0, 1, 2, 3, 4 -> turn(chat);
                case 5 -> repeated(chat);
                case 6, 7 -> check(chat);
                case 8 -> compress(chat);
                case 9 -> chat.prune();
                case 10 -> Calls.refuseAtTheWindow(chat, chat.view().messages());
                case 11 -> erase(chat);
                case 12 -> rollback(chat);
                default -> move(chat);
            }
        }

        private void compress(Conversation chat) {
            if (random.nextBoolean()) {
                chat.compress();
            } else {
                chat.compressAll(Focus.none());
            }
        }

        private String words() {
            said++;
            return "Order number n" + said + "n for plot " + random.nextInt(90) + " needs "
                    + "soil ".repeat(random.nextInt(60)) + "and rakes.";
        }

        private void turn(Conversation chat) {
            if (random.nextInt(3) == 0) {
                List<Message> tools = new ArrayList<>(Chats.anyToolTurn(random, 1_000 + said, 5 + random.nextInt(80)));
                tools.replaceAll(
                        message -> message.text().isEmpty() ? message : message.withText(words() + message.text()));
                append(chat, tools.toArray(new Message[0]));
            } else {
                Message user = Message.user(words());
                append(chat, random.nextInt(12) == 0 ? user.withPinned(true) : user);
                append(chat, Message.assistant(words()));
            }
        }

        private void append(Conversation chat, Message... messages) {
            chat.append(messages);
            for (Message message : messages) {
                there.put(++last, message);
            }
        }

        /** A caller that has not heard of its success repeats it, here or elsewhere, at once or later. */
        private void repeated(Conversation chat) {
            String key = "key" + said;
            Message message = Message.user(words());
            chat.append(List.of(message), key);
            there.put(++last, message);
            if (random.nextBoolean()) {
                turn(any());
            }
            any().append(List.of(message), key);
        }

        private void erase(Conversation chat) {
            List<Long> places = new ArrayList<>(there.keySet());
            places.remove(1L);
            if (places.isEmpty()) {
                return;
            }
            long place = places.get(random.nextInt(places.size()));
            String text = Objects.requireNonNull(there.get(place)).text();
            assertThat(chat.erase(place)).isTrue();
            assertThat(chat.erase(place)).isFalse();
            there.remove(place);
            if (text.contains("Order number n")) {
                String rest = text.substring(text.indexOf("number n") + 7);
                erased.add(rest.substring(0, rest.indexOf(' ')));
            }
        }

        private void rollback(Conversation chat) {
            List<CompressionRecord> history = chat.history();
            if (!history.isEmpty()) {
                chat.rollback(history.get(random.nextInt(history.size())).version());
            }
        }

        /** The conversation goes on somewhere else, as the document says. */
        private void move(Conversation chat) {
            String document = chat.export();
            List<Message> shown = Peek.at(policy, store, "chat");
            store = SessionStore.inMemory();
            processes.clear();
            SessionCompressor elsewhere = SessionCompressor.builder()
                    .policy(policy)
                    .store(store)
                    .executor(Runnable::run)
                    .build();
            processes.add(elsewhere.importConversation("chat", document));
            processes.add(process());
            assertThat(Peek.at(policy, store, "chat")).isEqualTo(shown);
        }

        private void check(Conversation chat) {
            View view = chat.view();
            ValidSequence.check(view.messages());
            assertThat(view.complete()).isTrue();
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < view.messages().size(); i++) {
                Message message = view.messages().get(i);
                text.append(message.text()).append('\n');
                ViewPart part = view.parts().get(i);
                if (part.kind() == ViewPart.Kind.ORIGINAL || part.kind() == ViewPart.Kind.PINNED) {
                    assertThat(message).isEqualTo(there.get(part.sequence()));
                }
            }
            for (String gone : erased) {
                assertThat(text.toString()).doesNotContain(gone);
            }
        }
    }
}
