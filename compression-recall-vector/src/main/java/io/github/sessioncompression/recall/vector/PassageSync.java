package io.github.sessioncompression.recall.vector;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.recall.vector.MeaningStore.Found;
import io.github.sessioncompression.recall.vector.MeaningStore.Passage;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.text.Letters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one conversation's passages in a {@link MeaningStore}, labelled with the sequence numbers of their messages.
 *
 * <p><b>Algorithm</b> of adding.
 * <ol>
 *   <li>The progress is an entry of its own in the store, the last sequence number added with the conversation's incarnation, so that another process
 *       continues from there. For another incarnation, or after a removal that failed, all passages are removed and added again.
 *   <li>Pages of 64 messages are read, secrets are taken out, and passages and progress are added.
 *   <li>Then the head is read again: a message that was erased while it was added is removed by the thread that added it.
 * </ol>
 *
 * <p><b>Does nothing when</b> another thread adds, or more is missing than the caller waits for. <b>Threads:</b> safe for use by many; one adds at a time.
 * <b>On failure</b> exceptions of the stores are thrown through.
 */
final class PassageSync {
    private static final int PAGE = 64;
    private static final int LIMIT = 200;

    private final MeaningStore store;
    private final SessionStore transcripts;
    private final String conversationId;
    private final String group;
    private final String progressGroup;
    private final ReentrantLock filling = new ReentrantLock();
    private String incarnation = "";
    private volatile long through;
    /** True if the store may have other passages than it should. */
    private volatile boolean unclean;

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

    static String passageId(String group, long sequence, int place) {
        return uuid(group, sequence + "/" + place);
    }

    private static String uuid(String space, String name) {
        return UUID.nameUUIDFromBytes((space + "\n" + name).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** Adds the messages that are missing, unless another thread is at it; false if they are more than {@code most}, so none was added. */
    boolean fill(long most) {
        if (!filling.tryLock()) {
            return true;
        }
        try {
            Head head = head();
            if (head != null && missing(head) > most) {
                return false;
            }
            while (head != null && missing(head) > 0 && addPage(head)) {
                head = head();
            }
            return true;
        } finally {
            filling.unlock();
        }
    }

    private @Nullable Head head() {
        return transcripts.head(conversationId).orElse(null);
    }

    private long missing(Head head) {
        if (unclean || !head.incarnation().equals(incarnation)) {
            through = unclean ? 0 : progress(head);
            if (through == 0) {
                removeAll();
                unclean = false;
            }
            incarnation = head.incarnation();
        }
        return head.lastSequence() - through;
    }

    /** The progress that the store has of this incarnation of the conversation, 0 if none. */
    private long progress(Head head) {
        String suffix = progressLabel("", head);
        return store.nearest(progressGroup, progressGroup, 1).stream()
                .filter(found ->
                        found.group().equals(progressGroup) && found.label().endsWith(suffix))
                .mapToLong(found -> number(found.label().replace(suffix, "")))
                .filter(last -> last <= head.lastSequence())
                .findFirst()
                .orElse(0);
    }

    private static String progressLabel(Object last, Head head) {
        return last + ":" + uuid("life", head.incarnation());
    }

    private static long number(String label) {
        return label.matches("[0-9]{1,18}") ? Long.parseLong(label) : 0;
    }

    /** Adds the next page; false if the conversation was edited or deleted in between. */
    private boolean addPage(Head before) {
        long from = through;
        // With the message before the page, which may ask for a secret.
        List<Entry> read = transcripts.load(conversationId, Math.max(0, from - 1), PAGE);
        List<Passage> passages = new ArrayList<>();
        for (Entry entry : new Redaction(Redactor.secretsOnly()).hide(read)) {
            if (entry.sequence() > from) {
                addPassages(entry, passages);
            }
        }
        long last =
                read.size() < PAGE ? before.lastSequence() : read.get(PAGE - 1).sequence();
        String progressId = passageId(progressGroup, 0, 0);
        passages.add(new Passage(progressId, progressGroup, progressLabel(last, before), progressGroup));
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
            remove(gone);
        }
        through = last;
        return true;
    }

    private void addPassages(Entry entry, List<Passage> to) {
        int place = 0;
        for (String text : Passages.of(entry.message())) {
            String id = passageId(group, entry.sequence(), place++);
            to.add(new Passage(id, group, Long.toString(entry.sequence()), text));
        }
    }

    private static <T> void inBatches(List<T> all, int most, Consumer<List<T>> action) {
        for (int i = 0; i < all.size(); i += most) {
            action.accept(List.copyOf(all.subList(i, Math.min(all.size(), i + most))));
        }
    }

    /** The scores of the messages nearest to a query, by sequence number. */
    Map<Long, Double> nearest(String query) {
        Map<Long, Double> scores = new HashMap<>();
        String text = Letters.head(query, MeaningStore.MAX_CHARS);
        if (text.isBlank()) {
            return scores;
        }
        for (Found found : store.nearest(group, text, LIMIT)) {
            if (found.group().equals(group) && Double.isFinite(found.score())) {
                scores.merge(number(found.label()), found.score(), Math::max);
            }
        }
        if (scores.isEmpty() && through > 0) { // the store has lost them
            unclean = true;
        }
        return scores;
    }

    void remove(Collection<Long> sequences) {
        List<String> ids = new ArrayList<>();
        for (long sequence : sequences) {
            for (int place = 0; place < Passages.MAX_PASSAGES; place++) {
                ids.add(passageId(group, sequence, place));
            }
        }
        try {
            inBatches(ids, MeaningStore.MAX_IDS, store::remove);
        } catch (RuntimeException | Error e) {
            unclean = true;
            throw e;
        }
    }

    void cleared() {
        unclean = true;
        removeAll();
    }

    private void removeAll() {
        store.removeAll(group);
        store.removeAll(progressGroup);
    }
}
