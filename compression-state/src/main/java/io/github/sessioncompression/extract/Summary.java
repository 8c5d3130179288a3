package io.github.sessioncompression.extract;

import io.github.sessioncompression.state.StateItem;
import java.util.ArrayList;
import java.util.List;

/**
 * Quotes the end of the covered part of a chat: the user's last message, as far as it fits, and the last sentence of
 * the answer to it.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>collect the sentences of the last user message of the span, and the last sentence of others behind it;
 *   <li>set the answer's tokens aside from {@link EntryWriter#SUMMARY_SHARE} of the cap, and take the first sentences
 *       of the question that fit the rest;
 *   <li>write the question and the answer as an entry each; nothing if not even the first sentence of the question
 *       fits.
 * </ol>
 *
 * <p><em>Does nothing when</em> the span has no user message: the summary of the previous state stays.
 * <em>Threads</em>: has no state.
 *
 * @see Trail
 * @see Tone
 */
final class Summary {
    private Summary() {}

    /** Writes the quotes, at most two, for a state of {@code cap} tokens; {@code earlier} is the summary of the previous state. */
    static List<StateItem> write(List<Unit> units, List<StateItem> earlier, int cap) {
        List<Unit> asked = new ArrayList<>();
        Unit answer = null;
        for (Unit unit : units) {
            if (unit.from != Unit.From.SPAN || !unit.isSpeech()) {
                continue;
            }
            if (unit.origin == StateItem.Origin.USER) {
                if (asked.isEmpty() || asked.get(0).message != unit.message) {
                    asked.clear();
                    answer = null;
                }
                asked.add(unit);
            } else {
                answer = unit;
            }
        }
        if (asked.isEmpty()) {
            return earlier;
        }
        List<StateItem> quotes = new ArrayList<>();
        double room = EntryWriter.SUMMARY_SHARE * cap - (answer == null ? 0 : TokenEstimate.SEPARATOR + answer.tokens);
        List<Unit> question = fitting(asked, room);
        if (question.isEmpty()) {
            return List.of();
        }
        quotes.add(EntryWriter.entry(question, StateItem.Kind.NARRATIVE, null));
        if (answer != null) {
            quotes.add(EntryWriter.entry(List.of(answer), StateItem.Kind.NARRATIVE, null));
        }
        return quotes;
    }

    /** The first sentences that fit. */
    private static List<Unit> fitting(List<Unit> sentences, double room) {
        double left = room;
        int to = 0;
        while (to < sentences.size() && left >= TokenEstimate.SEPARATOR + sentences.get(to).tokens) {
            left -= TokenEstimate.SEPARATOR + sentences.get(to++).tokens;
        }
        return sentences.subList(0, to);
    }
}
