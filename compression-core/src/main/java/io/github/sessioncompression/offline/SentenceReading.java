package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.survival.Readings;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Offer;
import io.github.sessioncompression.text.Replies;
import io.github.sessioncompression.text.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads utterances into sentences with terms and clauses.
 *
 * <p>An answer of a few words is read together with the question before it, which is not noted again by itself: "how old are
 * they?: four and seven". Not thread-safe; lives for one compilation.
 */
final class SentenceReading {
    /** A line of code says little out of its place. */
    private static final double CODE = 0.15;

    private final Readings readings;
    private final Vocabulary vocabulary;
    private final Courtesy courtesy;
    private final UtteranceSentences split;
    private final List<Sentence> sentences = new ArrayList<>();
    /** The questions that the last utterance ended with. */
    private Asked asked = Asked.NOTHING;
    /** What the last utterance ended with, if that may ask, too. */
    private Unasked unasked = Unasked.NOTHING;
    /** What was suggested last. */
    private Unasked suggested = Unasked.NOTHING;

    /** What the last utterance offers. */
    private Offered offer = Offered.nothing();
    /** The list of which something was chosen last. */
    private Offered listed = Offered.nothing();
    /** Whether the asker has said something more since. */
    private boolean late;
    /** The question that the last utterance answered. */
    private @Nullable Sentence answered;

    private List<Sentence> last = List.of();
    /** The units in which each speaker gave numbers last. */
    private final UnitsGiven units = new UnitsGiven();

    private final Recalled recalled = new Recalled();

    private boolean recalls;

    SentenceReading(Vocabulary vocabulary, Courtesy courtesy, Readings readings) {
        split = new UtteranceSentences(readings);
        this.readings = readings;
        this.vocabulary = vocabulary;
        this.courtesy = courtesy;
    }

    /** All that was read, in order. */
    List<Sentence> sentences() {
        return sentences;
    }

    /** The sentences of the utterance read last, with their terms. */
    List<Sentence> last() {
        return last;
    }

    /** Reads what was said; the sentences before courtesy was taken out are returned. */
    List<Sentence> read(Utterance utterance, LanguageProfile usual, double weight) {
        LanguageProfile profile = readings.languageOf(utterance.text(), usual);
        boolean found = utterance.origin() == Utterance.Origin.TOOL;
        List<Sentence> said = split.of(utterance, profile);
        boolean anew = !found && !said.isEmpty() && putsRight(said.get(0));
        Sentence question = found || said.isEmpty() || anew ? null : asked(said.get(0));
        if (!found) {
            markRetyped(said);
        }
        ShortAnswer answer = new ShortAnswer(question);
        KeptSentences kept = found
                ? new KeptSentences(said, answer, courtesy, Offered.nothing(), Offered.nothing())
                : new KeptSentences(said, answer, courtesy, offer, listed);
        Sentence to = answered(kept, question, answer);
        Sentence instead = found || to != null || said.isEmpty() ? null : ValueInstead.of(said.get(0), last);
        kept.join(to != null);
        readTerms(utterance, profile, kept.sentences());
        if (to != null) {
            tie(kept, to, question);
        } else if (instead != null && kept.first() != null && said.get(0).retypes == null) {
            tie(kept, instead, null);
        }
        last = kept.sentences();
        if (!found) {
            answered = to;
            offer = new Offered(last);
            ask(utterance, said);
        }
        tieAtOnce(last);
        Fences fences = new Fences(utterance.text());
        for (Sentence sentence : last) {
            sentence.cut();
            double worth = kept.isBare(sentence) ? 0 : weight;
            add(sentence, fences.isCode(sentence.words.get(0).start()) ? worth * CODE : worth);
        }
        return found ? last : said;
    }

    /** Whether the first sentence puts right a number of the same unit, so that it answers nothing; it is marked so. */
    private boolean putsRight(Sentence first) {
        boolean puts = units.arePutRightBy(first);
        first.corrects |= puts;
        return puts;
    }

    /** Marks what puts right the message before by the same speaker, or what stands in front of it. */
    private void markRetyped(List<Sentence> said) {
        for (int i = 1; i < said.size(); i++) {
            said.get(i).corrects |= Retyped.isAtOnce(said.get(i), said.get(i - 1));
        }
        Sentence retyped = Retyped.of(said, last);
        if (retyped != null) {
            said.get(0).retypes = retyped;
            said.get(0).corrects = true;
        }
    }

    /** Ties what takes back a value at once to the sentence in front of it. */
    private static void tieAtOnce(List<Sentence> kept) {
        for (int i = 1; i < kept.size(); i++) {
            boolean corrects = kept.get(i).corrects && Retyped.isAtOnce(kept.get(i), kept.get(i - 1));
            kept.get(i).retypes = corrects ? kept.get(i - 1) : kept.get(i).retypes;
        }
    }

    /** What the first sentence that is kept answers, chooses or goes on with; {@code null} if it stands for itself. */
    private @Nullable Sentence answered(KeptSentences kept, @Nullable Sentence question, ShortAnswer answer) {
        Sentence first = kept.first();
        Offered.Taken chosen = kept.chosen();
        if (chosen != null) {
            return chosen.item();
        }
        boolean answers = first != null && answer.is(first) && (!late || answer.isClear(first));
        Sentence to = answers ? question : null;
        return to == null && goesOn(kept.sentences()) ? answered : to;
    }

    /** Puts the first sentence behind what it answers or chooses, which is not noted again. */
    private void tie(KeptSentences kept, Sentence to, @Nullable Sentence question) {
        Sentence options = to == question ? options(to, kept) : null;
        Sentence tied = kept.tieFirst(options == null ? to : options.goingOn(to));
        if (to == question && to.question) {
            asked.settle(to);
        } else {
            to.weight = 0;
        }
        if (options != null) {
            options.weight = 0;
        }
        Offered.Taken chosen = kept.chosen();
        if (chosen != null && chosen.list() != null) {
            listed = chosen.list();
            listed.take(tied);
        }
    }

    /** What stands in front of a question and names what the answer takes by its place, "Here or there. Which place?", "the first"; {@code null} if nothing does. */
    private @Nullable Sentence options(Sentence question, KeptSentences kept) {
        int at = last.indexOf(question);
        Sentence first = kept.first();
        Sentence before = at > 0 ? last.get(at - 1) : null;
        boolean joins = before != null
                && first != null
                && !before.question
                && !before.aside
                && before.words.size() <= Offer.LONGEST_LIST - question.words.size()
                && Offer.isOfPlace(first.words, before.words, question.words, first.profile);
        return joins ? before : null;
    }

    /** What a sentence may be the answer to. */
    private @Nullable Sentence asked(Sentence answer) {
        Sentence question = late ? unasked.askedBy(answer) : null;
        question = question == null ? asked.answeredBy(answer) : question;
        question = question == null ? unasked.askedBy(answer) : question;
        return question == null && asked.isEmpty() ? suggested.acceptedBy(answer) : question;
    }

    /** Whether what was said answers on what the same speaker answered in the message before. */
    private boolean goesOn(List<Sentence> kept) {
        return answered != null
                && kept.size() == 1
                && kept.get(0).retypes == null
                && !last.isEmpty()
                && Retyped.isNext(kept.get(0), last.get(0))
                && new ShortAnswer(answered).goesOn(kept.get(0));
    }

    /** Remembers the questions that were asked last, be it that the asker has said one thing more behind them or in the next message. */
    private void ask(Utterance utterance, List<Sentence> said) {
        Asked now = Asked.of(last);
        Asked inside = now.isEmpty() && last.size() > 1 ? Asked.of(last.subList(0, last.size() - 1)) : now;
        boolean adds = now.isEmpty()
                && !asked.isEmpty()
                && asked.speaker().equals(utterance.speaker())
                && asked.order() == utterance.order() - 1
                && last.stream().noneMatch(sentence -> sentence.question);
        asked = adds ? asked : inside;
        late = adds || (now.isEmpty() && !inside.isEmpty());
        unasked = Unasked.of(last, said);
        suggested = unasked.suggests() ? unasked : suggested;
    }

    /**
     * Goes on where the notes read so far end: with the question in the message before {@code first}, if all that they know of that message is what it asks.
     */
    void goOnFrom(long first) {
        for (Sentence note : sentences) {
            boolean before = note.provenance.sources().contains(first - 1);
            boolean asks = before
                    && note.question
                    && note.words.size() <= Replies.LONGEST_QUESTION
                    && note.provenance.kind() == StateItem.Kind.QUESTION;
            if (before && !asks) {
                asked = Asked.NOTHING;
                return;
            }
            asked = asks ? new Asked(List.of(note)) : asked;
        }
    }

    /** Reads what was said before what is new, and is noted already, for what it asks and offers. */
    void recall(Utterance utterance, LanguageProfile usual) {
        List<Sentence> lastNoted = last;
        int from = sentences.size();
        recalls = true;
        read(utterance, usual, 1);
        recalls = false;
        List<Sentence> said = sentences.subList(from, sentences.size());
        recalled.add(said);
        said.clear();
        last = lastNoted;
        answered = null;
    }

    /** Takes out the notes of questions that were asked last before what is new and are noted with their answer now, and of choices that are made anew. */
    void settleNotes() {
        recalled.settle(sentences);
    }

    private void readTerms(Utterance utterance, LanguageProfile profile, List<Sentence> sentences) {
        if (recalls) {
            // What was said before is not counted again.
            for (Sentence sentence : sentences) {
                sentence.terms = new int[sentence.words.size()][0];
            }
            return;
        }
        List<int[][]> terms = vocabulary.read(
                utterance.text(),
                profile,
                sentences.stream().map(Sentence::asText).toList());
        for (int i = 0; i < sentences.size(); i++) {
            sentences.get(i).terms = terms.get(i);
        }
    }

    /** Reads values that each stand for themselves, tied to the first; {@code null} if there is no word in them. */
    @Nullable
    Sentence readValues(Utterance utterance, LanguageProfile language, List<String> values) {
        TiedValues tied = new TiedValues(utterance, language, values);
        readTerms(utterance, language, List.of(tied.sentence()));
        if (!tied.cut()) {
            return null;
        }
        add(tied.sentence(), 1);
        return tied.sentence();
    }

    private void add(Sentence sentence, double weight) {
        sentence.weight = weight;
        sentence.order = sentences.size();
        sentences.add(sentence);
        units.hear(sentence);
    }
}
