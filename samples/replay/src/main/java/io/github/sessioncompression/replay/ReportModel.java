package io.github.sessioncompression.replay;

import static io.github.sessioncompression.replay.Text.change;
import static io.github.sessioncompression.replay.Text.count;
import static io.github.sessioncompression.replay.Text.number;
import static io.github.sessioncompression.replay.Text.percent;

import io.github.sessioncompression.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Values of the page's template, by its names. */
final class ReportModel {
    /** A page with more calls lists only those at which something happened: it has to stay small. */
    static final int MAX_CALLS_LISTED = 1_000;

    private static final int MAX_EVENTS_LISTED = 500;

    private final Replayed replayed;
    private final Totals totals;
    private final View end;
    private final Map<String, Object> page = new HashMap<>();

    ReportModel(Replayed replayed) {
        this.replayed = replayed;
        this.totals = replayed.totals();
        this.end = replayed.end();
    }

    /** A call at which something happened. */
    private record Event(Call call, Happening happening) {}

    Map<String, Object> values() {
        putHead();
        page.put("tiles", tiles());
        putLastContext();
        page.put("savings", savings());
        page.put("state", StateModel.of(replayed));
        page.put(
                "noState",
                end.compressions() == 0 ? "the chat never had to be compressed." : "there is no room for one.");
        putEvents();
        putCalls();
        PolicyModel policy =
                new PolicyModel(replayed.policy(), replayed.compressor().model() != null);
        page.put("limits", policy.limits());
        page.put("settings", policy.settings());
        return page;
    }

    private void putHead() {
        int window = replayed.policy().contextWindow();
        long misfits = replayed.calls().stream()
                .filter(call -> call.transcriptTokens() > window)
                .count();
        int callsPerBar = ChartData.callsPerBar(replayed.calls());
        page.put("title", Text.line(replayed.transcript().name()));
        page.put("messages", count(replayed.transcript().messages().size(), "message"));
        page.put("callCount", count(replayed.calls().size(), "model call"));
        page.put("window", window);
        page.put("compressor", Text.line(replayed.compressor().title()));
        page.put(
                "framework",
                replayed.framework() == Framework.NONE
                        ? ""
                        : replayed.framework().title());
        page.put("misfits", misfits == 0 ? "" : misfits);
        page.put(
                "overCalls",
                totals.overHardLimit() == 0 ? "" : count(totals.overHardLimit(), "call") + " exceeded the hard limit.");
        page.put("transcriptTokens", replayed.transcriptTokens());
        page.put("estimator", replayed.policy().tokens().estimator().name().toLowerCase(Locale.ROOT));
        page.put("totals", totals);
        page.put("manyCalls", callsPerBar == 1 ? "" : callsPerBar);
        page.put("stableShare", percent(totals.stableShare()));
    }

    private List<Map<String, String>> tiles() {
        return List.of(
                tile(
                        "Tokens sent",
                        change(-totals.saved()),
                        number(totals.sent()) + " instead of " + number(totals.sentUncompressed())),
                tile(
                        "Peak context",
                        number(totals.peak()),
                        "tokens, hard limit " + number(replayed.policy().hardLimitTokens())),
                tile(
                        "Compressions",
                        number(end.compressions()),
                        count(end.prunedResults(), "tool result") + " pruned"
                                + (replayed.finalCompression() ? ", one compression asked for at the end" : "")),
                tile(
                        "Facts shown",
                        Facts.share(replayed.stats().factCoverage()),
                        Facts.overall(replayed.stats().factCoverage())),
                tile("Stable prefix", percent(totals.stableShare()), "of what was sent was as in the call before"),
                tile(
                        "Time per call",
                        String.format(Locale.ROOT, "%.2f ms", totals.medianMicros() / 1e3),
                        String.format(Locale.ROOT, "median; slowest %.1f ms", totals.maxMicros() / 1e3)));
    }

    private static Map<String, String> tile(String name, String value, String note) {
        return Map.of("name", name, "value", value, "note", note);
    }

    private void putLastContext() {
        page.put("endTokens", end.tokens());
        page.put(
                "categories",
                List.of(
                        category("system prompt", end.systemTokens(), "--system"),
                        category("state", end.stateTokens(), "--state"),
                        category("messages", end.historyTokens() - end.toolTokens(), "--messages"),
                        category("tool results", end.toolTokens(), "--tools")));
        page.put("room", Math.max(0, replayed.policy().triggerTokens() - end.tokens()));
    }

    private Map<String, Object> category(String name, int tokens, String colour) {
        double whole = Math.max(Math.max(replayed.policy().triggerTokens(), end.tokens()), 1);
        String share = end.tokens() == 0 ? "" : percent((double) tokens / end.tokens());
        String width = tokens == 0 ? "" : String.format(Locale.ROOT, "%.3f", 100 * tokens / whole);
        return Map.of("name", name, "tokens", tokens, "share", share, "width", width, "colour", colour);
    }

    private List<Map<String, Object>> savings() {
        // Without compression each transcript is the prefix of the next, so all of it is new once.
        List<Call> calls = replayed.calls();
        long freshUncompressed =
                calls.isEmpty() ? 0 : calls.get(calls.size() - 1).transcriptTokens();
        return List.of(
                saving("sent", totals.sent(), totals.sentUncompressed()),
                saving("stable prefix, cached", totals.stable(), totals.sentUncompressed() - freshUncompressed),
                saving("new or rewritten", totals.sent() - totals.stable(), freshUncompressed));
    }

    private static Map<String, Object> saving(String name, long with, long without) {
        double change = without == 0 ? 0 : (double) with / without - 1;
        String css = change < 0 ? "good" : "";
        return Map.of("name", name, "with", with, "without", without, "change", change(change), "css", css);
    }

    private void putEvents() {
        List<Event> events = new ArrayList<>();
        Map<String, Happening> kinds = new LinkedHashMap<>();
        for (Call call : replayed.calls()) {
            Happening happening = Happening.of(call.outcome());
            if (happening != null) {
                events.add(new Event(call, happening));
                kinds.putIfAbsent(happening.label(), happening);
            }
        }
        page.put("kinds", List.copyOf(kinds.values()));
        page.put("happened", !events.isEmpty());
        page.put("events", events.subList(0, Math.min(events.size(), MAX_EVENTS_LISTED)));
        page.put(
                "eventsAbout",
                events.size() <= MAX_EVENTS_LISTED
                        ? "Every call at which the context was not just extended."
                        : "The first " + MAX_EVENTS_LISTED + " of " + number(events.size())
                                + " calls at which the context was not just extended; turns.csv has all.");
    }

    private void putCalls() {
        List<Call> calls = replayed.calls();
        boolean all = calls.size() <= MAX_CALLS_LISTED;
        List<Call> rows = calls.stream()
                .filter(call -> all || Happening.of(call.outcome()) != null)
                .limit(MAX_CALLS_LISTED)
                .toList();
        page.put("calls", rows);
        page.put(
                "callsSummary",
                all
                        ? "Show " + count(rows.size(), "call")
                        : "Show " + number(rows.size()) + " of " + number(calls.size())
                                + " calls, those at which something happened; turns.csv has all");
    }
}
