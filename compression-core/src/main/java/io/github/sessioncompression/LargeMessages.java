package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.request.RequestMatch.Piece;
import io.github.sessioncompression.run.Locked;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports the user's messages that lose their middles because a single message may not take so much of a request: those of a chat once, when
 * they are added, and those that only a request has, such as a question with retrieved documents, once in a turn.
 *
 * <p>An instance belongs to one request. Not safe for use by many threads.
 */
final class LargeMessages {
    private final Map<Piece, Integer> cut = new LinkedHashMap<>();

    /** Reports the large messages that were added to a chat after number {@code last}. */
    static void reportAdded(Chat chat, long last, Reporter reporter) {
        List<Entry> active = chat.stored().active();
        List<Entry> large = active.subList(Entry.countThrough(active, last), active.size()).stream()
                .filter(entry ->
                        entry.message().role() == Role.USER && chat.shown().isCut(entry))
                .toList();
        if (!large.isEmpty()) {
            long tokens = large.stream().mapToLong(Entry::tokens).sum();
            reporter.cut(
                    large.size(),
                    tokens,
                    chat.rules().shownTokens(large, chat.stored().pruned()));
        }
    }

    /** Notes a message that loses its middle, if it is a user's; tool results and answers lose theirs without a report. */
    void add(Piece whole, Piece left) {
        if (whole.message().role() == Role.USER) {
            cut.put(whole, left.tokens());
        }
    }

    /** Reports the large messages that the chat does not have. */
    void report(Locked<Chat> chats, Reporter reporter, @Nullable TurnHandle turn) {
        if (cut.isEmpty()) {
            return;
        }
        chats.run(chat -> cut.keySet().removeIf(piece -> chat.stored().active().stream()
                .anyMatch(entry -> isSame(entry.message(), piece.message()))));
        if (!cut.isEmpty()) {
            long before = cut.keySet().stream().mapToLong(Piece::tokens).sum();
            long after = cut.values().stream().mapToLong(Integer::longValue).sum();
            reporter.cutIn(turn, cut.size(), before, after);
        }
        cut.clear();
    }

    private static boolean isSame(Message stored, Message sent) {
        return stored.role() == sent.role() && stored.text().equals(sent.text());
    }
}
