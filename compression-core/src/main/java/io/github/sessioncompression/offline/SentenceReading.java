package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.survival.Readings;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Offer;
import io.github.sessioncompression.text.Replies;
import io.github.sessioncompression.text.Vocabulary;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads utterances into sentences with terms and clauses.
 *
 * <p>An answer of a few words is read together with the question before it, which is not noted again by itself: "how old are
 * they?: four and seven". Not thread-safe; lives for one compilation.
 */
final class SentenceReading {
    /** Words of a question that is repeated with its answer. */
    static final int LONGEST_QUESTION = Replies.LONGEST_QUESTION;

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

    /** What the last utterance offers. */
    private Offered offer = new Offered(List.of());
    /** The list of which something was chosen last. */
    private Offered listed = new Offered(List.of());
    /** Whether the asker has said something more since. */
    private boolean late;
    /** The question that the last utterance answered. */
    private @Nullable Sentence answered;

    private List<Sentence> last = List.of();
    /** The units in which each speaker gave numbers last. */
    private final UnitsGiven units = new UnitsGiven();
    /** What was said last before what is new, and is not noted. */
    private final List<Sentence> recalled = new ArrayList<>();

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
        List<Sentence> heard = new ArrayList<>();
        List<Sentence> kept = new ArrayList<>();
        boolean found = utterance.origin() == Utterance.Origin.TOOL;
        List<Sentence> said = split.of(utterance, profile);
        boolean anew = !found && !said.isEmpty() && units.arePutRightBy(said.get(0));
        if (anew) {
            said.get(0).corrects = true;
        }
        Sentence question = found || said.isEmpty() || anew ? null : asked(said.get(0));
        ShortAnswer answer = new ShortAnswer(question);
        Offered.Taken offered = null;
        Set<Sentence> bare = new HashSet<>(0);
        Sentence retyped = Retyped.of(said, last);
        if (retyped != null) {
            said.get(0).retypes = retyped;
            said.get(0).corrects = true;
        }
        for (Sentence sentence : said) {
            heard.add(sentence);
            boolean chooses = heard.size() <= Offer.FIRST && kept.isEmpty() && !found && offered == null;
            Offered.Taken chosen = chooses ? offer.chosenBy(sentence) : null;
            chosen = chosen == null && chooses ? listed.chosenAnewBy(sentence) : chosen;
            offered = chosen == null ? offered : chosen;
            // What a note drops would leave its comma behind the question: "Actually, it is 5433."
            boolean whole = heard.size() == 1
                    && !profile.isDropped(sentence.words.get(0).lower())
                    && answer.is(sentence)
                    && (answer.isYesOrNo(sentence) || !courtesy.isThanks(sentence));
            Sentence stripped = whole || chosen != null ? sentence : courtesy.strip(sentence);
            if (stripped != null) {
                kept.add(stripped);
            } else if (Asked.isBare(sentence)) {
                kept.add(sentence);
                bare.add(sentence);
            } else if ((heard.size() == 1 && ShortAnswer.denies(sentence)) || isLimited(said, heard.size() - 1)) {
                kept.add(sentence);
            }
        }
        boolean answers = !kept.isEmpty()
                && answer.is(kept.get(0))
                && (!late || ShortAnswer.gives(kept.get(0)) || answer.isPerson(kept.get(0)));
        Sentence to = offered != null ? offered.item() : answers ? question : null;
        if (to == null && goesOn(kept)) {
            to = answered;
        }
        boolean denies = to == null && !kept.isEmpty() && ShortAnswer.denies(kept.get(0));
        if ((to != null || denies) && kept.size() > 1 && ShortAnswer.goesWith(kept.get(0), kept.get(1))) {
            kept.set(0, kept.get(0).goingOn(kept.remove(1)));
        } else if (denies) {
            kept.remove(0);
        }
        joinAdded(kept);
        readTerms(utterance, profile, kept);
        if (to != null) {
            kept.set(0, kept.get(0).answering(to));
            if (to == question && to.question) {
                asked.settle(to);
            } else {
                to.weight = 0;
            }
            if (offered != null && offered.list() != null) {
                listed = offered.list();
                listed.take(kept.get(0));
            }
        }
        last = kept;
        if (!found) {
            answered = to;
            offer = new Offered(kept);
            ask(utterance, said);
        }
        Fences fences = new Fences(utterance.text());
        for (Sentence sentence : kept) {
            sentence.cut();
            double worth = bare.contains(sentence) ? 0 : weight;
            add(sentence, fences.isCode(sentence.words.get(0).start()) ? worth * CODE : worth);
        }
        return found ? kept : heard;
    }

    /** What a sentence may be the answer to. */
    private @Nullable Sentence asked(Sentence answer) {
        Sentence question = asked.answeredBy(answer);
        return question == null ? unasked.askedBy(answer) : question;
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

    /** Remembers the questions that were asked last, be it that the asker has said one thing more since. */
    private void ask(Utterance utterance, List<Sentence> said) {
        Asked now = Asked.of(last);
        boolean adds = now.isEmpty()
                && !asked.isEmpty()
                && asked.speaker().equals(utterance.speaker())
                && asked.order() == utterance.order() - 1
                && last.stream().noneMatch(sentence -> sentence.question);
        asked = adds ? asked : now;
        late = adds;
        unasked = Unasked.of(last, said);
    }

    /**
     * Goes on where the notes read so far end: with the question in the message before {@code first}, if all that they know of that message is what it asks.
     */
    void goOnFrom(long first) {
        for (Sentence note : sentences) {
            boolean before = note.provenance.sources().contains(first - 1);
            boolean asks = before
                    && note.question
                    && note.words.size() <= LONGEST_QUESTION
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
        recalled.addAll(said);
        said.clear();
        recalled.forEach(sentence -> sentence.weight = 1);
        last = lastNoted;
        answered = null;
    }

    /** Takes out the notes of questions that were asked last before what is new and are noted with their answer now, and of choices that are made anew. */
    void settleNotes() {
        for (Sentence before : recalled) {
            boolean anew = before.answerFrom > 0 && before.clauses.stream().allMatch(clause -> clause.superseded);
            if (before.weight > 0 && !anew) {
                continue;
            }
            for (Sentence note : sentences) {
                boolean of = note.utterance.origin() == Utterance.Origin.STATE
                        && note.provenance.sources().containsAll(before.provenance.sources());
                if (of && !anew && note.question) {
                    note.weight = 0;
                } else if (of && anew && note.answerFrom > 0) {
                    note.clauses.forEach(clause -> clause.superseded = true);
                }
            }
        }
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

    /** Whether what somebody says of oneself in nothing but grammar is limited by what follows: "I'm in. Not officially." */
    private static boolean isLimited(List<Sentence> said, int at) {
        Sentence sentence = said.get(at);
        return sentence.hasFirstPerson()
                && !sentence.question
                && at + 1 < said.size()
                && Matter.isLimit(said.get(at + 1));
    }

    /** Makes one of a sentence and what says nothing alone: a rule about what it names, "The cap is 20. Never exceed it.", a limit, "Not before 8.", or but a value. */
    private static void joinAdded(List<Sentence> kept) {
        for (int i = kept.size() - 1; i > 0; i--) {
            Sentence before = kept.get(i - 1);
            Sentence added = kept.get(i);
            boolean joins = added.isRuleAbout(before) || Matter.isOnlyValues(added) || Matter.isLimit(added);
            if (joins && !before.question && !before.aside) {
                kept.set(i - 1, before.goingOn(kept.remove(i)));
            }
        }
    }

    /** Reads values that each stand for themselves, tied to the first; {@code null} if there is no word in them. */
    @Nullable
    Sentence readValues(Utterance utterance, LanguageProfile language, List<String> values) {
        List<Word> words = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        int at = 0;
        for (String value : values) {
            int start = at;
            for (String word : value.split(" ", -1)) {
                if (!word.isEmpty()) {
                    words.add(Word.of(word, start, start + word.length(), (char) 0, false, false));
                }
                start += word.length() + 1;
            }
            at += value.length() + 2;
            if (!words.isEmpty()) {
                words.set(words.size() - 1, words.get(words.size() - 1).followedBy(','));
            }
            ends.add(words.size());
        }
        Sentence sentence = new Sentence(utterance, language, words, '.', false);
        readTerms(utterance, language, List.of(sentence));
        List<Clause> clauses = new ArrayList<>();
        int from = 0;
        for (int end : ends) {
            if (end > from) {
                Clause head = clauses.isEmpty() ? null : clauses.get(0);
                clauses.add(new Clause(sentence, from, end, clauses.size(), head, false));
            }
            from = end;
        }
        sentence.clauses = clauses;
        if (clauses.isEmpty()) {
            return null;
        }
        add(sentence, 1);
        return sentence;
    }

    private void add(Sentence sentence, double weight) {
        sentence.weight = weight;
        sentence.order = sentences.size();
        sentences.add(sentence);
        units.hear(sentence);
    }
}
