package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Vocabulary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Chooses clauses, best first, by what each adds per token to what is already chosen.
 *
 * <p>The value of a set of clauses is the weighted coverage of the terms that each speaker used: monotone and submodular,
 * so that the greedy choice by gain per cost is close to the best one (Lin and Bilmes 2011), and a gain can only fall as
 * more is chosen, so that a heap of stale gains suffices (Minoux 1978, "lazy greedy"). A term that this speaker's notes
 * already hold adds little, one that only another's hold adds less than half: that is the redundancy control of MMR (Carbonell and
 * Goldstein 1998) at the level of terms. A clause that needs others comes with them and pays for them. Each clause is
 * looked at again only when a better gain was overtaken; near {@code n log n} in practice.
 *
 * <p>Not thread-safe; lives for one compilation.
 */
final class Selection {
    private static final double KNOWN_FROM_OTHER = 0.4;
    private static final double KNOWN = 0.12;
    private static final double KNOWN_TWICE = 0.006;
    private static final double LONE_WORD = 0.3;
    private static final double NO_CONTENT = 0.1;
    private static final double PRONOUN_FIRST = 0.7;
    private static final double SEPARATOR_TOKENS = 1;
    /** Less than a date costs: a day that makes "yesterday" mean something is worth more than the words count. */
    private static final double DATE_TOKENS = 2;

    private static final int MAX_CHAIN = 12;

    private final int[] bySpeaker;
    private final int[] byAnyone;
    private final PriorityQueue<Candidate> heap = new PriorityQueue<>();

    private final double tokens;

    private Selection(Vocabulary vocabulary, double tokens) {
        this.tokens = tokens;
        bySpeaker = new int[vocabulary.spokenSize()];
        byAnyone = new int[vocabulary.size()];
    }

    /** The clauses worth most for about {@code tokens} tokens, in the order of their worth per token, each with what it needs. */
    static List<List<Clause>> choose(Collection<Sentence> sentences, Vocabulary vocabulary, double tokens) {
        Selection selection = new Selection(vocabulary, tokens);
        for (Sentence sentence : sentences) {
            for (Clause clause : sentence.clauses) {
                selection.offer(clause);
            }
        }
        return selection.run();
    }

    private List<List<Clause>> run() {
        List<List<Clause>> choices = new ArrayList<>();
        double spent = 0;
        for (Candidate next = heap.poll(); next != null && spent < tokens; next = heap.poll()) {
            Candidate now = evaluate(next.clause());
            if (now == null) {
                continue;
            }
            Candidate rival = heap.peek();
            if (rival != null && now.compareTo(rival) > 0) {
                heap.add(now);
                continue;
            }
            take(now);
            spent += now.cost();
            choices.add(now.chain());
        }
        return choices;
    }

    private void offer(Clause clause) {
        Candidate candidate = evaluate(clause);
        if (candidate != null) {
            heap.add(candidate);
        }
    }

    private void take(Candidate candidate) {
        for (Clause clause : candidate.chain()) {
            clause.chosen = true;
            cover(clause, 1);
        }
        for (Clause clause : candidate.chain()) {
            List<Clause> siblings = clause.sentence.clauses;
            int end = Math.min(siblings.size(), clause.index + MAX_CHAIN);
            for (int i = clause.index + 1; i < end; i++) {
                if (clause.equals(siblings.get(i).needs)) {
                    offer(siblings.get(i));
                }
            }
        }
    }

    private void cover(Clause clause, int by) {
        for (int i = 0; i < clause.terms.length; i++) {
            bySpeaker[clause.spoken[i]] += by;
            byAnyone[clause.terms[i]] += by;
        }
    }

    private @Nullable Candidate evaluate(Clause clause) {
        if (clause.chosen) {
            return null;
        }
        boolean alone = clause.needs == null && clause.objection == null && clause.ruledBy() == null;
        if (alone) {
            return clause.superseded ? null : candidate(clause, List.of(clause), false);
        }
        List<Clause> chain = new ArrayList<>();
        Clause at = clause;
        while (at != null && !at.chosen) {
            boolean left = at.superseded && !chain.isEmpty() && chain.get(0).rules;
            if (left) {
                at = null;
                continue;
            }
            if (chain.size() == MAX_CHAIN || at.superseded) {
                return null;
            }
            chain.add(0, at);
            at = at.needs;
        }
        addRules(chain);
        return addObjections(chain) ? candidate(clause, chain, at != null) : null;
    }

    private void addRules(List<Clause> chain) {
        for (int i = 0; i < chain.size(); i++) {
            Clause rule = chain.get(i).ruledBy();
            if (rule != null && !rule.superseded && !rule.chosen && !chain.contains(rule)) {
                chain.add(i + 1, rule);
            }
        }
    }

    /** Adds what was said against any of it; {@code false} if that is too much. */
    private boolean addObjections(List<Clause> chain) {
        for (int i = 0; i < chain.size() && chain.size() <= MAX_CHAIN; i++) {
            Sentence objection = chain.get(i).objection;
            if (objection != null) {
                objection = objection.same == null ? objection : objection.same;
                for (Clause part : objection.clauses) {
                    if (!part.superseded && !part.chosen && !chain.contains(part)) {
                        chain.add(part);
                    }
                }
            }
        }
        return chain.size() <= MAX_CHAIN;
    }

    private @Nullable Candidate candidate(Clause clause, List<Clause> chain, boolean joins) {
        double gain = 0;
        double cost = joins ? 0 : SEPARATOR_TOKENS;
        int content = 0;
        boolean dated = false;
        for (Clause part : chain) {
            for (int i = 0; i < part.terms.length; i++) {
                gain += part.worth[i] * novelty(part, i);
                bySpeaker[part.spoken[i]]++;
                byAnyone[part.terms[i]]++;
            }
            cost += part.tokens;
            content += part.content;
            dated |= part.needsDate;
        }
        chain.forEach(part -> cover(part, -1));
        Utterance utterance = clause.sentence.utterance;
        if (!joins) {
            gain *= content == 0 ? NO_CONTENT : content == 1 ? LONE_WORD : 1;
            gain *= chain.get(0).refers ? PRONOUN_FIRST : 1;
            cost += dated && utterance.date() != null ? DATE_TOKENS : 0;
        }
        return gain > 0 && cost <= tokens
                ? new Candidate(clause, List.copyOf(chain), cost, gain / Math.max(1, cost))
                : null;
    }

    private double novelty(Clause clause, int i) {
        boolean nobodys = clause.sentence.utterance.speaker().isEmpty();
        // What the ledger or a model's state says is labelled with nobody, and repeats whoever said it.
        int times = nobodys ? byAnyone[clause.terms[i]] : bySpeaker[clause.spoken[i]];
        if (times > 0) {
            return times == 1 ? KNOWN : times == 2 ? KNOWN_TWICE : 0.001;
        }
        return byAnyone[clause.terms[i]] > 0 ? KNOWN_FROM_OTHER : 1;
    }

    private record Candidate(Clause clause, List<Clause> chain, double cost, double density)
            implements Comparable<Candidate> {
        /** Densest first, then in the order in which it was said. */
        @Override
        public int compareTo(Candidate other) {
            int byDensity = Double.compare(other.density, density);
            if (byDensity != 0) {
                return byDensity;
            }
            int byOrder = Integer.compare(clause.sentence.order, other.clause.sentence.order);
            return byOrder != 0 ? byOrder : Integer.compare(clause.index, other.clause.index);
        }
    }
}
