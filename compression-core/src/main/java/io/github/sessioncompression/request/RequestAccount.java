package io.github.sessioncompression.request;

import io.github.sessioncompression.message.Message;
import java.util.List;

/**
 * Keeps account of the requests of one conversation that were seen on their way to the model: how large each is, and how much of it is the unchanged
 * beginning of the one before, which a provider may have in its cache. Once one was seen, views no longer count as sent. <b>Threads:</b> not safe;
 * used under the chat's lock.
 */
public final class RequestAccount {
    private List<Message> last = List.of();
    /** Size of the tools of the last request, in tokens; -1 before the first. Tools precede the messages, so other tools share nothing. */
    private int lastToolTokens = -1;

    private boolean seen;

    /**
     * Size of a request.
     *
     * @param tokens all of it, with its tools
     * @param unchanged the beginning that it shares with the one before
     */
    public record Sent(long tokens, long unchanged) {}

    /** True once a request was seen. */
    public boolean isSeen() {
        return seen;
    }

    /**
     * Adds a request.
     *
     * @param costs tokens of the messages, in order
     * @param toolTokens tokens of the tools
     * @param counted tokens that were taken for sent already because no request had been seen before: the view that the first one is made of
     */
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

    /** The next request shares nothing with the last one. */
    public void clear() {
        last = List.of();
        lastToolTokens = -1;
    }
}
