package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Vocabulary;
import io.github.sessioncompression.text.Word;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * How much a clause is worth before redundancy is looked at.
 *
 * <p>A term is worth a little more the more often it is used (a topic matters more than an aside, but naming it once is almost all
 * of it, and what is said once is what nobody can guess); names, numbers and dates more, everyday words less. A clause counts by
 * what it does: telling about oneself most, other statements less, exclamations, captions, questions and remarks about the listener
 * least, unless they hold a name, a number or an id; between people also what tells of an event with its time, and what an article
 * stands in front of, which is a thing. A word that the other side takes up in its answer was heard as what the
 * message is about. Between people each part of a sentence is addressed by itself ("taking your advice, I rewrote the plan"); to a model a
 * whole sentence is. The factors are round numbers, settled by changing one at a time and comparing the
 * mean recall over five conversations and several caps; it changes little within a third of any of them.
 */
final class Salience {
    private static final double LIGHT_WORD = 0.3;
    private static final double ATOM = 3.5;
    /** A model can say anything again but the values of its user. */
    private static final double ATOM_FOR_A_MODEL = 6;

    private static final double PROPER = 3.5;
    /** Where few capitals are names: in headings and code, and in languages that write every noun so. */
    private static final double CAPITAL = 2;

    private static final double TIME = 2.5;
    /** Between people, what an article or the like stands in front of: a thing, and things are asked after. */
    private static final double THING = 1.4;
    /** Between people, a sentence that says when: it tells of something that happened or will. */
    private static final double EVENT = 1.4;

    private static final double ABOUT_ONESELF = 1;
    private static final double STATEMENT = 0.8;
    private static final double EXCLAMATION = 0.45;
    private static final double ASIDE = 0.45;
    private static final double WITH_VALUE = 0.5;
    private static final double TO_LISTENER_ABOUT_ONESELF = 0.3;
    private static final double TO_LISTENER = 0.15;
    private static final double QUESTION = 0.15;
    /** What the words of a question count in front of its answer. */
    private static final double REPEATED = 0.5;

    private static final double QUESTION_ABOUT_ONESELF = 0.45;
    private static final double CUE = 1.2;
    /** What matters of a tool's values is often said as well. */
    private static final double TOOL_VALUE = 0.6;

    private static final double TOOL_WORD = 0.4;
    /** People's own words over a model's, which is often long and can be said again. */
    private static final double USER_OF_ASSISTANT = 2;

    private static final double ASSISTANT_OF_USER = 0.6;

    /** What a state holds was worth noting before, among others that were not. */
    private static final double NOTED = 1.1;
    /** Where its worth is known, too: of two that are worth the same the older one stays, whatever was rounded. */
    private static final double KEPT = 1.02;
    /** Between people more, since a note has lost its articles. */
    private static final double NOTED_OF_PEOPLE = 1.3;

    /** A word that the other side takes up at once. */
    private static final double TAKEN_UP = 1.5;

    /** What somebody must, never or only wants holds for all that follows. */
    private static final double CONSTRAINT = 5;
    /** What somebody settled with a model: "let's take the mill". */
    private static final double SETTLED = 2;
    /** What the speaker put a label in front of: "Important: …". */
    private static final double LABELLED = 2;

    /** Characters of what a name may be shortened to. */
    private static final int SHORTEST_NAME = 3;

    /** An assistant's "I understand" and "let me know". */
    private static final double BOILERPLATE = 0.3;

    /** Languages that write every noun with a capital, which is then no sign of a name. */
    private static final Set<String> CAPITAL_NOUNS = Set.of("de");

    private static final List<String> CUES = List.of("decision", "correction", "style");

    private final Vocabulary vocabulary;
    private final boolean namelessChat;
    /** The names of those who speak, in lower case. */
    private final Set<String> speakers;
    /** The terms that the other side's answer to each utterance has in common with it. */
    private final Uptake uptake;
    /** A factor on what a clause is worth. */
    private final ToDoubleFunction<Clause> factor;

    Salience(
            Vocabulary vocabulary,
            boolean namelessChat,
            Set<String> speakers,
            Uptake uptake,
            ToDoubleFunction<Clause> factor) {
        this.factor = factor;
        this.vocabulary = vocabulary;
        this.namelessChat = namelessChat;
        this.speakers = speakers;
        this.uptake = uptake;
    }

    /** Fills in terms and worth of every clause of a sentence. */
    void value(Sentence sentence, Set<Integer> focus) {
        boolean first = sentence.hasFirstPerson();
        boolean second = sentence.hasSecondPerson();
        double boost = sentence.weight * focusFactor(sentence, focus);
        int heard = heard(sentence);
        for (Clause clause : sentence.clauses) {
            boolean addressed = second && (namelessChat || sentence.question || clause.hasSecondPerson());
            double kind = heard > 0
                    ? KEPT * heard / 100
                    : eventFactor(sentence) * kindFactor(clause, first, addressed) * ruleFactor(clause);
            fill(clause, boost * factor.applyAsDouble(clause), kind, heard > 0);
        }
    }

    /** What a note is worth by where its words were said, which it no longer shows, in hundredths; 0 if it is none or that is not known. */
    private static int heard(Sentence sentence) {
        return sentence.utterance.origin() == Utterance.Origin.STATE ? sentence.provenance.worth() : 0;
    }

    private static double focusFactor(Sentence sentence, Set<Integer> focus) {
        if (focus.isEmpty()) {
            return 1;
        }
        int shared = 0;
        for (int[] terms : sentence.terms) {
            for (int term : terms) {
                shared += focus.contains(term) ? 1 : 0;
            }
        }
        return shared == 0 ? 1 : shared == 1 ? 2.5 : 4;
    }

    private double eventFactor(Sentence sentence) {
        boolean told = !sentence.question && !sentence.aside && sentence.utterance.origin() != Utterance.Origin.TOOL;
        return !namelessChat && told && sentence.hasTime() ? EVENT : 1;
    }

    private double kindFactor(Clause clause, boolean first, boolean second) {
        Sentence sentence = clause.sentence;
        Utterance.Origin origin = sentence.utterance.origin();
        if (origin == Utterance.Origin.STATE) {
            double factor = sentence.question
                    ? QUESTION
                    : sentence.aside
                            ? ASIDE
                            : second && !hasAtom(clause) ? WITH_VALUE : namelessChat ? NOTED : NOTED_OF_PEOPLE;
            return namelessChat ? factor * ofSpeaker(sentence.provenance.origin()) : factor;
        }
        if (origin == Utterance.Origin.TOOL) {
            return TOOL_VALUE;
        }
        if (sentence.aside) {
            return ASIDE;
        }
        double factor;
        if (!second) {
            factor = hasAtom(clause) || hasName(clause)
                    ? ABOUT_ONESELF
                    : first || sentence.answerFrom > 0 ? ABOUT_ONESELF : sentence.exclamation ? EXCLAMATION : STATEMENT;
        } else if (hasAtom(clause)) {
            factor = WITH_VALUE;
        } else {
            factor = first ? TO_LISTENER_ABOUT_ONESELF : TO_LISTENER;
        }
        if (sentence.question) {
            factor = Math.min(factor, first && !second ? QUESTION_ABOUT_ONESELF : QUESTION);
        }
        if (namelessChat) {
            factor *= origin == Utterance.Origin.USER ? USER_OF_ASSISTANT : ASSISTANT_OF_USER;
        }
        return hasCue(clause) ? factor * CUE : factor;
    }

    /** What was noted before competes with what is said now as if it were said now. */
    private static double ofSpeaker(StateItem.Origin origin) {
        return switch (origin) {
            case USER -> USER_OF_ASSISTANT;
            case ASSISTANT -> ASSISTANT_OF_USER;
            default -> 1;
        };
    }

    private double ruleFactor(Clause clause) {
        Sentence sentence = clause.sentence;
        boolean assistant = namelessChat
                && (sentence.utterance.origin() == Utterance.Origin.ASSISTANT
                        || sentence.provenance.origin() == StateItem.Origin.ASSISTANT);
        if (assistant) {
            return hasCue(clause, "boilerplate") ? BOILERPLATE : 1;
        }
        boolean tool = sentence.utterance.origin() == Utterance.Origin.TOOL;
        // A phrase alone is no rule: "without any hurry".
        boolean rule = sentence.meaning.types().contains(AnchorType.CONSTRAINT)
                || sentence.meaning.types().contains(AnchorType.PREFERENCE);
        boolean told = !tool && !sentence.question;
        if (!told) {
            return 1;
        }
        boolean whole = sentence.meaning.labelled() || (namelessChat && !hasRuleCue(sentence));
        if (rule && (whole || hasCue(clause, "constraint"))) {
            return CONSTRAINT;
        }
        boolean settled = namelessChat && sentence.meaning.types().contains(AnchorType.DECISION);
        return sentence.meaning.labelled() ? LABELLED : settled ? SETTLED : 1;
    }

    /** Whether one of its clauses has what makes it a rule, so that the others are none. */
    private static boolean hasRuleCue(Sentence sentence) {
        return sentence.clauses.stream().anyMatch(clause -> hasCue(clause, "constraint"));
    }

    private static boolean hasCue(Clause clause) {
        for (String cue : CUES) {
            if (hasCue(clause, cue)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasCue(Clause clause, String cue) {
        return clause.sentence.profile.hasCue(cue, clause.sentence.words, clause.from, clause.to);
    }

    private static boolean hasAtom(Clause clause) {
        for (int i = clause.from; i < clause.to; i++) {
            if (clause.sentence.words.get(i).isAtom()) {
                return true;
            }
        }
        return false;
    }

    /** Whether it names somebody or something else than who speaks. */
    private boolean hasName(Clause clause) {
        Sentence sentence = clause.sentence;
        return !CAPITAL_NOUNS.contains(sentence.profile.code())
                && sentence.words.subList(clause.from, clause.to).stream().anyMatch(this::isName);
    }

    private boolean isName(Word word) {
        return word.isProper() && !isSpeaker(word.lower());
    }

    /** Whether a name is that of somebody who speaks, or short for it: "thanks, Mel". */
    private boolean isSpeaker(String name) {
        return speakers.contains(name)
                || (name.length() >= SHORTEST_NAME && speakers.stream().anyMatch(speaker -> speaker.startsWith(name)));
    }

    private void fill(Clause clause, double boost, double kind, boolean heard) {
        Sentence sentence = clause.sentence;
        LanguageProfile profile = sentence.profile;
        int count = 0;
        for (int i = clause.from; i < clause.to; i++) {
            count += sentence.terms[i].length;
        }
        clause.terms = new int[count];
        clause.spoken = new int[count];
        clause.worth = new double[count];
        Set<Integer> answer = uptake.of(sentence.utterance);
        int at = 0;
        for (int i = clause.from; i < clause.to; i++) {
            Word word = sentence.words.get(i);
            if (sentence.terms[i].length > 0 && !profile.use(word).isLight()) {
                clause.content += profile.isUnspaced() ? sentence.terms[i].length : 1;
            }
            // What is not to be says something of its own: "never call" is no lone word.
            clause.content += profile.use(word).isNegation() && !profile.isUnspaced() ? 1 : 0;
            clause.needsDate |= profile.use(word).isRelativeTime()
                    || (profile.use(word).isTime()
                            && i > 0
                            && profile.use(sentence.words.get(i - 1)).leadsRelativeTime());
            double plain = wordFactor(word, profile) * (i < sentence.answerFrom ? REPEATED : 1);
            double worth = kind * (!heard && isThing(sentence, i) ? THING : 1);
            if (sentence.utterance.origin() == Utterance.Origin.TOOL && !word.isAtom() && !word.isProper()) {
                worth *= TOOL_WORD;
            }
            for (int term : sentence.terms[i]) {
                clause.terms[at] = term;
                clause.spoken[at] = vocabulary.spoken(sentence.utterance.speaker(), term);
                double taken = answer.contains(term) ? TAKEN_UP : 1;
                double usual = plain * repeated(vocabulary.occurrences(term));
                clause.plain += usual;
                clause.said += usual * worth * taken;
                clause.worth[at++] = usual * worth * taken * boost;
            }
        }
    }

    private boolean isThing(Sentence sentence, int at) {
        return !namelessChat
                && at > 0
                && sentence.profile.use(sentence.words.get(at - 1)).isDeterminer();
    }

    /** A topic matters a little more than an aside: the fourth root, so that naming it once is almost all of it. */
    private static double repeated(int times) {
        return StrictMath.sqrt(StrictMath.sqrt(1 + StrictMath.log(times)));
    }

    private double wordFactor(Word word, LanguageProfile profile) {
        double factor = profile.use(word).isLight() ? LIGHT_WORD : 1;
        factor *= word.isAtom() ? namelessChat ? ATOM_FOR_A_MODEL : ATOM : 1;
        boolean vague = namelessChat || CAPITAL_NOUNS.contains(profile.code());
        factor *= isName(word) ? vague ? CAPITAL : PROPER : 1;
        return profile.use(word).isTime() ? factor * TIME : factor;
    }
}
