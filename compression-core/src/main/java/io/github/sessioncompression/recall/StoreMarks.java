package io.github.sessioncompression.recall;

import io.github.sessioncompression.recall.MeaningStore.Found;
import io.github.sessioncompression.recall.MeaningStore.Passage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The entries in a meaning store that say how far one conversation is there. All have one text, by which they are found. */
final class StoreMarks {
    private static final int LIMIT = 16;

    private final MeaningStore store;
    private final String group;

    StoreMarks(MeaningStore store, String conversationId) {
        this.store = store;
        this.group = PassageNames.marks(conversationId);
    }

    /** Those that are there: one, or after a failure several. */
    List<StoreMark> find() {
        List<StoreMark> marks = new ArrayList<>();
        for (Found each : answer(store.nearest(group, text(), LIMIT))) {
            StoreMark of = each != null && each.group().equals(group) ? StoreMark.of(each.label()) : null;
            if (of != null && marks.size() < LIMIT && !marks.contains(of)) {
                marks.add(of);
            }
        }
        return marks;
    }

    void add(StoreMark mark) {
        store.add(List.of(new Passage(id(mark), group, mark.written(), text())));
    }

    /** The id of its entry. */
    String id(StoreMark mark) {
        return PassageNames.markId(group, mark.life(), mark.through());
    }

    private String text() {
        return "Conversation " + group;
    }

    /** What a store has answered; one that breaks its word fails. */
    static List<Found> answer(@Nullable List<Found> answer) {
        return Objects.requireNonNull(answer, "answer");
    }
}
