package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.MessageSearch;
import io.github.sessioncompression.recall.Searched;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes share the words of chats that change under them. */
@Tag("endurance")
@Tag("landing")
class FullTextSearchFuzzTest extends FullTextSearchFixture {
    private static final List<String> WORDS = List.of(
            "heron",
            "herons",
            "mill",
            "miller",
            "nested",
            "nesting",
            "Mühle",
            "Reiger",
            "цапля",
            "гнездо",
            "苍鹭",
            "水車",
            "river",
            "boat",
            "boats",
            "boating",
            "shed",
            "colour",
            "is",
            "the",
            "what",
            "I",
            "you",
            "14",
            "March",
            "?",
            "O'Hara",
            "weir-keeper",
            "harbour_master",
            "counsel",
            "counsellor",
            "counselling");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void bothFindWhatAnIndexInMemoryFinds(long seed) {
        Random random = new Random(seed);
        List<MessageSearch> processes = List.of(search, searchOf(builder().build()));
        Instant now = Instant.parse("2025-03-04T05:06:07Z");
        int lives = 0;
        for (int step = 0; step < 60; step++) {
            switch (random.nextInt(12)) {
                case 0 -> erase(random);
                case 1 -> replace(random, "life " + ++lives);
                case 2 -> {
                    if (random.nextInt(4) == 0) {
                        store.delete(CHAT);
                        memory.delete(CHAT);
                    }
                }
                default -> {
                    Message[] messages = new Message[1 + random.nextInt(40)];
                    for (int i = 0; i < messages.length; i++) {
                        now = now.plusSeconds(random.nextInt(20) == 0 ? 4_000 : random.nextInt(90));
                        messages[i] = message(random, now);
                    }
                    append(CHAT, messages);
                }
            }
            MessageSearch process = processes.get(random.nextInt(2));
            findsTheSame(process, CHAT, said(random, 4));
            assertThat(process.segments(CHAT, Searched.ALL))
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(local.segments(CHAT, Searched.ALL));
        }
    }

    private void erase(Random random) {
        long sequence = random.nextLong(1, 200);
        assertThat(store.erase(CHAT, sequence)).isEqualTo(memory.erase(CHAT, sequence));
    }

    private void replace(Random random, String life) {
        Head head = memory.head(CHAT).orElse(null);
        if (head != null) {
            long keep = Math.max(0, head.lastSequence() - random.nextInt(30));
            List<Entry> entries = List.of(new Entry(head.lastSequence() + 1, Message.user(said(random, 9)), 1));
            for (SessionStore each : List.of(store, memory)) {
                assertThat(each.replaceAfter(CHAT, head.incarnation(), head.lastSequence(), keep, life, entries))
                        .isTrue();
            }
        }
    }

    private static Message message(Random random, Instant now) {
        String text = said(random, 1 + random.nextInt(25));
        Message message =
                switch (random.nextInt(5)) {
                    case 0, 1 -> Message.user(text).withName(random.nextBoolean() ? "Tove" : "Magnus");
                    case 2 -> Message.toolResult("c", "lookup", text);
                    case 3 -> random.nextInt(9) == 0 ? Message.system(text) : Message.assistant(text);
                    default -> Message.assistant(text);
                };
        return random.nextInt(5) == 0 ? message : message.withTimestamp(now);
    }

    /** No word more often than the database counts exactly. */
    private static String said(Random random, int words) {
        List<String> shuffled = new ArrayList<>(WORDS);
        shuffled.addAll(WORDS);
        Collections.shuffle(shuffled, random);
        return String.join(" ", shuffled.subList(0, words));
    }

    /** Whoever is slower goes on from what the other has added, and what is erased meanwhile is found by nobody afterwards. */
    @Test
    void manyAtOnceAddEachMessageOnceWhileOthersAppendAndErase() throws Exception {
        for (int i = 0; i < 300; i++) {
            append(CHAT, Message.user("Message " + i + " speaks of bird number" + i));
        }
        int threads = 6;
        ExecutorService pool = Executors.newFixedThreadPool(threads + 2);
        List<Future<?>> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            MessageSearch process = searchOf(builder().build());
            all.add(pool.submit(() -> {
                for (int i = 0; i < 15; i++) {
                    find(process, CHAT, "bird number" + i);
                }
            }));
        }
        all.add(pool.submit(() -> {
            for (int i = 300; i < 340; i++) {
                append(CHAT, Message.user("Message " + i + " speaks of bird number" + i));
            }
        }));
        all.add(pool.submit(() -> {
            for (long erased = 10; erased < 60; erased += 10) {
                assertThat(store.erase(CHAT, erased)).isTrue();
                memory.erase(CHAT, erased);
            }
        }));
        for (Future<?> each : all) {
            each.get();
        }
        pool.shutdown();

        findsTheSame("bird number7", "bird number9", "message 339");
        assertThat(find(CHAT, "number9")).extracting(Hit::sequence).doesNotContain(10L);
        assertThat(POOL.rows("SELECT count(*) FROM " + PREFIX + "search_message"))
                .containsExactly("335");
        assertThat(kept())
                .doesNotContain("number9'")
                .doesNotContain("number19'")
                .contains("number18'");
    }
}
