package io.github.sessioncompression;

import io.github.sessioncompression.context.Context;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.request.RequestAccount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Account of a conversation's views and of the requests made of them: what happened since the last one, and how much of that one is unchanged.
 * <b>Threads:</b> not safe; used under the conversation's lock.
 */
final class ViewAccount {
    private static final Outcome NOT_NEEDED = new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED);

    /** The most telling outcome since the last view. */
    private Outcome sinceLastView = NOT_NEEDED;

    private List<Message> lastMessages = List.of();
    /** The context of the last view; {@code null} before the first. If the next view is of it, too, all of the last view is its prefix. */
    private @Nullable Context lastContext;
    /** Size of the last view, in tokens. */
    private int lastTokens;

    private final RequestAccount requests = new RequestAccount();
    private long prunedResults;
    private long compressions;

    /** Notes what happened; the most telling outcome since the last view wins, of equals the later. */
    void happened(Outcome outcome) {
        if (outcome instanceof Outcome.Pruned pruned) {
            prunedResults += pruned.results();
        } else if (rewritesTheState(outcome)) {
            compressions++;
        }
        sinceLastView = moreTelling(sinceLastView, outcome);
    }

    /** The outcome that matters more; of equals the later. */
    static Outcome moreTelling(Outcome earlier, Outcome later) {
        return weight(later) >= weight(earlier) ? later : earlier;
    }

    /** Rank of an outcome: nothing, failure, pruning, a smaller state, a new state, messages left out, above the limit. */
    private static int weight(Outcome outcome) {
        if (outcome instanceof Outcome.Unchanged) {
            return 0;
        } else if (outcome instanceof Outcome.Failed) {
            return 1;
        } else if (outcome instanceof Outcome.Pruned) {
            return 2;
        } else if (outcome instanceof Outcome.Condensed) {
            return 3;
        } else if (outcome instanceof Outcome.Truncated) {
            return 5;
        } else if (outcome instanceof Outcome.OverBudget) {
            return 6;
        }
        return 4;
    }

    /** Number of results or messages that an outcome is about, 1 if it has none. */
    static int affected(Outcome outcome) {
        if (outcome instanceof Outcome.Pruned pruned) {
            return pruned.results();
        } else if (outcome instanceof Outcome.Bridged bridged) {
            return bridged.messages();
        }
        return outcome instanceof Outcome.Truncated truncated ? truncated.messages() : 1;
    }

    private static boolean rewritesTheState(Outcome outcome) {
        return outcome instanceof Outcome.Compressed
                || outcome instanceof Outcome.Condensed
                || outcome instanceof Outcome.Bridged;
    }

    /** The next view, of a context; it alone has the outcome of what happened since the last one. */
    View next(Context context, boolean complete) {
        context.seen();
        int stable = context == lastContext ? lastTokens : context.tokensSharedWith(lastMessages);
        View view = View.of(context, complete, stable, prunedResults, compressions, sinceLastView);
        sinceLastView = NOT_NEEDED;
        lastMessages = view.messages();
        lastContext = context;
        lastTokens = context.tokens();
        return view;
    }

    /** Begins again, without a last view: the chat was cleared or has another session. */
    void clear() {
        sinceLastView = NOT_NEEDED;
        lastMessages = List.of();
        lastContext = null;
        lastTokens = 0;
        requests.clear();
    }

    RequestAccount requests() {
        return requests;
    }

    int lastTokens() {
        return lastTokens;
    }
}
