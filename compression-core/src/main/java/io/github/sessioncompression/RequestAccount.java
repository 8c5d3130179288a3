package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import java.util.List;

/**
 * Keeps account of the requests of one conversation that were seen on their way to the model: how large each is, and how much of it is
 * the unchanged beginning of the one before.
 *
 * <p>Once one was seen, views are no longer what counts as sent.
 */
final class RequestAccount {
    private List<Message> last = List.of();
    private int lastToolTokens = -1;
    private boolean seen;

    /**
     * What a request adds to what was sent.
     *
     * @param tokens its size
     * @param unchanged how much of that is the beginning that it shares with the request before
     */
    record Sent(long tokens, long unchanged) {}

    /** Whether requests are seen. */
    boolean isSeen() {
        return seen;
    }

    /**
     * Adds a request.
     *
     * @param costs what each of its messages costs
     * @param toolTokens what its tool definitions cost, which come before all messages
     * @param counted what was taken for sent already because no request had been seen yet: the view that the first one is made of
     */
    Sent next(List<Message> messages, int[] costs, int toolTokens, int counted) {
        boolean same = toolTokens == lastToolTokens;
        long tokens = toolTokens;
        long unchanged = same ? toolTokens : 0;
        for (int i = 0; i < costs.length; i++) {
            same &= i < last.size() && last.get(i).equals(messages.get(i));
            tokens += costs[i];
            unchanged += same ? costs[i] : 0;
        }
        Sent sent = new Sent(seen ? tokens : Math.max(0, tokens - counted), unchanged);
        last = messages;
        lastToolTokens = toolTokens;
        seen = true;
        return sent;
    }

    /** The conversation was cleared: the next request has no predecessor. */
    void clear() {
        last = List.of();
        lastToolTokens = -1;
    }
}
