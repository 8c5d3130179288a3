package io.github.sessioncompression;

import io.github.sessioncompression.context.Context;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.snapshot.GrowingList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The messages to send to the model, with accounting.
 *
 * <p>An immutable snapshot: valid for every provider, and between two compressions an exact extension of the view before.
 * Safe for use by many threads.
 *
 * @param messages the messages in order: system, state, pinned groups, then the turns; the current
 *     turn's user message is the last one of a user, and if the turn is too large, its oldest groups are in the state;
 *     unmodifiable
 * @param parts what each of the messages represents, in the same order; unmodifiable
 * @param complete true if everything is in the view, or in what it shows, that should be there: {@code false} if the store failed, so
 *     that what other processes, or an earlier one, have written may be missing
 * @param tokens what they cost by the local count
 * @param systemTokens how many of the tokens are the system messages', awareness block included
 * @param stateTokens how many are the state's
 * @param toolTokens how many are the tool results'
 * @param stablePrefixTokens how many come first and are exactly as in the conversation's previous view
 * @param leftOut how many messages that the state does not cover are left out until they can be compressed, normally 0
 * @param prunedResults how many tool results were turned into placeholders in this conversation so far, in this process
 * @param compressions how often the state part was rewritten in this conversation so far, in this process
 * @param outcome what happened to the context since the previous view
 */
public record View(
        List<Message> messages,
        List<ViewPart> parts,
        boolean complete,
        int tokens,
        int systemTokens,
        int stateTokens,
        int toolTokens,
        int stablePrefixTokens,
        int leftOut,
        long prunedResults,
        long compressions,
        Outcome outcome) {
    static View of(
            Context context,
            boolean complete,
            int stableTokens,
            long prunedResults,
            long compressions,
            Outcome outcome) {
        return new View(
                context.snapshot(),
                context.parts(),
                complete,
                context.tokens(),
                context.systemTokens(),
                context.stateTokens(),
                context.toolTokens(),
                stableTokens,
                context.leftOut(),
                prunedResults,
                compressions,
                outcome);
    }

    /**
     * The messages in a framework's form, in a list of the caller's own.
     *
     * <p>While views extend one another and {@code form} is the same instance, each message is mapped once and the cost does not
     * depend on the view's length; only results of tools at the end are mapped each time, because more may follow that belong to the same
     * message.
     *
     * @param form maps messages in a row, all results in a row among them; keeps no reference to the list
     */
    public <T> List<T> messagesAs(Function<List<Message>, List<T>> form) {
        return messages instanceof GrowingList.Snapshot<Message> shared
                ? shared.mapped().of(shared, message -> message.role() == Role.TOOL, form)
                : new ArrayList<>(form.apply(messages));
    }

    /** Number of parts at the beginning that are not in the order of the transcript: the system prompt, pins, the state. */
    int headParts() {
        int head = 0;
        while (head < parts.size() && parts.get(head).kind() != ViewPart.Kind.ORIGINAL) {
            head++;
        }
        return head;
    }

    /** Tokens of the messages shown in full or as placeholders, tool results included. */
    public int historyTokens() {
        return tokens - systemTokens - stateTokens;
    }
}
