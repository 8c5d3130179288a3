package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WordIndex;
import io.github.sessioncompression.store.WordIndex.Indexed;
import io.github.sessioncompression.store.WordIndex.Line;
import io.github.sessioncompression.store.WordIndex.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The index of one conversation whose terms are in its store; of each message only a line is in memory.
 *
 * <p>Each look reads the lines that other processes have added, and adds what nobody has, in steps of which each is kept by itself: what a
 * process that is killed has added is there for the next one. Where others are faster it goes on from what they have added. Not thread-safe.
 */
final class StoredIndex {
    /** So many messages are read at a time. */
    private static final int PAGE = 200;

    /** One step has so many different terms of messages, unless one message has more. */
    private static final int TERMS_A_STEP = 50_000;

    private static final int LINES = 5_000;

    /** A line is read so much faster than a message is taken in. */
    private static final int LINES_A_MESSAGE = 20;

    private static final int TRIES = 100;

    private final SessionStore store;
    private final WordIndex words;
    private final String conversationId;
    private final RecallOptions options;
    private ConversationIndex index;
    private @Nullable StoredTerms terms;
    private long number;

    StoredIndex(SessionStore store, WordIndex words, String conversationId, RecallOptions options) {
        this.store = store;
        this.words = words;
        this.conversationId = conversationId;
        this.options = options;
        this.index = empty();
    }

    private ConversationIndex empty() {
        terms = null;
        return new ConversationIndex(options, new HeldTerms());
    }

    /** About how many messages would be taken in until it is up to date. */
    long behind(Head head) {
        Optional<Standing> standing = standing(head);
        long unread = standing.isPresent() && isOf(standing.get())
                ? 0
                : standing.map(Standing::through).orElse(0L) / LINES_A_MESSAGE;
        return unread + head.lastSequence() - standing.map(Standing::through).orElse(0L);
    }

    private Optional<Standing> standing(Head head) {
        return words.standing(conversationId).filter(it -> it.isOf(head, ConversationIndex.ANALYSIS));
    }

    private boolean isOf(Standing standing) {
        return terms != null && number == standing.number();
    }

    /**
     * The index as the conversation is now.
     *
     * @throws IllegalStateException if others change the conversation all the time
     */
    ConversationIndex upToDate() {
        for (int i = 0; i < TRIES; i++) {
            Head head = store.head(conversationId).orElse(null);
            if (head == null) {
                index = empty();
                return index;
            }
            if (isBrought(head)) {
                return index;
            }
        }
        throw new IllegalStateException("the words of conversation '" + conversationId
                + "' could not be kept: it was changed during each of " + TRIES + " tries");
    }

    private boolean isBrought(Head head) {
        Standing standing = standing(head)
                .or(() -> words.begin(conversationId, head, ConversationIndex.ANALYSIS))
                .orElse(null);
        if (standing == null) {
            return false;
        }
        StoredTerms known = terms;
        if (known == null || !isOf(standing)) {
            known = new StoredTerms(words, standing);
            index = new ConversationIndex(options, known);
            number = standing.number();
        }
        // Until all is done: what fails half-way is read anew.
        terms = null;
        readLines(standing);
        if (!isAdded(standing, head, known)) {
            return false;
        }
        known.upTo(index.messages().size());
        terms = known;
        return true;
    }

    private void readLines(Standing standing) {
        List<Line> page;
        do {
            page = words.lines(standing, index.messages().size(), LINES);
            page.forEach(index::restore);
        } while (page.size() == LINES);
    }

    /** Adds what nobody has added; whether nobody did so meanwhile. */
    private boolean isAdded(Standing standing, Head head, StoredTerms added) {
        Standing now = standing;
        List<Indexed> step = new ArrayList<>();
        int size = 0;
        while (now.through() < head.lastSequence()) {
            List<Entry> page = store.load(conversationId, now.through(), PAGE);
            if (page.isEmpty()) {
                return true;
            }
            seeAgain();
            for (int i = 0; i < page.size(); i++) {
                long sequence = page.get(i).sequence();
                Line line = index.add(page.get(i));
                if (line != null) {
                    Map<String, Integer> taken = added.taken();
                    step.add(new Indexed(line, taken));
                    size += taken.size();
                }
                if (size > TERMS_A_STEP || i == page.size() - 1) {
                    if (!words.add(conversationId, now, index.messages().size() - step.size(), sequence, step)) {
                        return false;
                    }
                    now = now.through(sequence);
                    step = new ArrayList<>();
                    size = 0;
                }
            }
        }
        return true;
    }

    /** The segmenter has not seen the lines that were read. */
    private void seeAgain() {
        OptionalLong from = index.offCourseFrom();
        if (from.isEmpty()) {
            return;
        }
        long last = index.messages().sequence(index.messages().size() - 1);
        List<Entry> again = new ArrayList<>();
        long after = from.getAsLong() - 1;
        while (after < last) {
            List<Entry> page = store.load(conversationId, after, PAGE);
            if (page.isEmpty()) {
                break;
            }
            page.stream().filter(entry -> entry.sequence() <= last).forEach(again::add);
            after = page.get(page.size() - 1).sequence();
        }
        index.seeAgain(again);
    }
}
