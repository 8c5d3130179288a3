package io.github.sessioncompression.extract;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Cue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Quotes the user's latest wishes about the manner of answers ("keep it short"), a repeated one once.
 *
 * <p>Takes the last {@value #MOST_WISHES} short sentences of users with the cue {@link
 * io.github.sessioncompression.text.Cue#STYLE}, questions aside, and returns them in the order of the chat. <em>Does
 * nothing when</em> the language has no such cues. <em>Threads</em>: has no state.
 *
 * @see Summary
 */
final class Tone {
    /** Wishes in a state; older ones are likely to be replaced. */
    private static final int MOST_WISHES = 4;
    /** Longest sentence that is a wish, in UTF-16 units; longer ones carry more than a wish. */
    private static final int LONGEST = 160;

    private Tone() {}

    /** The wishes as entries, the oldest first. */
    static List<StateItem> write(List<Unit> units) {
        List<StateItem> wishes = new ArrayList<>();
        Set<String> texts = new HashSet<>();
        for (int i = units.size() - 1; i >= 0 && wishes.size() < MOST_WISHES; i--) {
            Unit unit = units.get(i);
            if (unit.isQuotable()
                    && unit.origin == StateItem.Origin.USER
                    && !unit.question
                    && unit.text.length() <= LONGEST
                    && unit.profile.cues(unit.words).contains(Cue.STYLE)
                    && texts.add(unit.text)) {
                wishes.add(0, EntryWriter.entry(List.of(unit), StateItem.Kind.TONE, null));
            }
        }
        return wishes;
    }
}
