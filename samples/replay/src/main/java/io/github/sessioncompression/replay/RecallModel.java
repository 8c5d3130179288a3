package io.github.sessioncompression.replay;

import io.github.sessioncompression.store.Counters.RecallUse;
import java.util.List;
import java.util.Map;

/** What left the contexts and what came back, as the page's template wants it. */
final class RecallModel {
    private RecallModel() {}

    /** The values, or {@code false} if nothing left a context. */
    static Object of(Replayed replayed) {
        Recalled recalled = replayed.recalled();
        if (recalled.segments() == 0) {
            return false;
        }
        boolean all = recalled.told().size() == recalled.segments();
        return Map.of(
                "segmentsAbout",
                (all
                                ? Text.count(recalled.segments(), "segment")
                                : "The latest " + recalled.told().size() + " of " + Text.number(recalled.segments())
                                        + " segments")
                        + ", each about one matter: what a search finds, and what brief and tags tell of it.",
                "segments",
                recalled.told().stream().map(RecallModel::segment).toList(),
                "cameBackAbout",
                recalled.cameBack().isEmpty()
                        ? "Nothing came back by itself"
                                + (replayed.policy().expansion().isOn() ? "." : ": expansion.trigger is off.")
                        : "Came back by itself, quoted before the message that needs it:",
                "cameBack",
                recalled.cameBack().stream().map(RecallModel::cameBack).toList(),
                "usage",
                usage(replayed.stats().recallUsage()));
    }

    private static Map<String, String> segment(Recalled.Told told) {
        return Map.of(
                "id", told.id(),
                "messages", Text.number(told.first()) + "–" + Text.number(told.last()),
                "count", Text.number(told.messages()),
                "brief", told.brief(),
                "tags", told.tags(),
                "marker", told.marker());
    }

    private static Map<String, String> cameBack(Recalled.CameBack message) {
        return Map.of(
                "call", Text.number(message.call()),
                "message", Text.number(message.message()),
                "from", message.from(),
                "text", message.text());
    }

    private static List<Map<String, String>> usage(RecallUse usage) {
        return List.of(
                Map.of("name", "came back", "value", Text.number(usage.broughtBack())),
                Map.of(
                        "name",
                        "used, of those that can be judged",
                        "value",
                        Text.number(usage.used()) + " of " + Text.number(usage.judged())),
                Map.of("name", "tool calls made again", "value", Text.number(usage.repeatedCalls())),
                Map.of("name", "values that a user missed", "value", Text.number(usage.missedValues())));
    }
}
