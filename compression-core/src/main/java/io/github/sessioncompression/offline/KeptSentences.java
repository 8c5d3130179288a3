package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Offer;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of the sentences of one utterance, without its courtesies, and what it chooses of that which was offered.
 *
 * <p>An answer is kept as it was said, a no beside what limits it, and a question of nothing but grammar for the sake of its answer. Not thread-safe; lives for
 * one utterance.
 */
final class KeptSentences {
    private final List<Sentence> kept = new ArrayList<>();
    private final Set<Sentence> bare = new HashSet<>(0);
    private Offered.@Nullable Taken chosen;

    /**
     * Keeps what says something.
     *
     * @param said the sentences as they were said
     * @param answer to what was asked before
     * @param offer what was offered last
     * @param listed the list of which something was chosen last
     */
    KeptSentences(List<Sentence> said, ShortAnswer answer, Courtesy courtesy, Offered offer, Offered listed) {
        for (int i = 0; i < said.size(); i++) {
            Sentence sentence = said.get(i);
            boolean chooses = i < Offer.FIRST && kept.isEmpty() && chosen == null;
            Offered.Taken choice = chooses ? offer.chosenBy(sentence) : null;
            choice = choice == null && chooses ? listed.chosenAnewBy(sentence) : choice;
            chosen = choice == null ? chosen : choice;
            boolean whole = choice != null || (i == 0 && isAnswer(sentence, answer, courtesy));
            Sentence stripped = whole ? sentence : courtesy.strip(sentence);
            if (stripped != null
                    && offer.isEcho(sentence)
                    && stripped.words.stream().allMatch(Word::isAtom)) {
                continue;
            }
            if (stripped != null) {
                kept.add(stripped);
            } else if (Asked.isBare(sentence) || Unasked.isBareChoice(sentence)) {
                kept.add(sentence);
                bare.add(sentence);
            } else if ((i == 0 && ShortAnswer.denies(sentence)) || isLimited(said, i)) {
                kept.add(sentence);
            }
        }
    }

    /** Whether it answers as it stands. What a note drops would leave its comma behind the question: "Actually, it is 5433." */
    private static boolean isAnswer(Sentence sentence, ShortAnswer answer, Courtesy courtesy) {
        return !sentence.profile.use(sentence.words.get(0)).isDropped()
                && answer.is(sentence)
                && (answer.isYesOrNo(sentence) || !courtesy.isThanks(sentence));
    }

    /** Whether what somebody says of oneself in nothing but grammar is limited by what follows: "I'm in. Not officially." */
    private static boolean isLimited(List<Sentence> said, int at) {
        Sentence sentence = said.get(at);
        return sentence.hasFirstPerson()
                && !sentence.question
                && at + 1 < said.size()
                && Matter.isLimit(said.get(at + 1));
    }

    /** What is kept, in order. */
    List<Sentence> sentences() {
        return kept;
    }

    /** What is chosen; {@code null} if nothing is. */
    Offered.@Nullable Taken chosen() {
        return chosen;
    }

    /** Whether a sentence is kept for the sake of its answer alone. */
    boolean isBare(Sentence sentence) {
        return bare.contains(sentence);
    }

    /** The first sentence; {@code null} if nothing is kept. */
    @Nullable
    Sentence first() {
        return kept.isEmpty() ? null : kept.get(0);
    }

    /**
     * Makes one of what says too little alone and what stands in front of it: a short answer and what goes with it, a sentence and a rule about what it names,
     * "The cap is 20. Never exceed it.", a limit, "Not before 8.", or but a value, be it asked for: "We raise the limit. 15 seconds now?".
     *
     * @param answers whether the first answers or chooses
     */
    void join(boolean answers) {
        boolean denies = !answers && !kept.isEmpty() && ShortAnswer.denies(kept.get(0));
        if ((answers || denies) && kept.size() > 1 && ShortAnswer.goesWith(kept.get(0), kept.get(1))) {
            kept.set(0, kept.get(0).goingOn(kept.remove(1)));
        } else if (denies) {
            kept.remove(0);
        }
        for (int i = kept.size() - 1; i > 0; i--) {
            Sentence before = kept.get(i - 1);
            Sentence added = kept.get(i);
            boolean joins = added.isRuleAbout(before) || Matter.isOnlyValues(added) || Matter.isLimit(added);
            boolean asks = i + 1 == kept.size() && (i > 1 || !answers) && Asked.goesOn(added, before);
            if ((joins || asks) && says(before) && !before.question && !before.aside) {
                kept.set(i - 1, before.goingOn(kept.remove(i)));
            }
        }
    }

    /** Whether it says something that can be limited, and not only "maybe". */
    private static boolean says(Sentence sentence) {
        return sentence.words.stream()
                .anyMatch(word -> word.isAtom()
                        || sentence.profile.use(word).isTime()
                        || !sentence.profile.use(word).isBinding());
    }

    /** Puts the first behind what it answers or chooses. */
    Sentence tieFirst(Sentence to) {
        Sentence tied = kept.get(0).answering(to);
        kept.set(0, tied);
        return tied;
    }
}
