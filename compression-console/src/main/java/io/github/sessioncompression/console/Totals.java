package io.github.sessioncompression.console;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.console.ConsoleRequest.Csrf;
import io.github.sessioncompression.console.SessionConsole.ConsoleSettings;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON about all chats together. */
final class Totals {
    private final SessionCompressor compressor;
    private final ConsoleSettings settings;
    private final EventLog events;

    Totals(SessionCompressor compressor, ConsoleSettings settings, EventLog events) {
        this.compressor = compressor;
        this.settings = settings;
        this.events = events;
    }

    Map<String, @Nullable Object> about(ConsoleRequest request) {
        Csrf csrf = settings.token() == null ? null : request.csrf().get();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("contents", settings.contents());
        json.put("writes", settings.token() != null);
        json.put("csrf", csrf == null ? null : Numbers.of(csrf));
        json.put("now", settings.clock().instant().toString());
        json.put("since", events.since().toString());
        json.put("policy", policy(compressor.policy()));
        json.put("totals", Numbers.of(compressor.stats()));
        json.put("compressionModelPaused", events.isModelPaused());
        json.put(
                "warnings",
                events.warnings(event -> true, EventLog.MOST_WARNINGS).size()
                        + compressor.inspection().findings().size());
        json.put("droppedEvents", events.dropped());
        return json;
    }

    private static Map<String, @Nullable Object> policy(CompressionPolicy policy) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("enabled", policy.enabled());
        json.put("contextWindow", policy.contextWindow());
        json.put("targetTokens", policy.targetTokens());
        json.put("triggerTokens", policy.triggerTokens());
        json.put("hardLimitTokens", policy.hardLimitTokens());
        json.put("reservedOutputTokens", policy.reservedOutputTokens());
        return json;
    }

    /** Numbers that change with each turn; nothing is read from the store for them. */
    Map<String, @Nullable Object> pulse() {
        CompressionStats stats = compressor.stats();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("messagesTotal", stats.messagesTotal());
        json.put("sentTokens", stats.sentTokens());
        json.put("compressions", stats.compressions());
        json.put("failures", stats.failures());
        json.put("dropped", events.dropped());
        return json;
    }

    Map<String, @Nullable Object> warnings(Query query, Chats chats) {
        String id = query.text("id");
        if (id != null) {
            chats.requireAllowed(id);
        }
        List<Object> found = new ArrayList<>(events
                .warnings(
                        it -> id == null ? chats.isAllowed(it.conversationId()) : id.equals(it.conversationId()),
                        EventLog.MOST_WARNINGS)
                .stream()
                .map(EventLog::warning)
                .toList());
        if (id == null) {
            compressor.inspection().findings().forEach(each -> found.add(Map.of("code", Numbers.name(each))));
        }
        return new LinkedHashMap<>(Map.of("warnings", found));
    }
}
