package io.github.sessioncompression;

import io.github.sessioncompression.Context.Basis;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A chat as a list is compared with it: its transcript, its record, and the views that the list may have been taken from.
 *
 * @param onlyLatestSystem true if a system message takes the place of the one before it
 * @param shown the contexts shown lately, the one in force first
 * @param basis the record in force with its segments, and the last sequence number
 * @param latestSystem {@code null} if there is none
 * @param active the entries after the record's boundary
 * @param read reads the entries after a sequence number
 * @param isEarlierState tells the text of a state message that earlier records of this chat gave out
 * @param isCleared true if nothing of it is in the store any more
 */
record ChatSnapshot(
        ContextRules rules,
        boolean onlyLatestSystem,
        List<ShownViews.Shown> shown,
        Basis basis,
        @Nullable Entry latestSystem,
        List<Entry> active,
        LongFunction<List<Entry>> read,
        Predicate<String> isEarlierState,
        boolean isCleared) {

    /** The chat as it is; what comes before the boundary is read from the store where it is needed. */
    static ChatSnapshot of(Chat chat, SessionStore store, String id) {
        StoredChat stored = chat.stored();
        return of(
                chat,
                after -> stored.between(after, stored.lastSequence()),
                text -> store.history(id).stream()
                        .map(CompressionRecord::injected)
                        .anyMatch(state -> isText(chat.rules(), state, text)),
                false);
    }

    /** The same with the whole transcript, which the store is about to delete. */
    static ChatSnapshot copy(Chat chat) {
        StoredChat stored = chat.stored();
        List<Entry> all = stored.between(0, stored.lastSequence());
        return of(chat, after -> after(all, after), text -> false, true);
    }

    private static ChatSnapshot of(
            Chat chat, LongFunction<List<Entry>> read, Predicate<String> isEarlierState, boolean isCleared) {
        StoredChat stored = chat.stored();
        return new ChatSnapshot(
                chat.rules(),
                chat.shown().showsOnlyLatestSystem(),
                chat.views().shownViews().all(chat.shown().context()),
                new Basis(stored.record(), stored.segments(), stored.lastSequence()),
                stored.latestSystem(),
                List.copyOf(stored.active()),
                read,
                isEarlierState,
                isCleared);
    }

    private static boolean isText(ContextRules rules, StateDocument state, String text) {
        return !state.isEmpty() && StateEnvelope.wrap(rules.schema(), state).equals(text);
    }

    private static List<Entry> after(List<Entry> entries, long sequence) {
        return entries.subList(Entry.countThrough(entries, sequence), entries.size());
    }

    long boundary() {
        return basis.record().boundary();
    }

    long last() {
        return basis.headThrough();
    }

    /** The entries after {@code sequence}, read from the store only where some of them are covered. */
    List<Entry> after(long sequence) {
        if (sequence >= last()) {
            return List.of();
        }
        return sequence >= boundary() ? after(active, sequence) : read.apply(sequence);
    }
}
