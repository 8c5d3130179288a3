package io.github.sessioncompression.request;

import io.github.sessioncompression.message.Message;
import java.util.List;

/**
 * Keeps account of the requests of one conversation that were seen on their way to the model: how large each is, and how much of it is the
 * unchanged beginning of the one before. Once one was seen, views are no longer what counts as sent.
 */
public final class RequestAccount {
    private List<Message> last = List.of();
    private int lastToolTokens = -1;
    private boolean seen;

    /** Size of a request, and of the beginning that it shares with the one before. */
    public record Sent(long tokens, long unchanged) {}

    public boolean isSeen() {
        return seen;
    }

    /** Adds a request; {@code counted} was taken for sent already because none had been seen before: the view that the first is made of. */
    public Sent next(List<Message> messages, int[] costs, int toolTokens, int counted) {
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

    public void clear() {
        last = List.of();
        lastToolTokens = -1;
    }
}
