package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.recall.MeaningStore.Found;
import io.github.sessioncompression.recall.MeaningStore.Passage;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The entries in a meaning store that say how far one conversation is there. All have one text, by which they are found. */
final class StoreMarks {
    private static final int LIMIT = 16;

    private static final int PAGE = 64;

    private final MeaningStore store;
    private final SessionStore transcripts;
    private final String conversationId;
    private final String group;

    StoreMarks(MeaningStore store, SessionStore transcripts, String conversationId) {
        this.store = store;
        this.transcripts = transcripts;
        this.conversationId = conversationId;
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

    /**
     * A mark as it is for the transcript in its present incarnation; {@code null} if it is of another transcript. All that is left of what it
     * covers is in the store, for no sequence number is used again.
     */
    @Nullable
    StoreMark held(StoreMark candidate, Head head, String at) {
        if (candidate.at().equals(at)) {
            return candidate;
        }
        PassageLabel last = null;
        for (PassageLabel message : candidate.messages()) {
            List<Entry> there = transcripts.load(conversationId, message.sequence() - 1, 1);
            if (!there.isEmpty() && there.get(0).sequence() == message.sequence()) {
                if (PassageNames.print(there.get(0).message()) != message.print()) {
                    return null;
                }
                last = message;
            }
        }
        return last == null || candidate.through() > head.lastSequence() ? null : candidate.at(at, last);
    }

    /** What an edit took away of what a mark covers, behind the last message that the mark names. */
    List<Long> missing(StoreMark of) {
        long next = of.messages().get(of.messages().size() - 1).sequence() + 1;
        List<Long> missing = new ArrayList<>();
        while (next <= of.through()) {
            List<Entry> page = transcripts.load(conversationId, next - 1, PAGE);
            for (Entry entry : page) {
                for (; next < entry.sequence() && next <= of.through(); next++) {
                    missing.add(next);
                }
                next = entry.sequence() + 1;
            }
            for (; page.isEmpty() && next <= of.through(); next++) {
                missing.add(next);
            }
        }
        return missing;
    }

    /** What a store has answered; one that breaks its word fails. */
    static List<Found> answer(@Nullable List<Found> answer) {
        return Objects.requireNonNull(answer, "answer");
    }
}
