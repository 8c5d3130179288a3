package io.github.sessioncompression.extract;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses sentences, best first, by what each adds for each token to what is already chosen.
 *
 * <p>The value of a set of sentences is the weighted coverage of the terms that each speaker used: monotone and submodular, so that the
 * greedy choice by gain per cost is close to the best one (Lin and Bilmes 2011), and a gain can only fall as more is chosen, so that a
 * heap of stale gains suffices (Minoux 1978, "lazy greedy"). A term that this speaker's sentences already hold adds little, one that only
 * another's hold adds less than half (MMR: Carbonell and Goldstein 1998).
 *
 * <p><em>Algorithm</em>: 1. choose the sentences that come before all others; 2. put each other one into a heap by its gain per token, with all that it
 * needs, which it pays for; 3. take the best, measure it again, and choose it if it still is; 4. stop when the tokens are spent. Near {@code n log n}
 * in practice. <em>Does nothing when</em> a sentence repeats one of its speaker, is a heading, or costs more than all tokens. <em>Threads</em>: not
 * thread-safe; lives for one choice.
 *
 * @see Salience
 * @see EntryWriter
 */
final class Selection {
    /** Part of its worth that a term still adds if only another speaker's chosen sentences have it. */
    private static final double KNOWN_FROM_OTHER = 0.27;
    /** In an answer the question's words are news: they show which of the things asked about is meant. */
    private static final double KNOWN_FROM_ASKER = 0.6;

    /** Part that a term still adds if one chosen sentence of this speaker has it. */
    private static final double KNOWN = 0.18;
    /** Part that it adds if two of them have it. */
    private static final double KNOWN_TWICE = 0.02;
    /** Part that it adds if three or more of them have it. */
    private static final double KNOWN_OFTEN = 0.002;
    /** Factor of a choice without a content word, such as "Sure, thank you". */
    private static final double NO_CONTENT = 0.1;
    /** Factor of a choice with one content word. */
    private static final double LONE_WORD = 0.64;
    /** Factor of a choice with two content words. */
    private static final double TWO_WORDS = 0.75;

    /** Worth of a sentence without any term, which is written if nothing else is. */
    private static final double LEAST = 1e-6;

    /** Units that are chosen together at most, what a unit needs included. */
    private static final int MAX_CHAIN = 8;
    /**
     * Speakers whose terms are counted apart. A chat may have thousands of names, each of which would take an array of
     * ints over the whole vocabulary.
     */
    private static final int MOST_SPEAKERS = 16;
    /** Key of the speakers that are counted together, and of entries without a speaker. */
    private static final String OTHERS = "";

    /** Times that the chosen sentences of a speaker have each term. */
    private final Map<String, int[]> bySpeaker = new HashMap<>();
    /** Times that all chosen sentences have each term. */
    private final int[] byAnyone;

    private final PriorityQueue<Candidate> heap = new PriorityQueue<>();
    private final List<List<Unit>> choices = new ArrayList<>();
    private final double tokens;
    private double spent;

    private Selection(Vocabulary vocabulary, double tokens) {
        this.tokens = tokens;
        byAnyone = new int[vocabulary.size()];
    }

    /**
     * The units chosen for about {@code tokens} tokens, each with what it needs.
     *
     * @param first units that come before all others, in this order, without answers; after them the order is that of the worth per token
     */
    static Choices choose(Collection<Unit> units, Vocabulary vocabulary, List<Unit> first, double tokens) {
        Selection selection = new Selection(vocabulary, tokens);
        units.forEach(unit -> unit.chosen = false);
        first.forEach(unit -> selection.choose(unit.chain(MAX_CHAIN, false)));
        int opening = selection.choices.size();
        Map<String, Set<String>> said = new HashMap<>();
        for (Unit unit : units) {
            boolean repeated = unit.from != Unit.From.BEFORE
                    && !said.computeIfAbsent(unit.speaker, key -> new HashSet<>())
                            .add(unit.text);
            Candidate candidate = unit.from == Unit.From.BEFORE || repeated ? null : selection.evaluate(unit);
            if (candidate != null) {
                selection.heap.add(candidate);
            }
        }
        selection.run();
        return new Choices(selection.choices, first, opening, tokens);
    }

    /**
     * Chosen units, each with what it needs.
     *
     * @param opening number of chains that were chosen because they come before all others
     */
    record Choices(List<List<Unit>> chains, List<Unit> first, int opening, double tokens) {
        /** The choices for fewer tokens; {@code null} if they are not simply the first of these. */
        @Nullable
        List<List<Unit>> within(List<Unit> firstOfFewer, double fewer) {
            double spent = 0;
            int to = 0;
            boolean same = fewer <= tokens && first.equals(firstOfFewer);
            while (same && to < chains.size() && (to < opening || spent < fewer)) {
                double cost = cost(chains.get(to));
                same = to < opening || cost <= fewer;
                spent += cost;
                to++;
            }
            return same ? chains.subList(0, to) : null;
        }
    }

    /**
     * Lazy greedy: the best candidate by its stale gain is measured again, and chosen if it is still better than the
     * next one, else put back.
     */
    private void run() {
        for (Candidate next = heap.poll(); next != null && spent < tokens; next = heap.poll()) {
            Candidate now = evaluate(next.unit());
            if (now == null) {
                continue;
            }
            Candidate rival = heap.peek();
            if (rival != null && now.compareTo(rival) > 0) {
                heap.add(now);
                continue;
            }
            choose(now.chain());
        }
    }

    /** Marks units as chosen and counts their terms and cost; nothing for an empty chain. */
    private void choose(List<Unit> chain) {
        for (Unit unit : chain) {
            unit.chosen = true;
            cover(unit, 1);
        }
        if (!chain.isEmpty()) {
            choices.add(chain);
            spent += cost(chain);
        }
    }

    /** Estimated tokens of a choice, with those of one joint. */
    private static double cost(List<Unit> chain) {
        double tokens = chain.size() == 1 // as most: no stream
                ? chain.get(0).tokens
                : chain.stream().mapToDouble(unit -> unit.tokens).sum();
        return TokenEstimate.SEPARATOR + tokens;
    }

    /** Adds {@code by} to the times that the unit's speaker, and anyone, has its terms. */
    private void cover(Unit unit, int by) {
        int[] ofSpeaker = timesBy(unit.speaker);
        for (int term : unit.terms) {
            ofSpeaker[term] += by;
            byAnyone[term] += by;
        }
    }

    /**
     * The gain per token of a unit with all that it needs; {@code null} if it is chosen already, or costs more than all
     * tokens.
     *
     * <p>Counts the chain's terms as if it were chosen, so that its own parts do not repeat one another, and takes them
     * back.
     */
    private @Nullable Candidate evaluate(Unit unit) {
        if (unit.chosen) {
            return null;
        }
        List<Unit> chain = unit.chain(MAX_CHAIN, true);
        double gain = 0;
        double cost = cost(chain);
        int content = 0;
        for (Unit part : chain) {
            boolean heading = part.from == Unit.From.BEFORE;
            int[] ofSpeaker = timesBy(part.speaker);
            for (int i = 0; i < part.terms.length; i++) {
                int term = part.terms[i];
                // An entry that a model wrote repeats any speaker.
                int known = part.speaker.isEmpty() ? byAnyone[term] : ofSpeaker[term];
                gain += heading ? 0 : part.worth[i] * novelty(part, known, byAnyone[term]);
                ofSpeaker[term]++;
                byAnyone[term]++;
            }
            content += heading ? 0 : part.content;
        }
        for (Unit part : chain) {
            cover(part, -1);
        }
        gain *= content == 0 ? NO_CONTENT : content == 1 ? LONE_WORD : content == 2 ? TWO_WORDS : 1;
        return cost <= tokens ? new Candidate(unit, chain, Math.max(LEAST, gain) / cost) : null;
    }

    /** Speakers behind the first few are counted as one: a chat may have thousands. */
    private int[] timesBy(String speaker) {
        boolean own = bySpeaker.size() < MOST_SPEAKERS || bySpeaker.containsKey(speaker);
        return bySpeaker.computeIfAbsent(own ? speaker : OTHERS, key -> new int[byAnyone.length]);
    }

    /** Part of its worth that a term adds which this speaker's chosen sentences have {@code known} times, all of them {@code byAll} times. */
    private static double novelty(Unit unit, int known, int byAll) {
        double fromOther = unit.asked == null ? KNOWN_FROM_OTHER : KNOWN_FROM_ASKER;
        return switch (known) {
            case 0 -> byAll > 0 ? fromOther : 1;
            case 1 -> KNOWN;
            case 2 -> KNOWN_TWICE;
            default -> KNOWN_OFTEN;
        };
    }

    private record Candidate(Unit unit, List<Unit> chain, double density) implements Comparable<Candidate> {
        /** Densest first, then in the order of the chat. */
        @Override
        public int compareTo(Candidate other) {
            int byDensity = Double.compare(other.density, density);
            return byDensity != 0 ? byDensity : Integer.compare(unit.order, other.unit.order);
        }
    }
}
