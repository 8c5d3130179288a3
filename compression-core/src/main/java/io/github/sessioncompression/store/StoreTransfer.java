package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.text.LogText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies or moves conversations from one store into another: messages under their numbers, the current record with its states, and the
 * counters, but no earlier records.
 *
 * <p><b>Algorithm</b> for each conversation.
 * <ol>
 *   <li>A copy leaves a conversation that the target has already as it is.
 *   <li>One that the target lacks is begun there with everything ({@link ConversationExport#into}).
 *   <li>A move adds the messages to one that the target has begun: only the missing ones if both begin alike, else all of them before the target's own,
 *       under a new incarnation; a record of the target then covers nothing, because its messages have other numbers.
 *   <li>A move deletes the conversation at the source if its head is still the one that was read; messages that came in between stay for the next move.
 * </ol>
 *
 * <p><b>Does nothing when</b> an id names no conversation. <b>Threads:</b> both stores may be in use. <b>On failure</b> of one conversation a WARN names it,
 * it is in {@link Result#failed}, and the others are transferred; a failing list of ids is thrown. An interrupted transfer is repeated.
 *
 * <pre>{@code
 * StoreTransfer.Result result = StoreTransfer.move(
 *         ChatMemoryRepositories.asSessionStore(repository), JdbcSessionStore.builder(dataSource).build());
 * }</pre>
 */
public final class StoreTransfer {
    private static final Logger LOG = LoggerFactory.getLogger(StoreTransfer.class);
    /** The ids that are listed at once. */
    private static final int PAGE = 1_000;

    /** The times that a conversation in use is read again before it counts as failed. */
    private static final int ATTEMPTS = 10;

    private final SessionStore from;
    private final SessionStore to;
    private final boolean moves;
    private final List<String> failed = new ArrayList<>();
    private int copied;
    private int alreadyThere;
    private int missing;

    private StoreTransfer(SessionStore from, SessionStore to, boolean moves) {
        this.from = Objects.requireNonNull(from, "from");
        this.to = Objects.requireNonNull(to, "to");
        this.moves = moves;
    }

    /**
     * Numbers of conversations.
     *
     * @param copied how many were copied or moved
     * @param alreadyThere how many were in the other store before
     * @param missing how many ids named no conversation
     * @param failed the ids of those that could not be read or written, each reported by a WARN
     */
    public record Result(int copied, int alreadyThere, int missing, List<String> failed) {
        /** Copies the list. */
        public Result {
            failed = List.copyOf(failed);
        }
    }

    /** Copies all conversations that {@code from} {@linkplain SessionStore#conversations lists}. */
    public static Result copy(SessionStore from, SessionStore to) {
        return new StoreTransfer(from, to, false).all();
    }

    /** Copies the conversations of these ids, for a store that can't list its own. */
    public static Result copy(SessionStore from, SessionStore to, Iterable<String> ids) {
        return new StoreTransfer(from, to, false).each(ids);
    }

    /** Moves all conversations that {@code from} {@linkplain SessionStore#conversations lists}. */
    public static Result move(SessionStore from, SessionStore to) {
        return new StoreTransfer(from, to, true).all();
    }

    /** Moves the conversations of these ids, for a store that can't list its own. */
    public static Result move(SessionStore from, SessionStore to, Iterable<String> ids) {
        return new StoreTransfer(from, to, true).each(ids);
    }

    private Result all() {
        List<String> page = from.conversations(null, PAGE);
        while (!page.isEmpty()) {
            each(page);
            page = from.conversations(page.get(page.size() - 1), PAGE);
        }
        return each(List.of());
    }

    private Result each(Iterable<String> ids) {
        Objects.requireNonNull(ids, "ids").forEach(this::transfer);
        return new Result(copied, alreadyThere, missing, failed);
    }

    private void transfer(String id) {
        try {
            if (!moves && to.head(id).isPresent()) {
                alreadyThere++;
                return;
            }
            Optional<Head> head = from.head(id);
            Optional<ConversationExport> found = ConversationExport.of(from, id);
            if (found.isEmpty()) {
                missing++;
            } else if (found.get().into(to, id, newId()) || (moves && isJoined(id, found.get()))) {
                copied++;
            } else {
                alreadyThere++;
            }
            if (moves && head.isPresent()) {
                from.deleteIf(id, head.get()); // Messages that came in between stay for the next move.
            }
        } catch (RuntimeException e) {
            failed.add(id);
            LOG.warn(
                    "Conversation {} could not be transferred ({}); the others are.",
                    LogText.name(id),
                    e.getClass().getName());
        }
    }

    /** Adds the messages to a conversation of the target; {@code false} if it begins with all of them. */
    private boolean isJoined(String id, ConversationExport found) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<Head> head = to.head(id);
            Optional<ConversationExport> own = ConversationExport.of(to, id);
            if (head.isEmpty() || own.isEmpty()) {
                if (found.into(to, id, newId())) {
                    return true;
                }
            } else if (startsAlike(found.entries(), own.get().entries())
                    == found.entries().size()) {
                return false;
            } else if (isJoined(id, found.entries(), head.get(), own.get())) {
                return true;
            }
        }
        throw new IllegalStateException("the conversation was changed each of " + ATTEMPTS + " times it was read");
    }

    /** One try of adding the messages; false if the target was changed since it was read. */
    private boolean isJoined(String id, List<Entry> found, Head head, ConversationExport own) {
        int same = startsAlike(found, own.entries());
        // The same system prompt alone is no evidence: other chats have it, too.
        boolean sameChat =
                found.stream().limit(same).anyMatch(entry -> entry.message().role() != Role.SYSTEM);
        List<Entry> added = new ArrayList<>();
        Stream.concat(
                        found.stream().skip(sameChat ? same : 0),
                        sameChat ? Stream.empty() : own.entries().stream().skip(same))
                .forEach(entry ->
                        added.add(new Entry(head.lastSequence() + added.size() + 1, entry.message(), entry.tokens())));
        if (sameChat) {
            return to.append(id, head.incarnation(), head.lastSequence(), newId(), added) == Append.ADDED;
        }
        String life = newId();
        boolean joined = to.replaceAfter(id, head, 0, life, added);
        CompressionRecord record = own.record();
        if (joined && record != null) {
            // Its state covers messages that have other numbers now.
            CompressionRecord none = record.replaced(0, List.of(), List.of(), StateDocument.EMPTY, record.createdAt());
            to.commit(id, Commit.of(life, record.version(), none));
        }
        return joined;
    }

    /** Number of messages with which both lists begin. */
    private static int startsAlike(List<Entry> first, List<Entry> second) {
        int same = 0;
        while (same < Math.min(first.size(), second.size())
                && isSame(first.get(same).message(), second.get(same).message())) {
            same++;
        }
        return same;
    }

    /** By role and text only, which every framework's list keeps; many lose names, times, attributes or tool calls. */
    private static boolean isSame(Message first, Message second) {
        return first.role() == second.role() && first.text().equals(second.text());
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }
}
