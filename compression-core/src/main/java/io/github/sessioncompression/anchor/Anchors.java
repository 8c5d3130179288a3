package io.github.sessioncompression.anchor;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The anchors of a span of messages, or of a state.
 *
 * <p>Found by rules: phrases of ten languages for statements, and the way values are written for atoms; in any other language the atoms
 * alone. People make rules and decisions: of a tool's result, and of {@linkplain FoundText found text} in a message, errors and atoms
 * are read and nothing else. A result of more than {@value #LONGEST_RESULT} characters is data, whose values are not read.
 *
 * <p>A question is one only as long as nobody has answered it: the next thing another speaker states closes it, unless that puts the
 * answer off. What a correction puts right is no anchor any more. Deterministic; the work grows with the text. Immutable.
 *
 * @param all the anchors, in the order in which they were said
 * @param superseded how many were left out because a later one corrects them
 */
public record Anchors(List<Anchor> all, int superseded) {
    /** The longest text of a tool's result whose values are read, in characters. */
    public static final int LONGEST_RESULT = 2_000;

    /** Copies the anchors. */
    public Anchors {
        all = List.copyOf(all);
    }

    /** Those of messages, in the order of their sequence numbers. */
    public static Anchors in(List<Entry> span) {
        return AnchorReading.of(span).anchors();
    }

    /**
     * What a sentence of a person is.
     *
     * @param types the types of its statements, values apart
     * @param defers whether it puts an answer off
     * @param rule what it says about a rule or a choice; {@code null} if it says nothing of one
     * @param values what it says of values that hold; {@code null} if it says nothing of one
     */
    public record Sense(Set<AnchorType> types, boolean defers, @Nullable RuleTalk rule, @Nullable ValueTalk values) {
        /** Copies the types. */
        public Sense {
            types = Set.copyOf(types);
        }
    }

    /**
     * What a sentence of a person is by its phrases.
     *
     * @param text the message
     * @param sentence one of its sentences
     * @param language its language
     */
    public static Sense senseOf(String text, SentenceWords sentence, LanguageProfile language) {
        Statement statement = Statement.of(text, sentence, language);
        return new Sense(
                Set.copyOf(statement.types(true, false)),
                statement.defers(),
                RuleTalk.of(statement, sentence, language),
                ValueTalk.of(statement, sentence, language, false));
    }

    /** The same of a note of a state, of which the rule is read as the speaker's although the note may lack the speaker. */
    public static Sense senseOfNote(String text, SentenceWords sentence, LanguageProfile language) {
        Statement statement = Statement.of(text, sentence, language);
        return new Sense(
                Set.copyOf(statement.types(true, false)),
                statement.defers(),
                RuleTalk.ofNote(text, sentence, language),
                ValueTalk.of(statement, sentence, language, true));
    }

    /** Those of a state's items; an item's first source is the anchors' source, 0 if it names none. */
    public static Anchors in(StateDocument state) {
        return StateAnchors.of(state);
    }
}
