package io.github.sessioncompression.extract;

import io.github.sessioncompression.state.StateItem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the sentences that are put into a state before anything is chosen from answers and tools: those of the users,
 * from the beginning of every message on, evenly.
 *
 * <p>In a chat with a model users write a tenth of the text and most of what is asked for later.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>count the tokens of users' speech and of all speech of the span, and those of the first sentence of each user
 *       message; a sentence that a user repeats counts once;
 *   <li>return none if users write {@value #LESSER_PART} of the speech or more, as people do among themselves, or if
 *       the first sentences alone take more than {@value #SHARE} of the cap: then all sentences compete by their worth;
 *   <li>sort the sentences by the tokens of their message up to their end, and take them until that part of the cap is
 *       used.
 * </ol>
 *
 * <p>Linear except for the sort. <em>Does nothing when</em> users write much of the chat. <em>Threads</em>: lives for
 * one call.
 *
 * @see Selection
 */
final class UsersFirst {
    /** Part of the speech that is users' at most. */
    private static final double LESSER_PART = 0.25;
    /** Part of the cap that the sentences may take; the rest is for answers, tools and the form of the state. */
    private static final double SHARE = 0.65;

    /** Tokens of each user message up to the sentence read last, by its sources. */
    private final Map<List<Long>, Double> ends = new HashMap<>();
    /** Tokens of its message up to the end of each sentence. */
    private final Map<Unit, Double> endOf = new HashMap<>();

    private final Set<String> texts = new HashSet<>();
    /** Estimated tokens of all speech of the span. */
    private double spoken;
    /** Those of users' speech. */
    private double byUsers;
    /** Those of the first sentences of all user messages, quotes of the previous state included. */
    private double opening;

    private UsersFirst() {}

    /** The sentences for a state of {@code cap} tokens, those nearest to the beginning of their message first; none if they have no room. */
    static List<Unit> of(List<Unit> units, int cap) {
        UsersFirst users = new UsersFirst();
        List<Unit> sentences = new ArrayList<>();
        for (Unit unit : units) {
            if (unit.isQuotable() && users.read(unit)) {
                sentences.add(unit);
            }
        }
        if (users.byUsers >= LESSER_PART * users.spoken || users.opening > SHARE * cap) {
            return List.of();
        }
        sentences.sort(Comparator.comparingDouble(unit -> users.endOf.getOrDefault(unit, 0.0)));
        double room = SHARE * cap;
        int to = 0;
        while (to < sentences.size() && room > 0) {
            room -= sentences.get(to++).tokens + TokenEstimate.SEPARATOR;
        }
        return sentences.subList(0, to);
    }

    /** Measures a sentence; true if it is a user's, and new. */
    private boolean read(Unit unit) {
        boolean user = unit.origin == StateItem.Origin.USER;
        if (unit.from == Unit.From.SPAN) {
            spoken += unit.tokens;
            byUsers += user ? unit.tokens : 0;
        }
        if (!user || !texts.add(unit.text)) {
            return false;
        }
        double tokens = unit.tokens + TokenEstimate.SEPARATOR;
        opening += ends.containsKey(unit.sources) ? 0 : tokens;
        endOf.put(unit, ends.merge(unit.sources, tokens, Double::sum));
        return true;
    }
}
