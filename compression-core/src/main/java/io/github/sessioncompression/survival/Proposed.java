package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Force;
import io.github.sessioncompression.anchor.ForcedClause;
import io.github.sessioncompression.anchor.MatterWords;
import io.github.sessioncompression.anchor.SaidPart;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the sentences of a model that tell as so, or as decided, what was only asked or proposed and met with hesitation: "they rent a car", where
 * "we could rent a car" was answered by "I don't know yet".
 *
 * <p>A sentence is such only if all of its words of content stand in what was asked or proposed, if whoever spoke next put it off, doubted
 * or denied, and if nobody says it with these words anywhere else. Linear. Not thread-safe; lives for one compilation.
 */
final class Proposed {
    /** Words of content in a clause that says enough. */
    private static final int FEWEST = 2;

    private final LatestByWords<Said> latest = new LatestByWords<>();
    private final Hearing hearing;
    /** The places of the messages whose last word met with hesitation. */
    private final Set<Integer> hesitated = new HashSet<>();

    private int turn = -1;
    private int before = -1;
    private String speaker = "";

    /**
     * A sentence that somebody said.
     *
     * @param open whether it asks, or says what may be
     */
    private record Said(Set<String> matter, boolean open, int turn) {}

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
        if (hesitated.contains(before) && isSettled(heard, clauses)) {
            hesitated.remove(before);
        }
        Set<String> matter = new HashSet<>();
        clauses.forEach(clause -> matter.addAll(clause.matter()));
        boolean open = statement.question() || (proposes(heard, clauses) && !statement.gives("decision"));
        latest.addToEach(matter, new Said(matter, open, heard.turn()));
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
                    Set<String> matter = matter(statement, sentence, profile);
                    return !open && !denied && matter.size() >= FEWEST && isProposed(matter);
                });
    }

    /** The words of content but those that only say that it is chosen or done. */
    private Set<String> matter(Statement statement, SentenceWords sentence, LanguageProfile profile) {
        List<String> words = sentence.words().stream()
                .map(Word::lower)
                .filter(word -> !profile.use(word).isLight()
                        && !profile.use(word).isModal()
                        && !statement.language().has("choice", word)
                        && !statement.language().has("resolved", word))
                .toList();
        return MatterWords.of(words, statement.language(), "bare", hearing.stems(profile));
    }

    private boolean isProposed(Set<String> matter) {
        boolean met = false;
        for (Said said : latest.withRarest(matter)) {
            if (said.matter().containsAll(matter)) {
                if (!said.open()) {
                    return false;
                }
                met |= hesitated.contains(said.turn());
            }
        }
        return met;
    }
}
