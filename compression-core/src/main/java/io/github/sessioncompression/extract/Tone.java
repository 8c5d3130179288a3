package io.github.sessioncompression.extract;

import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Cue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Quotes the user's latest wishes about the manner of answers, a repeated one once. */
final class Tone {
    private static final int MOST_WISHES = 4;
    private static final int LONGEST = 160;

    private Tone() {}

    static List<StateItem> write(List<Unit> units) {
        Map<String, Unit> latest = new LinkedHashMap<>();
        units.stream()
                .filter(unit -> unit.origin == StateItem.Origin.USER && !unit.question)
                .filter(unit -> unit.from == Unit.From.SPAN || unit.from == Unit.From.QUOTE)
                .filter(unit -> unit.text.length() <= LONGEST)
                .filter(unit -> unit.profile.cues(unit.words).contains(Cue.STYLE))
                .forEach(unit -> {
                    latest.remove(unit.text);
                    latest.put(unit.text, unit);
                });
        return latest.values().stream()
                .skip(Math.max(0, latest.size() - MOST_WISHES))
                .map(unit -> EntryWriter.entry(List.of(unit), StateItem.Kind.TONE, null))
                .toList();
    }
}
