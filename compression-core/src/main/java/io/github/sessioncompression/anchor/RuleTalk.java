package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.AddedRule;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a sentence of a person says about a rule, a decision or a preference: that one holds, or that one holds no longer; and the matter it
 * speaks of.
 *
 * <p>A rule goes only by a sentence that says so without doubt, and that speaks of the same and of nothing else: "you can email me now"
 * takes back "never email me", but neither "you can call me now" nor "my sister can email me now" does, and "never call me on weekends"
 * outlives "you can call me now". A rule kept too long does less harm than one that is lost. What was chosen ({@link ChoiceTalk}) goes
 * likewise. In other languages than the ten that have phrases for this nothing does. Immutable.
 */
public final class RuleTalk {
    /** A rule about less than this is too general to be taken back. */
    private static final int LEAST_MATTER = 2;

    private final String language;
    private final Set<String> matter;
    private final boolean forbids;
    private final boolean demands;
    private final boolean allows;
    private final boolean releases;
    private final boolean revokes;
    private final @Nullable ChoiceTalk choice;
    private final boolean standing;

    private RuleTalk(Statement statement, List<TalkClause> clauses, @Nullable ChoiceTalk choice) {
        this.choice = choice;
        standing = !statement.question()
                && (statement.has("constraint") || statement.has("decision") || statement.has("preference"));
        boolean sure = !statement.question() && !statement.gives("doubt") && !statement.gives("but");
        language = statement.language().code();
        matter = new HashSet<>();
        for (TalkClause clause : clauses) {
            if (!clause.reason()) {
                matter.addAll(MatterWords.of(clause.words(), statement.language(), "idle"));
            }
        }
        forbids = statement.has("forbid");
        demands = statement.has("demand");
        allows = sure && !forbids && statement.has("allow");
        releases = sure && !forbids && !demands && statement.has("release");
        revokes = sure && statement.has("revoke");
    }

    /**
     * What a note of a state says, which may lack the speaker.
     *
     * @param note the note without its label
     * @param sentence one of its sentences
     * @param language its language
     * @return {@code null} if it says nothing about a rule or a choice, or if the language's phrases are not known
     */
    public static @Nullable RuleTalk ofNote(String note, SentenceWords sentence, LanguageProfile language) {
        SentenceWords first = AddedRule.before(sentence, language);
        RuleTalk talk = first == null ? null : read(Statement.ofNote(note, first, language), first, language);
        return talk == null ? read(Statement.ofNote(note, sentence, language), sentence, language) : talk;
    }

    /** What a sentence says; where it goes on with a rule about a value that it gives, what it says before that. */
    public static @Nullable RuleTalk of(Statement statement, SentenceWords sentence, LanguageProfile profile) {
        SentenceWords first = AddedRule.before(sentence, profile);
        RuleTalk talk = first == null ? null : read(statement.first(first), first, profile);
        return talk == null ? read(statement, sentence, profile) : talk;
    }

    private static @Nullable RuleTalk read(Statement statement, SentenceWords sentence, LanguageProfile profile) {
        if (!statement.language().tellsRulesApart()) {
            return null;
        }
        boolean chooses = statement.has("decision") || statement.has("preference") || statement.has("replace");
        boolean says = chooses
                || statement.has("constraint")
                || statement.has("allow")
                || statement.has("release")
                || statement.has("revoke");
        if (!says) {
            return null;
        }
        List<TalkClause> clauses = TalkClause.of(statement, sentence, profile);
        return new RuleTalk(statement, clauses, chooses ? new ChoiceTalk(statement, clauses) : null);
    }

    /** The ISO 639-1 code of the language it is said in. */
    public String language() {
        return language;
    }

    /** Whether it says what holds until it is taken back. */
    public boolean isStanding() {
        return standing;
    }

    /** Whether it says that something holds no longer. */
    public boolean takesBack() {
        return allows || releases || revokes || (choice != null && choice.replaces());
    }

    /** Whether this, said later, takes back what {@code rule} says. */
    public boolean takesBack(RuleTalk rule) {
        return takesBackRule(rule) || takesBackChoice(rule);
    }

    /** The same where another person said {@code rule}, whose choices are not for this one to take back. */
    public boolean takesBackRule(RuleTalk rule) {
        boolean contradicts =
                revokes || (allows && rule.forbids && !rule.demands) || (releases && rule.demands && !rule.forbids);
        return contradicts && matter.size() >= LEAST_MATTER && matter.equals(rule.matter);
    }

    /** Whether both say the same of the same. */
    public boolean saysSame(RuleTalk other) {
        boolean rule = forbids == other.forbids && demands == other.demands && matter.equals(other.matter);
        return rule || (choice != null && other.choice != null && choice.saysSame(other.choice));
    }

    private boolean takesBackChoice(RuleTalk rule) {
        return choice != null && rule.choice != null && choice.takesBack(rule.choice);
    }
}
