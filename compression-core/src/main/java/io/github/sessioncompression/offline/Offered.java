package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Offer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the sentences of an utterance offer, to be chosen from by the next. Not thread-safe; lives for one compilation. */
final class Offered {
    /** What is offered and not chosen is no fact. */
    private static final double NOT_CHOSEN = 0.3;

    private final List<Sentence> said;
    private @Nullable Offer offer;
    /** What was chosen of the list; {@code null} as long as nothing was. */
    private @Nullable Sentence taken;

    /** What does no more than repeat a value that was said. */
    private @Nullable Sentence echo;

    /** What the sentences of one utterance offer. */
    Offered(List<Sentence> said) {
        this.said = said;
    }

    static Offered nothing() {
        return new Offered(List.of());
    }

    /**
     * What is chosen, as something that was asked.
     *
     * @param list the list that it is of; {@code null} if it is none
     */
    record Taken(Sentence item, @Nullable Offered list) {}

    /** What a sentence of the other side chooses or repeats a value of, as something that was asked; {@code null} if it does neither. */
    @Nullable
    Taken chosenBy(Sentence sentence) {
        boolean open = !sentence.question
                && !sentence.aside
                && sentence.utterance.origin() != Utterance.Origin.STATE
                && !said.isEmpty()
                && !said.get(0).utterance.speaker().equals(sentence.utterance.speaker());
        Offer.Chosen chosen =
                open ? offer().chosenBy(sentence.words, sentence.profile, Matter.isKnown(sentence)) : null;
        if (chosen == null) {
            return null;
        }
        if (!chosen.item()) {
            Sentence repeated = said.get(chosen.parts().get(0).sentence());
            boolean settled = isSettled(repeated, sentence);
            echo = settled ? sentence : null;
            return settled ? null : new Taken(repeated, null);
        }
        Sentence all = sentence(chosen.parts().get(0));
        for (Offer.Part part : chosen.parts().subList(1, chosen.parts().size())) {
            all = all.goingOn(sentence(part));
        }
        chosen.others().forEach(this::weigh);
        return new Taken(all, this);
    }

    /** Whether the user says something, so that the assistant that repeats the value chooses nothing: "no sorry, 1", "1 pm then". */
    private static boolean isSettled(Sentence sentence, Sentence by) {
        return !sentence.question && by.utterance.origin() == Utterance.Origin.ASSISTANT;
    }

    /** Whether the assistant does no more than repeat a value of the user's: "good, 30". */
    boolean isEcho(Sentence sentence) {
        return sentence.equals(echo);
    }

    /** What a sentence chooses instead of what was chosen of the list a few messages before, "no, option 1"; {@code null} if it does not. */
    @Nullable
    Taken chosenAnewBy(Sentence sentence) {
        boolean may = taken != null
                && sentence.corrects
                && sentence.utterance.order() - said.get(0).utterance.order() <= Offer.NEAR;
        Taken chosen = may ? chosenBy(sentence) : null;
        return chosen == null || chosen.list() == null ? null : chosen;
    }

    /** Remembers what chooses of the list; what has chosen before does no longer. */
    void take(Sentence choice) {
        if (taken != null && choice.corrects) {
            taken.clauses.forEach(clause -> clause.superseded = true);
        }
        taken = choice;
    }

    private Offer offer() {
        Offer known = offer;
        if (known == null) {
            Sentence first = said.get(0);
            known = new Offer(
                    first.utterance.text(),
                    first.profile,
                    said.stream()
                            .map(each -> new Offer.Said(each.words, each.answerFrom, each.question))
                            .toList());
            offer = known;
        }
        return known;
    }

    /** Some words as a sentence with terms. */
    private Sentence sentence(Offer.Part part) {
        Sentence whole = said.get(part.sentence());
        Sentence sentence = whole.withWords(whole.words.subList(part.from(), part.to()));
        sentence.terms = new int[part.to() - part.from()][];
        System.arraycopy(whole.terms, part.from(), sentence.terms, 0, sentence.terms.length);
        return sentence;
    }

    /** Lowers the weight of what stands on the line of an item that is not chosen. */
    private void weigh(Offer.Part item) {
        Sentence of = said.get(item.sentence());
        int start = of.words.get(item.from()).start();
        int newline = of.utterance.text().indexOf('\n', start);
        int end = newline < 0 ? of.utterance.text().length() : newline;
        for (Sentence other : said) {
            int at = other.words.get(other.words.size() - 1).start();
            other.weight *= at >= start && at < end ? NOT_CHOSEN : 1;
        }
    }
}
