package io.github.sessioncompression.anchor;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Sentence;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A sentence of a message, as it was said, with what it says that must not be lost. Immutable.
 *
 * @param source the sequence number of its message; 0 if it is not known
 * @param speaker the label of who said it
 * @param origin who said it; {@link StateItem.Origin#OUTSIDE} for what was pasted or quoted
 * @param date the day on which it was said (UTC); {@code null} if it is not known
 * @param message the text of the message
 * @param sentence its place and words in {@code message}
 * @param profile its language
 * @param types the statements that it makes, without values
 * @param place its place among the sentences of its message, 0 or more
 */
public record Statement(
        long source,
        String speaker,
        StateItem.Origin origin,
        @Nullable LocalDate date,
        String message,
        Sentence sentence,
        LanguageProfile profile,
        Set<AnchorType> types,
        int place) {
    /** Copies the types. */
    public Statement {
        types = Set.copyOf(types);
    }

    /** The sentence as it was said. */
    public String text() {
        return sentence.in(message);
    }

    /** The values in it that say enough to be held on to. */
    public List<Atom> values() {
        return AtomScanner.scan(text(), profile).stream()
                .filter(atom -> !atom.weak())
                .toList();
    }

    /** True if a person or the chat's model said it, so that it is not found text or a tool's. */
    public boolean isSpeech() {
        return origin == StateItem.Origin.USER || origin == StateItem.Origin.ASSISTANT;
    }

    /** The weightiest type; {@code null} if it makes no statement. */
    public @Nullable AnchorType type() {
        AnchorType most = null;
        for (AnchorType type : types) {
            most = most == null || type.weight() > most.weight() ? type : most;
        }
        return most;
    }
}
