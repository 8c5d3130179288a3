package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.MeaningStore.Found;
import io.github.sessioncompression.recall.MeaningStore.Passage;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Head;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one conversation's passages in a {@link MeaningStore}, labelled with the sequence numbers of their messages.
 *
 * <p>The progress, the last sequence number added, is an entry of its own in the store, so that another process goes on from there. It
 * names the conversation's incarnation: after an edit or a new beginning all passages are removed and added anew. So are they after a
 * removal that failed. A message that is erased while it is added is removed by whoever added it. Safe for use by many threads; one adds at
 * a time. What the stores throw passes through.
 */
final class PassageSync {
    private static final int PAGE = 64;
    private static final int LIMIT = 200;

    private final MeaningStore store;
    private final SessionStore transcripts;
    private final String conversationId;
    private final String group;
    private final String progressGroup;
    private final AtomicBoolean filling = new AtomicBoolean();
    /** The incarnation that {@link #through} belongs to; {@code null} if it is to be read from the store. */
    private @Nullable String incarnation;

    private long through;
    private boolean unclean;

    PassageSync(MeaningStore store, SessionStore transcripts, String conversationId) {
        this.store = store;
        this.transcripts = transcripts;
        this.conversationId = conversationId;
        this.group = group(conversationId);
        this.progressGroup = uuid("progress", conversationId).replace("-", "");
    }

    /** The group of a conversation's passages. */
    static String group(String conversationId) {
        return uuid("passages", conversationId).replace("-", "");
    }

    private static String uuid(String space, String name) {
        return UUID.nameUUIDFromBytes((space + "\n" + name).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private @Nullable Head head() {
        return transcripts.head(conversationId).orElse(null);
    }

    /** The number of sequence numbers that are not in the store yet. */
    synchronized long behind() {
        Head head = head();
        if (head == null) {
            return 0;
        }
        if (!head.incarnation().equals(incarnation)) {
            through = unclean ? 0 : progress(head);
            if (through == 0) {
                store.removeAll(group);
            }
            unclean = false;
            incarnation = head.incarnation();
        }
        return head.lastSequence() - through;
    }

    /** The progress that the store has of this life of the conversation, 0 if none. */
    private long progress(Head head) {
        String suffix = progressLabel("", head);
        for (Found found : store.nearest(progressGroup, progressGroup, 1)) {
            if (found.group().equals(progressGroup) && found.label().endsWith(suffix)) {
                long known = number(found.label().substring(0, found.label().length() - suffix.length()));
                return known > head.lastSequence() ? 0 : known;
            }
        }
        return 0;
    }

    private static String progressLabel(Object through, Head head) {
        return through + ":" + uuid("life", head.incarnation());
    }

    private static long number(String label) {
        return label.matches("[0-9]{1,18}") ? Long.parseLong(label) : 0;
    }

    /** Adds what is missing, unless another thread is at it. */
    void fill() {
        if (filling.compareAndSet(false, true)) {
            try {
                while (behind() > 0 && addPage(head(), progress())) {
                    // the next page
                }
            } finally {
                filling.set(false);
            }
        }
    }

    private synchronized long progress() {
        return through;
    }

    /** Adds the next page; false if the conversation has changed meanwhile. */
    private boolean addPage(@Nullable Head before, long from) {
        if (before == null) {
            return false;
        }
        // With the message before the page, which may ask for a secret.
        List<Entry> read = transcripts.load(conversationId, Math.max(0, from - 1), PAGE);
        List<Passage> passages = new ArrayList<>();
        for (Entry entry : new Redaction(Redactor.secretsOnly()).hide(read)) {
            if (entry.sequence() > from) {
                passages.addAll(passages(entry));
            }
        }
        inBatches(passages, MeaningStore.MAX_PASSAGES, store::add);
        Head after = head();
        if (after == null || !after.incarnation().equals(before.incarnation())) {
            cleared();
            return false;
        }
        if (after.revision() != before.revision()) {
            Set<Long> gone = new HashSet<>();
            read.forEach(entry -> gone.add(entry.sequence()));
            transcripts.load(conversationId, from, PAGE).forEach(entry -> gone.remove(entry.sequence()));
            remove(List.copyOf(gone));
        }
        boolean last = read.size() < PAGE;
        return advance(
                before, last ? before.lastSequence() : read.get(read.size() - 1).sequence());
    }

    private synchronized boolean advance(Head head, long to) {
        if (!head.incarnation().equals(incarnation)) {
            return false;
        }
        through = to;
        store.add(List.of(
                new Passage(passageId(progressGroup, 0, 0), progressGroup, progressLabel(to, head), progressGroup)));
        return true;
    }

    private List<Passage> passages(Entry entry) {
        List<Passage> passages = new ArrayList<>();
        if (entry.message().role() != Role.SYSTEM && !RecallTool.isEcho(entry.message())) {
            for (String text : Passages.of(entry.message())) {
                String id = passageId(group, entry.sequence(), passages.size());
                passages.add(new Passage(id, group, Long.toString(entry.sequence()), text));
            }
        }
        return passages;
    }

    static String passageId(String group, long sequence, int place) {
        return uuid(group, sequence + "/" + place);
    }

    private static <T> void inBatches(List<T> all, int most, Consumer<List<T>> action) {
        for (int i = 0; i < all.size(); i += most) {
            action.accept(List.copyOf(all.subList(i, Math.min(all.size(), i + most))));
        }
    }

    /** The scores of the messages nearest to a query, by sequence number. */
    Map<Long, Double> nearest(String query) {
        Map<Long, Double> scores = new HashMap<>();
        String text = Passages.head(query);
        if (text.isBlank()) {
            return scores;
        }
        for (Found found : store.nearest(group, text, LIMIT)) {
            if (found.group().equals(group) && Double.isFinite(found.score())) {
                scores.merge(number(found.label()), found.score(), Math::max);
            }
        }
        if (scores.isEmpty() && progress() > 0) { // the store has lost them
            forget();
        }
        return scores;
    }

    private synchronized void forget() {
        incarnation = null;
        unclean = true;
    }

    /** Removes the passages of messages. */
    void remove(List<Long> sequences) {
        List<String> ids = new ArrayList<>();
        for (long sequence : sequences) {
            for (int place = 0; place < Passages.MAX; place++) {
                ids.add(passageId(group, sequence, place));
            }
        }
        try {
            inBatches(ids, MeaningStore.MAX_IDS, store::remove);
        } catch (RuntimeException e) {
            forget();
            throw e;
        }
    }

    /** Removes all passages of the conversation. */
    void cleared() {
        forget();
        store.removeAll(group);
        store.removeAll(progressGroup);
    }
}
