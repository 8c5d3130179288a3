package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps account of the views of one conversation, and of the requests made of them: what happened since the last one and how much of it still stands. */
final class ViewAccount {
    private static final Outcome NOT_NEEDED = new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED);

    private Outcome sinceLastView = NOT_NEEDED;
    private List<Message> lastMessages = List.of();
    private @Nullable Context lastContext;
    private int lastTokens;
    private final ShownViews shownViews = new ShownViews();
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
        sinceLastView = OutcomeRank.moreTelling(sinceLastView, outcome);
    }

    private static boolean rewritesTheState(Outcome outcome) {
        return outcome instanceof Outcome.Compressed
                || outcome instanceof Outcome.Condensed
                || outcome instanceof Outcome.Bridged;
    }

    /**
     * The view of {@code context}.
     *
     * @param leftOut how many messages it leaves out for now
     * @param complete whether nothing is missing that the store has
     */
    View view(Context context, int leftOut, boolean complete) {
        List<Message> messages = context.snapshot();
        context.seen();
        int stable = context == lastContext ? lastTokens : commonPrefixTokens(messages, context);
        View view = new View(
                messages,
                context.parts(),
                complete,
                context.tokens(),
                context.systemTokens(),
                context.stateTokens(),
                context.toolTokens(),
                stable,
                leftOut,
                prunedResults,
                compressions,
                sinceLastView);
        sinceLastView = NOT_NEEDED;
        lastMessages = messages;
        lastContext = context;
        lastTokens = context.tokens();
        shownViews.add(context);
        return view;
    }

    private int commonPrefixTokens(List<Message> messages, Context context) {
        int most = Math.min(messages.size(), lastMessages.size());
        int same = 0;
        while (same < most && messages.get(same).equals(lastMessages.get(same))) {
            same++;
        }
        return context.tokensUpTo(same);
    }

    /** The conversation was cleared: the next view has no predecessor. */
    void clear() {
        sinceLastView = NOT_NEEDED;
        lastMessages = List.of();
        lastContext = null;
        lastTokens = 0;
        shownViews.clear();
        requests.clear();
    }

    /** The requests that were made of the views. */
    RequestAccount requests() {
        return requests;
    }

    /** What the last view cost; 0 if there was none. */
    int lastTokens() {
        return lastTokens;
    }

    /** The contexts that views were taken of. */
    ShownViews shownViews() {
        return shownViews;
    }
}
