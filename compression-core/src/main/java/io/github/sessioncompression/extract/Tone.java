package io.github.sessioncompression.extract;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Cue;
import java.util.List;

/** Quotes the user's latest wishes about the manner of answers. */
final class Tone {
    private static final int MOST_WISHES = 4;
    private static final int LONGEST = 160;

    private Tone() {}

    static List<StateItem> write(List<Unit> units) {
        List<StateItem> wishes = units.stream()
                .filter(unit -> unit.origin == StateItem.Origin.USER && !unit.question)
                .filter(unit -> unit.from == Unit.From.SPAN || unit.from == Unit.From.QUOTE)
                .filter(unit -> unit.text.length() <= LONGEST)
                .filter(unit -> unit.profile.cues(unit.words).contains(Cue.STYLE))
                .map(unit -> EntryWriter.entry(List.of(unit), StateItem.Kind.TONE, null))
                .toList();
        return wishes.subList(Math.max(0, wishes.size() - MOST_WISHES), wishes.size());
    }
}
