package io.github.sessioncompression.recall.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.search.MessageSearch;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Head;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two processes search chats that grow, are edited, lose messages, are cleared and begun again, while the store fails now and then: in the end it
 * has just what the chats say.
 */
class MeaningStoreFuzzTest {
    private static final int STEPS = 150;

    private final SessionStore transcripts = SessionStore.inMemory();
    private final MeaningStoreInMemory store = new MeaningStoreInMemory();
    private final RecallOptions options = RecallOptions.defaults().withSecondSearch(VectorSearch.in(store));
    private final MessageSearch[] processes = {search(), search()};
    private int said;

    private MessageSearch search() {
        return new MessageSearch(transcripts, options);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void containsExactlyTextsOfChats(long seed) {
        Random random = new Random(seed);
        boolean failing = seed % 2 == 0;
        for (int step = 0; step < STEPS; step++) {
            store.before(() -> {
                if (failing && random.nextInt(8) == 0) {
                    throw new IllegalStateException();
                }
            });
            step("chat" + random.nextInt(2), random);
        }
        store.before(() -> {});
        List<String> expected = new ArrayList<>();
        for (String chat : List.of("chat0", "chat1")) {
            find(processes[0], chat);
            find(processes[1], chat);
            find(processes[0], chat);
            transcripts
                    .load(chat, 0, 100_000)
                    .forEach(entry -> expected.add(entry.message().text()));
        }

        assertThat(store.texts()).as("seed %s", seed).containsAll(expected);
        if (!failing) {
            assertThat(store.texts()).as("seed %s", seed).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private void step(String chat, Random random) {
        Head head = transcripts.head(chat).orElse(new Head("life" + ++said, 0, 0, 0, 0));
        MessageSearch process = processes[random.nextInt(2)];
        switch (random.nextInt(10)) {
            case 0 -> {
                long keep = random.nextLong(head.lastSequence() + 1);
                transcripts.replaceAfter(chat, head, keep, "life" + ++said, said(head, random));
            }
            case 1 -> {
                long sequence = 1 + random.nextLong(head.lastSequence() + 1);
                transcripts.erase(chat, sequence);
                process.erased(chat, List.of(sequence));
            }
            case 2 -> {
                if (random.nextInt(3) == 0) {
                    transcripts.delete(chat);
                    process.cleared(chat);
                }
            }
            case 3 -> processes[random.nextInt(2)] = search();
            case 4, 5, 6 ->
                transcripts.append(chat, head.incarnation(), head.lastSequence(), "key" + ++said, said(head, random));
            default -> find(process, chat);
        }
    }

    private List<Entry> said(Head head, Random random) {
        List<Entry> entries = new ArrayList<>();
        int count = 1 + random.nextInt(random.nextBoolean() ? 3 : 40);
        for (int i = 1; i <= count; i++) {
            entries.add(new Entry(head.lastSequence() + i, Message.user("Bird number " + ++said), 1));
        }
        return entries;
    }

    private void find(MessageSearch search, String chat) {
        List<Long> there =
                transcripts.load(chat, 0, 100_000).stream().map(Entry::sequence).toList();
        assertThat(search.search(chat, "owl", 10, 600, MessageSearch.ALL))
                .extracting(Hit::sequence)
                .isSubsetOf(there);
    }
}
