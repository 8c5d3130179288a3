package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.SaidAside;
import io.github.sessioncompression.anchor.Standing;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.AddedRule;
import io.github.sessioncompression.text.AddedTalk;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a sentence of a person says of values that hold until they are said anew: "the budget is 800 euros", "Abgabe: 5. Mai", "密码是A12".
 *
 * <p>A value holds if "is" or the like stands before it. Said anew is what the same person says again in the same words but for that value, one
 * of the same kind: then the later one holds, if it is one that stays. A budget, a deadline, a code, an address and a name stay; a price, a time of day,
 * a reading, a score and the day of an exam may each be of another one the next time, so that a sentence has to say that it puts them right or that they
 * are new. It has to be said of something that there is one of, too: "a ticket is 5 euros", "it is 5", "this room is 12", "my brother is 5" may be of
 * another one, and so may "the dose is 15 mg" where its message has spoken of the cat, and a later one of the dog. Questions, conditions, guesses and
 * denials say
 * nothing that holds; and where two values differ, or the words around them, it is something else that is spoken of. Articles,
 * possessives of the speaker, and labels in capitals do not count, since notes lack them. Nor is an entry of a list said of one thing, where a message
 * has several alike, or where it is the assistant's, who gives no value anew in the same words either: what it says answers another question. Immutable.
 */
public final class ValueTalk {

    private final AnchorLanguage language;
    private final List<ValueClaim> whole;
    private final List<ValueClaim> parts;

    private final @Nullable ValueTopic change;
    private final @Nullable ValueTopic told;
    /** What it gives a value of where that names something of several. */
    private final @Nullable ValueTopic several;

    private ValueTalk(
            AnchorLanguage language,
            List<ValueClaim> whole,
            List<ValueClaim> parts,
            @Nullable ValueTopic change,
            @Nullable ValueTopic told,
            @Nullable ValueTopic several) {
        this.several = several;
        this.change = change;
        this.told = told;
        this.language = language;
        this.whole = List.copyOf(whole);
        this.parts = List.copyOf(parts);
    }

    /** What a statement says of values; {@code null} if it says nothing that holds, or if the language's words are not known. */
    public static @Nullable ValueTalk of(
            Statement statement, SentenceWords sentence, LanguageProfile profile, boolean note) {
        return of(statement, sentence, profile, note, statement::atoms, SaidBefore.nothing(profile));
    }

    /**
     * The same where the values in the statement may be known.
     *
     * @param note whether it is a note, in which a comma may stand for another mark
     * @param atoms the values in the statement, each at its place in the message; asked for once, if at all
     * @param before what the same message said before
     */
    public static @Nullable ValueTalk of(
            Statement statement,
            SentenceWords sentence,
            LanguageProfile profile,
            boolean note,
            Supplier<List<Atom>> atoms,
            SaidBefore before) {
        SentenceWords first = AddedRule.before(sentence, profile);
        if (first != null) {
            return read(statement.first(first), first, profile, note, atoms, before);
        }
        SentenceWords said = AddedTalk.before(sentence, profile);
        Statement change = said == null || statement.gives("unsure") ? null : statement.first(said);
        return change != null && said != null && saysNew(change)
                ? read(change, said, profile, note, atoms, before)
                : read(statement, sentence, profile, note, atoms, before);
    }

    private static boolean saysNew(Statement statement) {
        return statement.gives(AnchorLanguage.CHANGE)
                || statement.gives(AnchorLanguage.TRADE)
                || statement.corrects()
                || statement.mentions("now");
    }

    private static @Nullable ValueTalk read(
            Statement statement,
            SentenceWords sentence,
            LanguageProfile profile,
            boolean note,
            Supplier<List<Atom>> atoms,
            SaidBefore before) {
        AnchorLanguage language = statement.language();
        boolean doubts = statement.gives("doubt") && SaidAside.leaves(statement, sentence, profile, "doubt");
        boolean ofOthers = doubts && !SaidAside.doubts(statement, sentence, profile);
        boolean holds = !statement.question() && language.tellsRulesApart() && (!doubts || ofOthers);
        if (!holds || sentence.aside()) {
            return null;
        }
        boolean stands = Standing.is(statement, sentence, profile);
        boolean sure = statement.gives(AnchorLanguage.CHANGE)
                || statement.gives(AnchorLanguage.TRADE)
                || statement.corrects()
                || before.announces();
        boolean anew = sure && !stands;
        List<ValueClaim> whole = new ArrayList<>(1);
        List<ValueClaim> parts = new ArrayList<>(1);
        ValueTopic change = null;
        ValueTopic topic = null;
        ValueTopic several = null;
        if (language.isUnspaced()) {
            UnspacedFrames frames = new UnspacedFrames(statement, note, anew, atoms, before);
            if (!ofOthers) {
                frames.read(whole, parts);
                change = stands ? null : frames.change();
            }
            change = change != null || stands ? change : frames.told(true, sure);
            topic = change != null || ofOthers ? null : frames.told(false, false);
        } else {
            ValueFrames frames = new ValueFrames(statement, sentence.words(), profile, note, anew, atoms, before);
            if (!ofOthers) {
                frames.read(whole, parts);
            }
            ToldValue told = frames.told();
            if (told != null) {
                boolean changes = anew || (!stands && statement.mentions("now"));
                change = changes ? told.change(sure) : null;
                boolean known = changes || whole.stream().anyMatch(claim -> claim.topic() != null);
                topic = known || ofOthers ? null : told.told();
                several = told.ofSeveral();
            }
        }
        // "The rent went up. 1450 now."
        boolean ofBefore = change != null && change.isBare() && !sure && before.tells();
        change = ofBefore ? null : change;
        boolean says = !whole.isEmpty() || !parts.isEmpty() || change != null || topic != null || several != null;
        return says ? new ValueTalk(language, whole, parts, change, topic, several) : null;
    }

    /** The value that the sentence gives in other words than {@link #whole} has, and what it is of; {@code null} if it gives none. */
    @Nullable
    ValueTopic told() {
        return told;
    }

    /** The value that the sentence says is new, and what it is of; {@code null} if it says so of none. */
    @Nullable
    public ValueTopic change() {
        return change;
    }

    /**
     * Whether this, said later, gives a value of another thing than {@code earlier} does, however much the two are alike: "the garden budget is now 40
     * euros" says nothing of the kitchen's.
     */
    public boolean isOfAnother(ValueTalk earlier) {
        List<ValueTopic> topics = topics();
        List<ValueTopic> others = earlier.topics();
        ValueTopic one = several;
        if (one != null && earlier.several == null && others.stream().anyMatch(one::saysMoreThan)) {
            return true;
        }
        return !topics.isEmpty()
                && !others.isEmpty()
                && topics.stream().allMatch(topic -> others.stream().allMatch(topic::isOfAnother));
    }

    private List<ValueTopic> topics() {
        List<ValueTopic> topics = new ArrayList<>(1);
        if (change != null) {
            topics.add(change);
        }
        for (ValueClaim claim : whole) {
            ValueTopic topic = claim.topic();
            if (topic != null) {
                topics.add(topic);
            }
        }
        if (told != null && !told.open()) {
            topics.add(told);
        }
        topics.removeIf(ValueTopic::isBare);
        return topics;
    }

    public AnchorLanguage language() {
        return language;
    }

    /** What the sentence as a whole says, of one value each. */
    public List<ValueClaim> whole() {
        return whole;
    }

    /** What each of its parts says, if there are several. */
    public List<ValueClaim> parts() {
        return parts;
    }
}
