package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.RandomMessages;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.Segment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random compressions under random policies: segments return every message, and a search finds each by its unique text. */
@Tag("endurance")
@Tag("landing")
class ConversationReachFuzzTest {
    @Test
    void everyMessageEverCompressedIsReachable() {
        FuzzCases.CONVERSATION_REACH.run(seed -> new Case(new Random(seed)).run());
    }

    private static final class Case {
        private final Random random;
        private final SessionCompressor compressor;
        private final Conversation chat;
        private int said;

        Case(Random random) {
            this.random = random;
            CompressionPolicy base = CompressionPolicy.forWindow(1_500 + random.nextInt(4_000))
                    .withExecution(List.of(Execution.values()).get(random.nextInt(3)));
            this.compressor = SessionCompressor.builder()
                    .policy(base)
                    .executor(Runnable::run)
                    .build();
            this.chat = compressor.conversation("chat");
        }

        void run() {
            chat.append(Message.system("You sell garden tools."));
            RandomMessages words = new RandomMessages(random);
            for (int step = 0; step < 12; step++) {
                chat.append(named(words.wellFormedChat(1 + random.nextInt(6))));
                switch (random.nextInt(4)) {
                    case 0 -> chat.compress();
                    case 1 -> chat.prune();
                    default -> chat.view();
                }
                if (random.nextInt(6) == 0) {
                    List<Entry> there = chat.entries();
                    chat.erase(there.get(random.nextInt(there.size())).sequence());
                }
            }
            chat.compress();
            check();
            compressor.close();
        }

        private List<Message> named(List<Message> messages) {
            List<Message> named = new ArrayList<>();
            for (Message message : messages) {
                Message said = message.withText(
                        "n" + ++this.said + "x " + message.text() + " soil".repeat(random.nextInt(60)));
                named.add(random.nextInt(15) == 0 && message.role() == Role.USER ? said.withPinned(true) : said);
            }
            return named;
        }

        private void check() {
            Set<Long> shown = new HashSet<>();
            chat.view().parts().forEach(part -> shown.add(part.sequence()));
            Set<Long> back = new HashSet<>();
            for (Segment segment : chat.recall().segments()) {
                List<Entry> entries = chat.recall().expand(segment.id());
                assertThat(entries).extracting(Entry::sequence).isEqualTo(segment.sequences());
                entries.forEach(entry -> assertThat(back.add(entry.sequence())).isTrue());
            }
            for (Entry entry : chat.entries()) {
                boolean covered = entry.sequence() <= chat.status().boundary();
                if (entry.message().role() == Role.SYSTEM || !covered || shown.contains(entry.sequence())) {
                    continue;
                }
                assertThat(back).contains(entry.sequence());
                String name = entry.message()
                        .text()
                        .substring(0, entry.message().text().indexOf(' '));
                assertThat(chat.recall().search(name, 3))
                        .as(name)
                        .extracting(Hit::sequence)
                        .contains(entry.sequence());
            }
        }
    }
}
