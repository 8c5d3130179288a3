package io.github.sessioncompression;

import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.SearchOptions;
import io.github.sessioncompression.recall.SearchOptions.Scope;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;

/** Searches one conversation, and knows which of its messages are archived: covered by the state and not pinned. */
final class ArchiveSearch {
    private final Workings workings;

    ArchiveSearch(Workings workings) {
        this.workings = workings;
    }

    /** What was covered when the search began. */
    private record Archived(long boundary, Set<Long> pinned) implements LongPredicate {
        @Override
        public boolean test(long sequence) {
            return sequence <= boundary && !pinned.contains(sequence);
        }
    }

    /** The messages that answer {@code query} best. */
    List<Hit> find(String query, SearchOptions options) {
        if (options.scope() == Scope.ALL) {
            return workings.shared().search().search(workings.id(), query, options, sequence -> true);
        }
        Archived archived = workings.chats().get(ArchiveSearch::archived);
        return archived.boundary() == 0
                ? List.of()
                : workings.shared().search().search(workings.id(), query, options, archived);
    }

    private static Archived archived(Chat chat) {
        chat.sync();
        return new Archived(
                chat.stored().boundary(), new HashSet<>(chat.stored().record().pinned()));
    }
}
