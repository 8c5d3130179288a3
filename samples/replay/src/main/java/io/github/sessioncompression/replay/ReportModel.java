package io.github.sessioncompression.replay;

import static io.github.sessioncompression.policy.CompressionPolicy.PREFIX;
import static io.github.sessioncompression.replay.Text.count;

import io.github.sessioncompression.View;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.store.Accounting.Coverage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/** Values of the page's template, by its names, beside the replay itself. */
record ReportModel(Replayed replayed) {
    /** A page with more calls lists only those at which something happened: it has to stay small. */
    static final int MAX_CALLS_LISTED = 1_000;

    private static final int MAX_EVENTS_LISTED = 500;
    private static final int ITEMS_SHOWN = 12;

    /** A part of the last context; its share as a percentage and its width in the bar are empty for nothing. */
    private record Category(String name, int tokens, String share, String width, String colour) {}

    private record Saving(String name, long with, long without, String change, boolean good) {}

    /** A field of the state; {@code rest} is folded. */
    private record Field(StateField field, boolean list, List<String> first, List<String> rest, int count, int more) {}

    private record Setting(String name, String value, boolean set) {}

    Map<String, Object> values() {
        List<Call> calls = replayed.calls();
        Replayed.Totals totals = replayed.totals();
        Coverage facts = replayed.stats().factCoverage();
        int window = replayed.policy().contextWindow();
        Map<String, Object> page = new HashMap<>();
        page.put("replayed", replayed);
        page.put("totals", totals);
        page.put("title", Text.line(replayed.transcript().name()));
        page.put("messages", count(replayed.transcript().messages().size(), "message"));
        page.put("callCount", count(calls.size(), "model call"));
        page.put("compressor", Text.line(replayed.compressor().title()));
        page.put("throughFramework", replayed.framework() != Framework.NONE);
        page.put(
                "misfits",
                calls.stream().filter(call -> call.transcriptTokens() > window).count());
        page.put("overCalls", count(totals.overHardLimit(), "call"));
        page.put("callsPerBar", ChartData.callsPerBar(calls));
        page.put("manyCalls", ChartData.callsPerBar(calls) > 1);
        page.put("sentChange", Text.change(-totals.saved()));
        page.put("pruned", count(replayed.end().prunedResults(), "tool result"));
        page.put("factShare", Facts.share(facts));
        page.put("facts", Facts.overall(facts));
        page.put("median", String.format(Locale.ROOT, "%.2f", totals.medianMicros() / 1e3));
        page.put("slowest", String.format(Locale.ROOT, "%.1f", totals.maxMicros() / 1e3));
        page.put("categories", categories());
        page.put(
                "room",
                Math.max(0, replayed.policy().triggerTokens() - replayed.end().tokens()));
        page.put("savings", savings(totals));
        page.put("stated", !replayed.state().isEmpty());
        page.put(
                "fields",
                replayed.policy().state().schema().fields().stream()
                        .map(this::field)
                        .toList());
        page.put("written", Facts.written(replayed.shares()));
        page.put("settings", settings());
        putCalls(page);
        return page;
    }

    private List<Category> categories() {
        View end = replayed.end();
        return List.of(
                category("system prompt", end.systemTokens(), "--system"),
                category("state", end.stateTokens(), "--state"),
                category("messages", end.historyTokens() - end.toolTokens(), "--messages"),
                category("tool results", end.toolTokens(), "--tools"));
    }

    private Category category(String name, int tokens, String colour) {
        int all = replayed.end().tokens();
        double whole = Math.max(Math.max(replayed.policy().triggerTokens(), all), 1);
        String share = all == 0 ? "" : Text.percent((double) tokens / all);
        String width = tokens == 0 ? "" : String.format(Locale.ROOT, "%.3f", 100 * tokens / whole);
        return new Category(name, tokens, share, width, colour);
    }

    private List<Saving> savings(Replayed.Totals totals) {
        // Without compression each transcript is the prefix of the next, so all of it is new once.
        List<Call> calls = replayed.calls();
        long fresh = calls.isEmpty() ? 0 : calls.get(calls.size() - 1).transcriptTokens();
        return List.of(
                saving("sent", totals.sent(), totals.sentUncompressed()),
                saving("stable prefix, cached", totals.stable(), totals.sentUncompressed() - fresh),
                saving("new or rewritten", totals.sent() - totals.stable(), fresh));
    }

    private static Saving saving(String name, long with, long without) {
        double change = without == 0 ? 0 : (double) with / without - 1;
        return new Saving(name, with, without, Text.change(change), change < 0);
    }

    private Field field(StateField field) {
        List<String> texts = replayed.state().texts(field.name());
        boolean list = field.shape() == StateField.Shape.LIST;
        int count = texts.size();
        int shown = list ? Math.min(count, ITEMS_SHOWN) : count;
        return new Field(field, list, texts.subList(0, shown), texts.subList(shown, count), count, count - shown);
    }

    /** The settings in the order in which the library documents them, but for those of a compression model where there is none. */
    private List<Setting> settings() {
        Properties values = replayed.policy().toProperties();
        Properties defaults = CompressionPolicy.defaults().toProperties();
        Set<String> keys = new LinkedHashSet<>();
        CompressionPolicy.knobs().forEach(knob -> keys.add(knob.key()));
        // Families of keys, such as one for each tool, are listed under a common name only.
        keys.addAll(new TreeSet<>(values.stringPropertyNames()));
        List<Setting> settings = new ArrayList<>();
        for (String key : keys) {
            String value = values.getProperty(key);
            if (value != null && (replayed.compressor().model() != null || !key.startsWith(PREFIX + "model."))) {
                String name = Text.line(key.substring(PREFIX.length()));
                settings.add(new Setting(name, Text.line(value), !value.equals(defaults.getProperty(key))));
            }
        }
        return settings;
    }

    private void putCalls(Map<String, Object> page) {
        List<Call> calls = replayed.calls();
        List<Call> events = new ArrayList<>();
        Map<String, Call.Happening> kinds = new LinkedHashMap<>();
        for (Call call : calls) {
            Call.Happening happening = call.happening();
            if (happening != null) {
                events.add(call);
                kinds.putIfAbsent(happening.label(), happening);
            }
        }
        page.put("kinds", kinds.values());
        page.put("happened", events.size());
        page.put("events", events.subList(0, Math.min(events.size(), MAX_EVENTS_LISTED)));
        page.put("mostEvents", MAX_EVENTS_LISTED);
        page.put("moreEvents", events.size() > MAX_EVENTS_LISTED);
        boolean all = calls.size() <= MAX_CALLS_LISTED;
        List<Call> listed = all ? calls : events.subList(0, Math.min(events.size(), MAX_CALLS_LISTED));
        page.put("calls", listed);
        page.put("total", calls.size());
        page.put("listed", listed.size());
        page.put("listedCount", count(listed.size(), "call"));
        page.put("allListed", all);
    }
}
