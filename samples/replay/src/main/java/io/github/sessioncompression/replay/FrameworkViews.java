package io.github.sessioncompression.replay;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.Outcome.Compressed;
import io.github.sessioncompression.View;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.OverBudget;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.Accounting;
import io.github.sessioncompression.token.MessageTokens;
import java.util.List;

/**
 * Views, made of the requests that a framework's model received and of events: a framework's chat memory hands out messages only. Not
 * safe for use by many threads, so background work has to run on the replay's.
 */
final class FrameworkViews implements CompressionListener {
    private static final Outcome NOTHING = new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED);

    private final Compressed.By by;
    private final MessageTokens tokens;
    private List<Message> latestRequest = List.of();
    private Outcome latest = NOTHING;
    private boolean modelFailed;
    private long prunedResults;

    FrameworkViews(Compressed.By by, MessageTokens tokens) {
        this.by = by;
        this.tokens = tokens;
    }

    @Override
    public void onEvent(CompressionEvent event) {
        if (event instanceof StageFinished finished && finished.affected() > 0) {
            latest = outcome(finished);
            modelFailed = false;
        } else if (event instanceof StageFailed failed) {
            modelFailed = failed.instead() == Recovery.OFFLINE;
            if (!modelFailed && failed.stage() != Stage.JUDGE) {
                latest = new Outcome.Failed(failed.failure());
            }
        } else if (event instanceof OverBudget over) {
            latest = new Outcome.OverBudget((int) over.contextTokens(), (int) over.limitTokens());
        }
    }

    private Outcome outcome(StageFinished finished) {
        int before = (int) finished.tokensBefore();
        int after = (int) finished.tokensAfter();
        return switch (finished.stage()) {
            case PRUNE -> {
                prunedResults += finished.affected();
                yield new Outcome.Pruned(finished.affected(), before, after);
            }
            case COMPRESS ->
                new Compressed(
                        modelFailed ? Compressed.By.OFFLINE_AFTER_FAILURE : by,
                        0,
                        finished.affected(),
                        before,
                        after,
                        Accounting.Coverage.NONE,
                        finished.shares());
            case FALLBACK, JUDGE -> new Outcome.Truncated(finished.affected(), before, after);
        };
    }

    /**
     * Outcome since the last call.
     *
     * @param extended true if the context extends the one before: what happened meanwhile is then still to be seen
     */
    private Outcome take(boolean extended) {
        boolean changesContext =
                latest instanceof Outcome.Pruned || latest instanceof Compressed || latest instanceof Outcome.Truncated;
        if (extended && changesContext) {
            return NOTHING;
        }
        Outcome taken = latest;
        latest = NOTHING;
        return taken;
    }

    /** The view that {@code conversation} has given the model as that request. */
    View view(Conversation conversation, List<Message> request) {
        int all = 0;
        int system = 0;
        int state = 0;
        int tools = 0;
        int stable = 0;
        int common = 0;
        for (int i = 0; i < request.size(); i++) {
            Message message = request.get(i);
            int cost = tokens.count(message);
            all += cost;
            system += message.role() == Role.SYSTEM ? cost : 0;
            tools += message.role() == Role.TOOL ? cost : 0;
            state += isState(request, i) ? cost : 0;
            if (common == i && i < latestRequest.size() && latestRequest.get(i).equals(message)) {
                common++;
                stable += cost;
            }
        }
        boolean extended = common == latestRequest.size();
        latestRequest = List.copyOf(request);
        return new View(
                latestRequest,
                latestRequest.stream().map(FrameworkViews::part).toList(),
                true,
                all,
                system,
                state,
                tools,
                stable,
                0,
                prunedResults,
                conversation.status().stats().compressions(),
                take(extended));
    }

    /** A framework's request says no more than what its messages are. */
    private static ViewPart part(Message message) {
        ViewPart.Kind kind = message.role() == Role.SYSTEM
                ? ViewPart.Kind.SYSTEM
                : holdsState(message) ? ViewPart.Kind.STATE : ViewPart.Kind.ORIGINAL;
        return new ViewPart(kind, 0);
    }

    /** True if that is the state or its acknowledgement. */
    private static boolean isState(List<Message> request, int at) {
        return holdsState(request.get(at))
                || (at > 0 && request.get(at).role() == Role.ASSISTANT && holdsState(request.get(at - 1)));
    }

    private static boolean holdsState(Message message) {
        return message.role() == Role.USER && StateEnvelope.holds(message.text());
    }
}
