package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Force;
import io.github.sessioncompression.anchor.ForcedClause;
import io.github.sessioncompression.anchor.MatterWords;
import io.github.sessioncompression.anchor.SaidPart;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the sentences of a model that tell as so, or as decided, what was only asked or proposed and met with hesitation, "they rent a car", where
 * "we could rent a car" was answered by "I don't know yet", what nobody agreed to, "it was decided to rent a car", and what holds on a condition that is
 * left out.
 *
 * <p>A sentence is such only if all of its words of content, or of three and more all but one, stand in what was asked, proposed or set a condition, and if nobody
 * says it with these words anywhere else. Names count for nothing: who is meant is for others to tell. Linear. Not thread-safe; lives for one compilation.
 */
final class Proposed {
    /** Words of content in a clause that says enough. */
    private static final int FEWEST = 2;
    /** Words of content that nobody said beside them. */
    private static final int MOST_UNHEARD = 2;

    private final LatestByWords<Said> latest = new LatestByWords<>();
    private final Hearing hearing;
    /** The places of the messages whose last word met with hesitation. */
    private final Set<Integer> hesitated = new HashSet<>();

    /** The places of the messages to which somebody said yes. */
    private final Set<Integer> agreed = new HashSet<>();

    /** The stems of words by which one tells of what was said, and their language. */
    private final Set<String> telling = new HashSet<>();

    private String tellingOf = "";

    private int turn = -1;
    private int before = -1;
    private String speaker = "";

    /**
     * A sentence that somebody said.
     *
     * @param open whether it asks, or says what may be
     * @param denied whether all of it is denied
     * @param condition the words of content of a condition that it sets
     */
    private record Said(Set<String> matter, boolean open, boolean denied, Set<String> condition, int turn) {
        int shared(Set<String> words) {
            return (int) words.stream().filter(matter::contains).count();
        }
    }

    private Proposed(Hearing hearing) {
        this.hearing = hearing;
    }

    /** Knows what was said. */
    static Proposed of(Hearing hearing) {
        Proposed proposed = new Proposed(hearing);
        hearing.tell(proposed::hear);
        return proposed;
    }

    private void hear(Hearing.Heard heard) {
        Statement statement = heard.statement();
        List<ForcedClause> clauses = heard.clauses().forced();
        if (heard.turn() != turn) {
            if (!heard.speaker().equals(speaker) && hesitates(heard, clauses)) {
                hesitated.add(turn);
            }
            before = turn;
            turn = heard.turn();
            speaker = heard.speaker();
        }
        if (isSettled(heard, clauses)) {
            hesitated.remove(before);
            agreed.add(before);
        }
        Set<String> matter = new HashSet<>();
        clauses.forEach(clause -> matter.addAll(clause.matter()));
        Set<String> condition = condition(heard);
        boolean denied = clauses.stream()
                .allMatch(clause -> clause.matter().isEmpty() || clause.polarity() == SaidPart.Polarity.NO);
        boolean open = statement.question() || (proposes(heard, clauses) && !statement.gives("decision"));
        latest.addToEach(matter, new Said(matter, open, denied, condition, heard.turn()));
    }

    /** The words of content between "if" and the next mark; "if possible" is no condition. */
    private Set<String> condition(Hearing.Heard heard) {
        if (heard.statement().gives("no-unsure")) {
            return Set.of();
        }
        AnchorLanguage language = heard.statement().language();
        List<String> condition = new ArrayList<>();
        boolean inside = false;
        for (Word word : heard.words().words()) {
            if (inside) {
                condition.add(word.lower());
            }
            inside = (inside || language.has("condition", word.lower())) && word.after() == 0;
        }
        return MatterWords.of(condition, language, "bare", hearing.stems(heard.profile()));
    }

    /** Whether a sentence says what may be done. */
    private static boolean proposes(Hearing.Heard heard, List<ForcedClause> clauses) {
        return clauses.stream().anyMatch(clause -> clause.is(Force.MAY) || clause.is(Force.PERHAPS))
                || heard.statement().mentions("proposing");
    }

    /** Whether who hesitates comes round: "no, not yet. Or yes, invite her". */
    private static boolean isSettled(Hearing.Heard heard, List<ForcedClause> clauses) {
        boolean yes = heard.words().words().stream()
                .anyMatch(word -> heard.profile().use(word).isYes());
        return (yes || heard.statement().gives("decision")) && !hesitates(heard, clauses);
    }

    /** Whether a sentence that answers something puts it off, doubts or denies it. */
    private static boolean hesitates(Hearing.Heard heard, List<ForcedClause> clauses) {
        Statement statement = heard.statement();
        List<Word> words = heard.words().words();
        LanguageProfile profile = heard.profile();
        boolean perhaps = clauses.stream().anyMatch(clause -> clause.is(Force.PERHAPS) || clause.is(Force.YET));
        boolean denies =
                words.stream().limit(4).anyMatch(word -> profile.use(word).isNegation());
        return statement.defers() || statement.gives("put-off") || perhaps || denies;
    }

    /** Whether a sentence of a model tells as so, or as decided, what was only proposed. */
    boolean areToldBy(String told, LanguageProfile profile) {
        return !profile.isUnspaced()
                && hearing.told().any(told, profile, (statement, sentence) -> {
                    List<ForcedClause> clauses =
                            hearing.clauses(statement, sentence, profile).forced();
                    boolean open = statement.gives("unsure")
                            || clauses.stream()
                                    .anyMatch(clause ->
                                            clause.is(Force.PERHAPS) || clause.is(Force.MAY) || clause.is(Force.IF));
                    boolean denied = clauses.stream().anyMatch(clause -> clause.polarity() != SaidPart.Polarity.YES);
                    if (open || denied) {
                        return false;
                    }
                    boolean decided = isDecision(statement, sentence, profile);
                    Set<String> matter = matter(statement, sentence, profile, true);
                    Set<String> rest = heard(matter(statement, sentence, profile, false));
                    return isProposed(matter, matter.size(), decided)
                            || (!tellsOfTalk(statement, sentence, profile)
                                    && isProposed(rest, rest.size() - 1, decided));
                });
    }

    /** Whether it says that somebody decided; who plans has not. */
    private boolean isDecision(Statement statement, SentenceWords sentence, LanguageProfile profile) {
        AnchorLanguage language = statement.language();
        return statement.gives("decision")
                || sentence.words().stream()
                        .anyMatch(word -> language.has("resolved", word.lower())
                                && !profile.use(word).isStop()
                                && !telling(profile)
                                        .contains(hearing.stems(profile).stem(word.lower())));
    }

    private Set<String> telling(LanguageProfile profile) {
        if (!profile.code().equals(tellingOf)) {
            tellingOf = profile.code();
            telling.clear();
            Stems stems = hearing.stems(profile);
            AnchorLanguage.of(tellingOf).list("telling").forEach(word -> telling.add(stems.stem(word)));
        }
        return telling;
    }

    /** Whether it tells of what somebody said or asked: "asks for a refund" is no refund, and "it is open who pays" pays nothing. */
    private boolean tellsOfTalk(Statement statement, SentenceWords sentence, LanguageProfile profile) {
        Stems stems = hearing.stems(profile);
        return sentence.words().stream()
                .map(Word::lower)
                .anyMatch(word -> profile.use(word).isAsking()
                        || (telling(profile).contains(stems.stem(word))
                                && !statement.language().has("resolved", word)));
    }

    /** The words of content but those that only say that it is chosen or done. */
    private Set<String> matter(
            Statement statement, SentenceWords sentence, LanguageProfile profile, boolean withNames) {
        List<String> words = sentence.words().stream()
                .filter(word -> withNames || !isName(word, statement.language()))
                .map(Word::lower)
                .filter(word -> !profile.use(word).isLight()
                        && !profile.use(word).isModal()
                        && !statement.language().has("choice", word)
                        && !statement.language().has("resolved", word))
                .toList();
        return MatterWords.of(words, statement.language(), "bare", hearing.stems(profile));
    }

    /** Those of the words that were said, if they are nearly all. */
    private Set<String> heard(Set<String> matter) {
        Set<String> heard = new HashSet<>(matter);
        heard.removeIf(word -> latest.with(word).isEmpty());
        return matter.size() - heard.size() > MOST_UNHEARD ? Set.of() : heard;
    }

    private static boolean isName(Word word, AnchorLanguage language) {
        return word.isProper() && !word.opensSentence() && !word.isAtom() && language.namesHaveCapitals();
    }

    /** Whether all that says so many of the words leaves it open, and some of it was met with hesitation or is on a condition. */
    private boolean isProposed(Set<String> matter, int shared, boolean decided) {
        int fewest = Math.max(FEWEST, shared);
        boolean met = false;
        for (Said said : latest.withTwoRarest(matter)) {
            if (said.shared(matter) < fewest) {
                continue;
            }
            boolean conditional =
                    !said.condition().isEmpty() && said.condition().stream().noneMatch(matter::contains);
            if (!said.open() && !said.denied() && !conditional) {
                return false;
            }
            met |= conditional || hesitated.contains(said.turn()) || (decided && !agreed.contains(said.turn()));
        }
        return met;
    }
}
