package io.github.sessioncompression.replay;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What the page's charts are drawn from: numbers by column, as JSON that may stand inside a script element. */
final class ChartData {
    private ChartData() {}

    static String of(Replayed replayed) {
        CompressionPolicy policy = replayed.policy();
        List<Call> calls = replayed.calls();
        Map<String, Object> columns = new LinkedHashMap<>();
        columns.put("messages", column(calls, Call::messages));
        columns.put("transcript", column(calls, Call::transcriptTokens));
        columns.put("context", column(calls, Call::contextTokens));
        columns.put("system", column(calls, Call::systemTokens));
        columns.put("state", column(calls, Call::stateTokens));
        columns.put("tools", column(calls, Call::toolTokens));
        columns.put("stable", column(calls, Call::stablePrefixTokens));
        List<Map<String, Object>> events = new ArrayList<>();
        for (Call call : calls) {
            Happening happening = Happening.of(call.outcome());
            if (happening != null) {
                Map<String, Object> event = new LinkedHashMap<>();
                event.put("call", call.number());
                event.put("kind", happening.label());
                event.put("text", happening.what());
                events.add(event);
            }
        }
        Map<String, Object> limits = new LinkedHashMap<>();
        limits.put("target", policy.targetTokens());
        limits.put("trigger", policy.triggerTokens());
        limits.put("hard", policy.hardLimitTokens());
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("limits", limits);
        data.put("calls", columns);
        data.put("events", events);
        return Json.write(data).replace("<", "\\u003c");
    }

    private static List<Long> column(List<Call> calls, ToLongFunction<Call> value) {
        return calls.stream().map(value::applyAsLong).toList();
    }
}
