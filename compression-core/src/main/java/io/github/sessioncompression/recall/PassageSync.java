package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.MeaningStore.Found;
import io.github.sessioncompression.recall.MeaningStore.Passage;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
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
        this.progressGroup = uuid("progress", conversationId).toString().replace("-", "");
    }

    /** The group of a conversation's passages. */
    static String group(String conversationId) {
        return uuid("passages", conversationId).toString().replace("-", "");
    }

    /** The id of a message's passage. */
    static String passageId(String group, long sequence, int place) {
        return uuid(group, sequence + "/" + place).toString();
    }

    private static UUID uuid(String space, String name) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest((space + "\n" + name).getBytes(StandardCharsets.UTF_8));
            ByteBuffer bytes = ByteBuffer.wrap(digest);
            long most = (bytes.getLong() & ~0xf000L) | 0x8000L;
            return new UUID(most, (bytes.getLong() & 0x3fffffffffffffffL) | 0x8000000000000000L);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private Optional<Head> head() {
        return transcripts.head(conversationId);
    }

    /** The sequence numbers that are not in the store yet. */
    synchronized long behind() {
        Head head = head().orElse(null);
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
        String of = ":" + uuid("life", head.incarnation());
        for (Found found : store.nearest(progressGroup, progressGroup, 1)) {
            if (found.group().equals(progressGroup) && found.label().endsWith(of)) {
                long known = number(found.label().substring(0, found.label().length() - of.length()));
                return known > head.lastSequence() ? 0 : known;
            }
        }
        return 0;
    }

    private static long number(String label) {
        return label.matches("[0-9]{1,18}") ? Long.parseLong(label) : 0;
    }

    /** Adds what is missing, unless another thread is at it. */
    void fill() {
        if (filling.compareAndSet(false, true)) {
            try {
                boolean more = true;
                while (more) {
                    more = addPage();
                }
            } finally {
                filling.set(false);
            }
        }
    }

    /** Adds the next page; false if it was the last one, or the conversation has changed. */
    private boolean addPage() {
        long from;
        synchronized (this) {
            if (behind() <= 0) {
                return false;
            }
            from = through;
        }
        Head before = head().orElse(null);
        if (before == null || !before.incarnation().equals(incarnation)) {
            return false;
        }
        // With the message before the page, which may ask for a secret.
        List<Entry> read = transcripts.load(conversationId, Math.max(0, from - 1), PAGE);
        List<Passage> passages = new ArrayList<>();
        for (Entry entry : new Redaction(Redactor.secretsOnly()).hide(read)) {
            if (entry.sequence() > from) {
                addPassages(entry, passages);
            }
        }
        for (int i = 0; i < passages.size(); i += MeaningStore.MAX_PASSAGES) {
            store.add(List.copyOf(passages.subList(i, Math.min(passages.size(), i + MeaningStore.MAX_PASSAGES))));
        }
        Head after = head().orElse(null);
        if (after == null || !after.incarnation().equals(before.incarnation())) {
            cleared();
            return false;
        }
        if (after.revision() != before.revision()) {
            removeErased(read, from);
        }
        boolean last = read.size() < PAGE;
        advance(
                last ? before : after,
                last ? before.lastSequence() : read.get(read.size() - 1).sequence());
        return true;
    }

    private void addPassages(Entry entry, List<Passage> passages) {
        if (entry.message().role() == Role.SYSTEM || RecallTool.isEcho(entry.message())) {
            return;
        }
        int place = 0;
        for (String text : Passages.of(entry.message())) {
            String id = passageId(group, entry.sequence(), place++);
            passages.add(new Passage(id, group, Long.toString(entry.sequence()), text));
        }
    }

    private void removeErased(List<Entry> added, long from) {
        Set<Long> gone = new HashSet<>();
        added.forEach(entry -> gone.add(entry.sequence()));
        transcripts.load(conversationId, from, PAGE).forEach(entry -> gone.remove(entry.sequence()));
        remove(List.copyOf(gone));
    }

    private synchronized void advance(Head head, long to) {
        if (head.incarnation().equals(incarnation)) {
            through = to;
            String label = to + ":" + uuid("life", head.incarnation());
            String id = passageId(progressGroup, 0, 0);
            store.add(List.of(new Passage(id, progressGroup, label, progressGroup)));
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
        synchronized (this) {
            if (scores.isEmpty() && through > 0) {
                // The store has lost them.
                forget();
            }
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
            for (int i = 0; i < ids.size(); i += MeaningStore.MAX_IDS) {
                store.remove(List.copyOf(ids.subList(i, Math.min(ids.size(), i + MeaningStore.MAX_IDS))));
            }
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
