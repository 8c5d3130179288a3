package io.github.sessioncompression.recall.vector;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.search.MessageSearch;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A chat in this process's memory, and a search that has a meaning store. */
abstract class MeaningStoreFixture {
    final SessionStore transcripts = SessionStore.inMemory();
    final MeaningStoreInMemory store = new MeaningStoreInMemory();
    final RecallOptions options = RecallOptions.defaults().withSecondSearch(VectorSearch.in(store));
    final MessageSearch search = new MessageSearch(transcripts, options);
    int keys;

    void say(String... texts) {
        sayIn("life", texts);
    }

    void sayIn(String life, String... texts) {
        long last = transcripts.head("chat").map(head -> head.lastSequence()).orElse(0L);
        transcripts.append("chat", life, last, "key" + ++keys, entries(last, texts));
    }

    static List<Entry> entries(long last, String... texts) {
        List<Entry> entries = new ArrayList<>();
        for (String text : texts) {
            entries.add(new Entry(last + entries.size() + 1, Message.user(text), 1));
        }
        return entries;
    }

    static List<Long> find(MessageSearch by, String query) {
        return by.search("chat", query, 10, 600, MessageSearch.ALL).stream()
                .map(Hit::sequence)
                .toList();
    }

    List<Long> find(String query) {
        return find(search, query);
    }

    void chat() {
        say("The owl sat on the roof.", "How nice.", "We cooked a stew for nine.", "Delicious.");
    }

    static String[] rows(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "Row " + i).toArray(String[]::new);
    }
}
