package io.github.sessioncompression.store;

import io.github.sessioncompression.text.LogText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies conversations from one store into another: messages under their numbers, the current record with its states, and the counters, but
 * no earlier records.
 *
 * <p>Conversations that the target has already stay as they are, so an interrupted transfer is repeated.
 *
 * <pre>{@code
 * StoreTransfer.Result result = StoreTransfer.copy(
 *         ChatMemoryRepositories.asSessionStore(repository), JdbcSessionStore.builder(dataSource).build());
 * }</pre>
 */
public final class StoreTransfer {
    private static final Logger LOG = LoggerFactory.getLogger(StoreTransfer.class);
    private static final int PAGE = 1_000;

    private final SessionStore from;
    private final SessionStore to;
    private final List<String> failed = new ArrayList<>();
    private int copied;
    private int alreadyThere;
    private int missing;

    private StoreTransfer(SessionStore from, SessionStore to) {
        this.from = Objects.requireNonNull(from, "from");
        this.to = Objects.requireNonNull(to, "to");
    }

    /**
     * Numbers of conversations.
     *
     * @param copied how many were copied
     * @param alreadyThere how many were in the other store before
     * @param missing how many ids named no conversation
     * @param failed the ids of those that could not be read or written, each told by a WARN
     */
    public record Result(int copied, int alreadyThere, int missing, List<String> failed) {
        /** Copies the list. */
        public Result {
            failed = List.copyOf(failed);
        }
    }

    /** Copies all conversations that {@code from} {@linkplain SessionStore#conversations lists}. */
    public static Result copy(SessionStore from, SessionStore to) {
        StoreTransfer transfer = new StoreTransfer(from, to);
        List<String> page = from.conversations(null, PAGE);
        while (!page.isEmpty()) {
            page.forEach(transfer::copy);
            page = from.conversations(page.get(page.size() - 1), PAGE);
        }
        return transfer.result();
    }

    /** Copies the conversations of these ids, for a store that can't list its own. */
    public static Result copy(SessionStore from, SessionStore to, Iterable<String> ids) {
        StoreTransfer transfer = new StoreTransfer(from, to);
        Objects.requireNonNull(ids, "ids").forEach(transfer::copy);
        return transfer.result();
    }

    private void copy(String id) {
        try {
            if (to.head(id).isPresent()) {
                alreadyThere++;
                return;
            }
            Optional<ConversationExport> found = ConversationExport.of(from, id);
            if (found.isEmpty()) {
                missing++;
            } else if (found.get().into(to, id, UUID.randomUUID().toString())) {
                copied++;
            } else {
                alreadyThere++;
            }
        } catch (RuntimeException e) {
            failed.add(id);
            LOG.warn(
                    "Conversation {} could not be copied ({}); the others are.",
                    LogText.name(id),
                    e.getClass().getName());
        }
    }

    private Result result() {
        return new Result(copied, alreadyThere, missing, failed);
    }
}
