package io.github.sessioncompression.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes conversations over from one store into another, whatever the two are: messages under their numbers, the current record with its
 * states, and the counters. Earlier records stay behind.
 *
 * <p>What is in the other store already is left as it is there, so a transfer that was interrupted is repeated, and one that is repeated adds
 * nothing. The first store is only read. One whose framework can't tell its conversations is given their ids.
 *
 * <pre>{@code
 * StoreTransfer.Result result = StoreTransfer.copy(
 *         ChatMemoryRepositories.asSessionStore(repository), JdbcSessionStore.builder(dataSource).build());
 * }</pre>
 */
public final class StoreTransfer {
    private static final Logger LOG = LoggerFactory.getLogger(StoreTransfer.class);
    private static final int PAGE = 1_000;

    private StoreTransfer() {}

    /**
     * What became of the conversations.
     *
     * @param copied how many were taken over
     * @param alreadyThere how many were in the other store before
     * @param missing how many ids named no conversation
     * @param failed the ids of those that could not be read or written, each told by a WARN
     */
    public record Result(int copied, int alreadyThere, int missing, List<String> failed) {
        /** Takes a copy of the list. */
        public Result {
            failed = List.copyOf(failed);
        }
    }

    /** Takes over all conversations that {@code from} {@linkplain SessionStore#conversations tells of}. */
    public static Result copy(SessionStore from, SessionStore to) {
        Transfer transfer = new Transfer(Objects.requireNonNull(from, "from"), Objects.requireNonNull(to, "to"));
        List<String> page = from.conversations(null, PAGE);
        while (!page.isEmpty()) {
            transfer.all(page);
            page = from.conversations(page.get(page.size() - 1), PAGE);
        }
        return transfer.result();
    }

    /** Takes over the conversations of these ids. */
    public static Result copy(SessionStore from, SessionStore to, Iterable<String> ids) {
        Transfer transfer = new Transfer(Objects.requireNonNull(from, "from"), Objects.requireNonNull(to, "to"));
        transfer.all(Objects.requireNonNull(ids, "ids"));
        return transfer.result();
    }

    /** One that is on. */
    private static final class Transfer {
        private final SessionStore from;
        private final SessionStore to;
        private final List<String> failed = new ArrayList<>();
        private int copied;
        private int alreadyThere;
        private int missing;

        Transfer(SessionStore from, SessionStore to) {
            this.from = from;
            this.to = to;
        }

        void all(Iterable<String> ids) {
            for (String id : ids) {
                try {
                    one(id);
                } catch (RuntimeException e) {
                    failed.add(id);
                    LOG.warn(
                            "Conversation {} could not be taken over ({}); the others are.",
                            id,
                            e.getClass().getName());
                }
            }
        }

        private void one(String id) {
            if (to.head(id).isPresent()) {
                alreadyThere++;
                return;
            }
            @Nullable ConversationExport found = ConversationExport.of(from, id).orElse(null);
            if (found == null) {
                missing++;
            } else if (found.into(to, id, UUID.randomUUID().toString())) {
                copied++;
            } else {
                alreadyThere++;
            }
        }

        Result result() {
            return new Result(copied, alreadyThere, missing, failed);
        }
    }
}
