package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.policy.Retention;
import io.github.sessioncompression.recall.MessageSearch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what a state stands for, once the application's archive has it.
 *
 * <p>The archive is called without the conversation's lock. What may go is therefore looked at again before anything is deleted: what a
 * rollback shows again meanwhile stays. Nor is it held while the store deletes.
 */
record Eviction(
        String id,
        Retention retention,
        @Nullable ArchiveListener archive,
        MessageSearch search,
        Guarded<Chat> chats,
        Reporter reporter) {
    private static final int PAGE = 500;

    /** Deletes all that may go, as far as the archive takes it; called by the one run that compresses. */
    void run() {
        ArchiveListener listener = archive;
        if (retention != Retention.EVICT_COMPRESSED || listener == null) {
            return;
        }
        List<Entry> covered = chats.get(chat -> chat.under(null, chats::aside, it -> {
            it.sync();
            return covered(it.stored());
        }));
        for (int from = 0; from < covered.size(); from += PAGE) {
            List<Entry> page = List.copyOf(covered.subList(from, Math.min(covered.size(), from + PAGE)));
            try {
                listener.archive(id, page);
            } catch (Exception | Error e) {
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                reporter.faults().archiveFailed(e, covered.size() - from);
                return;
            }
            reporter.faults().archiveWorks();
            search.erased(id, chats.get(chat -> chat.under(null, chats::aside, it -> delete(it, page))));
        }
    }

    private static List<Long> delete(Chat chat, List<Entry> archived) {
        chat.sync();
        List<Long> deleted = new ArrayList<>();
        Set<Long> safe = new HashSet<>();
        archived.forEach(entry -> safe.add(entry.sequence()));
        for (Entry entry : covered(chat.stored())) {
            // Another one may hold again meanwhile.
            if (safe.contains(entry.sequence()) && isCovered(chat.stored(), entry.sequence())) {
                chat.stored().asked().erase(entry.sequence());
                deleted.add(entry.sequence());
            }
        }
        chat.recalls().evicts();
        chat.sync();
        return deleted;
    }

    private static boolean isCovered(StoredChat stored, long sequence) {
        return sequence <= stored.boundary() - KnownEntries.BEFORE
                && !stored.record().pinned().contains(sequence);
    }

    /** Entries that may go: covered by the state, not pinned, and not among the last few, which the next compression reads again. */
    private static List<Entry> covered(StoredChat stored) {
        return stored.covered(stored.boundary() - KnownEntries.BEFORE);
    }
}
