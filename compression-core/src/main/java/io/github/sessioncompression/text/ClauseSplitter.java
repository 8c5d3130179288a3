package io.github.sessioncompression.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Cuts a sentence into clauses and says which of them can stand alone.
 *
 * <p>A cut is made at punctuation, before a conjunction, and before a preposition once {@link #MIN_CONTENT} words of
 * content have been read, so that the tail of a long sentence can be left out where the head is worth its tokens. A clause
 * with a subject of its own stands alone; any other needs the one before. Conditions, exceptions, negations, comparisons and
 * times are never cut from what they limit. This is sentence compression by deletion (Knight and Marcu 2000; Clarke and Lapata 2008)
 * without a parser: word lists instead of a tree, so it is linear and works for any language with a profile.
 */
final class ClauseSplitter {
    private static final int MIN_CONTENT = 3;
    /** Characters. */
    private static final int LONGEST_UNSPACED_NAME = 5;
    /** Words. */
    private static final int LONGEST_APPOSITION = 5;
    /** Words of a value and of what leads to it. */
    private static final int LONGEST_VALUE = 3;

    private final List<Word> words;
    private final LanguageProfile profile;

    private ClauseSplitter(List<Word> words, LanguageProfile profile) {
        this.words = words;
        this.profile = profile;
    }

    static List<SentenceWords.Clause> split(List<Word> words, LanguageProfile profile) {
        return new ClauseSplitter(words, profile).run();
    }

    private List<SentenceWords.Clause> run() {
        List<SentenceWords.Clause> clauses = new ArrayList<>();
        int from = 0;
        int content = 0;
        boolean alone = true;
        for (int i = 0; i < words.size(); i++) {
            if (i > from && cutBefore(i, content)) {
                clauses.add(new SentenceWords.Clause(from, i, alone));
                alone = standsAlone(i);
                from = i;
                content = 0;
            }
            if (!profile.use(words.get(i)).isStop()) {
                content++;
            }
        }
        clauses.add(new SentenceWords.Clause(from, words.size(), alone));
        return bound(clauses);
    }

    /**
     * Joins to the clause before it each one without which that would say something else: it holds a negation, a comparison,
     * an operator, a time, or what may be, or nothing but everyday words; or the clause before it is only a condition, or only names and times. From the last to
     * the first, so that what was joined binds as well.
     */
    private List<SentenceWords.Clause> bound(List<SentenceWords.Clause> clauses) {
        Deque<SentenceWords.Clause> joined = new ArrayDeque<>();
        SentenceWords.Clause last = clauses.get(clauses.size() - 1);
        for (int i = clauses.size() - 2; i >= 0; i--) {
            SentenceWords.Clause before = clauses.get(i);
            boolean bare = isBare(before, last);
            if (bare
                    && isApposition(last)
                    && !joined.isEmpty()
                    && !joined.getFirst().alone()) {
                last = new SentenceWords.Clause(
                        last.from(), joined.removeFirst().to(), last.alone());
            }
            if (bare || isCondition(before) || isOneMore(last) || (!last.alone() && (binds(last) || isGrammar(last)))) {
                last = new SentenceWords.Clause(before.from(), last.to(), before.alone());
            } else {
                joined.addFirst(last);
                last = before;
            }
        }
        joined.addFirst(last);
        return List.copyOf(joined);
    }

    /** Whether nothing is said in a clause but who else: "Ms Okafor and me". */
    private boolean isOneMore(SentenceWords.Clause clause) {
        return clause.to() - clause.from() == 2
                && words.get(clause.from() - 1).after() == 0
                && profile.use(words.get(clause.from())).isConjunction()
                && startsWithSubject(clause.from() + 1);
    }

    private boolean isCondition(SentenceWords.Clause clause) {
        WordUse first = profile.use(words.get(clause.from()));
        return first.isGlue() || (first.isConjunction() && !first.isJoiner());
    }

    /** Whether nothing is said in a clause but who, where or when, "Dr. Hale," or "On Monday,", and the next one says the rest. */
    private boolean isBare(SentenceWords.Clause clause, SentenceWords.Clause next) {
        if (!clause.alone()) {
            return false;
        }
        if (profile.isUnspaced()) {
            return clause.to() == clause.from() + 1
                    && words.get(clause.from()).surface().length() <= LONGEST_UNSPACED_NAME;
        }
        boolean when = false;
        boolean who = false;
        for (int i = clause.from(); i < clause.to(); i++) {
            Word word = words.get(i);
            WordUse use = profile.use(word);
            boolean name = profile.isAbbreviation(word.lower()) || isName(i, clause);
            if (word.isAtom() || use.isTime() || use.isMonth()) {
                when = true;
            } else if (!use.isStop() && !name) {
                return false;
            }
            who |= name && !use.isStop();
        }
        // "Anna, I bought it" calls Anna; "Anna, my aunt, bought it" tells of her.
        return when || (who && !isSubject(next.from()));
    }

    /** Whether what stands between two commas behind a name may but say who that is: "Dr. Hale, my dentist, moved". */
    private boolean isApposition(SentenceWords.Clause clause) {
        return clause.to() - clause.from() <= LONGEST_APPOSITION
                && words.get(clause.from() - 1).after() == ','
                && words.get(clause.to() - 1).after() == ',';
    }

    /** Whether a pronoun follows that does something, and not "my" or "his". */
    private boolean isSubject(int at) {
        WordUse use = profile.use(words.get(at));
        boolean owns = profile.hasDeterminers() ? use.isDeterminer() : !use.isSubject() && !use.isThirdPerson();
        return startsWithSubject(at) && !owns;
    }

    /** Whether a word's capital is that of a name: not a sentence's first, unless a name follows or nothing does. */
    private boolean isName(int i, SentenceWords.Clause clause) {
        boolean capital = Character.isUpperCase(words.get(i).surface().charAt(0));
        boolean last = i + 1 == clause.to();
        return capital
                && (!words.get(i).opensSentence()
                        || last
                        || Character.isUpperCase(words.get(i + 1).surface().charAt(0)));
    }

    /** Whether nothing but grammar and everyday words are in a clause, which says of whom or when the one before is: "for him", "on the day". */
    private boolean isGrammar(SentenceWords.Clause clause) {
        return !profile.isUnspaced()
                && words.subList(clause.from(), clause.to()).stream()
                        .allMatch(word -> !word.isAtom()
                                && (profile.use(word).isStop()
                                        || profile.use(word).isLight()));
    }

    private boolean binds(SentenceWords.Clause clause) {
        for (int i = clause.from(); i < clause.to(); i++) {
            Word word = words.get(i);
            if (profile.use(word).isBinding() || word.isOperator()) {
                return true;
            }
        }
        return false;
    }

    private boolean cutBefore(int i, int content) {
        WordUse word = profile.use(words.get(i));
        char mark = words.get(i - 1).after();
        if (content == 0 || word.isGlue()) {
            return false;
        }
        if (mark != 0) {
            return true;
        }
        if (profile.use(words.get(i - 1)).leadsOn()) {
            return false;
        }
        if (word.isConjunction()) {
            return content >= MIN_CONTENT || startsWithSubject(i);
        }
        return word.isPreposition() && content >= MIN_CONTENT && i < words.size() - 1 && !givesValue(i);
    }

    /** Whether nothing follows a preposition but the value without which the sentence says nothing: "the account stands in March at 250 EUR". */
    private boolean givesValue(int at) {
        return at + LONGEST_VALUE >= words.size() && words.get(at + 1).isAtom();
    }

    private boolean standsAlone(int i) {
        return words.get(i - 1).after() == ';' || startsWithSubject(i);
    }

    private boolean startsWithSubject(int i) {
        int at = i;
        while (at < words.size() - 1 && profile.use(words.get(at)).isJoiner()) {
            at++;
        }
        WordUse word = profile.use(words.get(at));
        return word.isFirstPerson() || word.isThirdPerson();
    }
}
