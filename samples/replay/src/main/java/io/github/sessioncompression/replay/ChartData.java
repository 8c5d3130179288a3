package io.github.sessioncompression.replay;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Data of the page's charts: numbers by column, as JSON that may stand inside a script element. */
final class ChartData {
    /** More calls than this are thinned out: the page has to stay small, and no screen is that wide. */
    static final int MAX_POINTS = 4_000;

    private static final int MAX_BARS = 300;

    private final List<Call> calls;
    private final int stride;
    private final boolean allEvents;

    private ChartData(List<Call> calls) {
        this.calls = calls;
        this.stride = (calls.size() + MAX_POINTS - 1) / MAX_POINTS;
        this.allEvents = calls.stream().filter(call -> call.happening() != null).count() <= MAX_POINTS;
    }

    static String of(Replayed replayed) {
        CompressionPolicy policy = replayed.policy();
        Map<String, Object> limits = new LinkedHashMap<>();
        limits.put("target", policy.targetTokens());
        limits.put("trigger", policy.triggerTokens());
        limits.put("hard", policy.hardLimitTokens());
        ChartData chart = new ChartData(replayed.calls());
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("limits", limits);
        data.put("calls", chart.columns());
        data.put("events", chart.events());
        data.put("callsPerBar", callsPerBar(replayed.calls()));
        data.put("stableShares", chart.stableShares());
        return Json.write(data).replace("<", "\\u003c");
    }

    private boolean isShown(Call call) {
        return (call.number() - 1) % stride == 0
                || (allEvents && call.happening() != null)
                || call.number() == calls.size();
    }

    private Map<String, Object> columns() {
        Map<String, Object> columns = new LinkedHashMap<>();
        columns.put("number", column(Call::number));
        columns.put("messages", column(Call::messages));
        columns.put("transcript", column(Call::transcriptTokens));
        columns.put("context", column(Call::contextTokens));
        columns.put("system", column(Call::systemTokens));
        columns.put("state", column(Call::stateTokens));
        columns.put("tools", column(Call::toolTokens));
        columns.put("sent", column(sums(Call::contextTokens)));
        columns.put("sentUncompressed", column(sums(Call::transcriptTokens)));
        return columns;
    }

    private List<Long> column(ToLongFunction<Call> value) {
        return calls.stream().filter(this::isShown).map(value::applyAsLong).toList();
    }

    /** The sum of a value over a call and all before it. */
    private ToLongFunction<Call> sums(ToLongFunction<Call> value) {
        long[] sums = new long[calls.size() + 1];
        for (Call call : calls) {
            sums[call.number()] = sums[call.number() - 1] + value.applyAsLong(call);
        }
        return call -> sums[call.number()];
    }

    /** Number of calls that one bar stands for: 1, until there are too many. */
    static int callsPerBar(List<Call> calls) {
        return Math.max(1, (calls.size() + MAX_BARS - 1) / MAX_BARS);
    }

    /** The stable part of what was sent in the calls of each bar, in percent. */
    private List<Double> stableShares() {
        int step = callsPerBar(calls);
        List<Double> shares = new ArrayList<>();
        for (int first = 0; first < calls.size(); first += step) {
            List<Call> bar = calls.subList(first, Math.min(first + step, calls.size()));
            long sent = bar.stream().mapToLong(Call::contextTokens).sum();
            long stable = bar.stream().mapToLong(Call::stablePrefixTokens).sum();
            shares.add(sent == 0 ? 0.0 : Math.round(1_000.0 * stable / sent) / 10.0);
        }
        return shares;
    }

    private List<Map<String, Object>> events() {
        List<Map<String, Object>> events = new ArrayList<>();
        for (Call call : calls) {
            Call.Happening happening = call.happening();
            if (happening != null && isShown(call)) {
                Map<String, Object> event = new LinkedHashMap<>();
                event.put("call", call.number());
                event.put("kind", happening.label());
                event.put("text", happening.what());
                events.add(event);
            }
        }
        return events;
    }
}
