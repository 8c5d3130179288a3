package io.github.sessioncompression.store;

import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.json.JsonFields.JsonFormatException;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.Artefacts.CommandUse;
import io.github.sessioncompression.state.Artefacts.FileUse;
import io.github.sessioncompression.state.Artefacts.Quote;
import io.github.sessioncompression.state.Artefacts.ToolUse;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Records, segments and counters as values for {@link io.github.sessioncompression.json.Json}: what lasting stores and exports keep.
 *
 * <p>Each object has its {@code version}. Unknown fields are ignored, absent optional ones have their default, so a field may be added without a new
 * version. <b>On failure</b> every {@code read} throws {@link JsonFormatException}: the object is damaged, of a newer version, or has an unknown
 * constant. The exception names the field and repeats no content.
 *
 * <p>Optional parts with their default are not written: most records have no bridge, no single pins and no artefacts. Writer and reader of each value are
 * beside each other; the names of counters come from {@link Counters.Field}, so a new counter needs no line here.
 *
 * @see Payloads
 * @see ConversationExport
 */
final class StoreJson {
    /** The version of the format that is written; older ones are read, too. */
    static final int VERSION = 1;

    private StoreJson() {}

    /** The record as JSON. */
    static Map<String, Object> write(CompressionRecord record) {
        Map<String, Object> json = begun();
        json.put("record_version", record.version());
        json.put("boundary", record.boundary());
        json.put("pinned", record.pinned());
        if (!record.chosen().equals(ChosenPins.NONE)) {
            json.put("chosen_pins", record.chosen().pinned());
            json.put("chosen_unpinned", record.chosen().unpinned());
        }
        json.put("pruned_through", record.pruned().through());
        if (!record.pruned().single().isEmpty()) {
            json.put("pruned_single", record.pruned().ordered());
        }
        json.put("schema", record.schema());
        json.put("segments", record.segments());
        if (!record.tellings().isEmpty()) {
            json.put("tellings", record.tellings());
        }
        json.put("injected", StateJson.writeItems(record.injected()));
        json.put("enabled", record.enabled());
        json.put("cause", record.cause().name());
        json.put("accounting", write(record.accounting()));
        json.put("created_at", record.createdAt().toString());
        json.put("last_sequence", record.lastSequence());
        if (!record.artefacts().isEmpty()) {
            json.put("artefacts", write(record.artefacts()));
        }
        if (record.bridge().through() > 0) {
            json.put("bridge", write(record.bridge()));
        }
        return json;
    }

    private static Map<String, Object> write(Bridge bridge) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("through", bridge.through());
        json.put("whole", StateJson.writeItems(bridge.whole()));
        if (!bridge.shown().equals(bridge.whole())) {
            json.put("shown", StateJson.writeItems(bridge.shown()));
        }
        return json;
    }

    private static Bridge readBridge(JsonFields json) {
        StateDocument whole = StateJson.readItems(json.text("whole"));
        StateDocument shown = json.has("shown") ? StateJson.readItems(json.text("shown")) : whole;
        return new Bridge(json.number("through", 1, Long.MAX_VALUE), shown, whole);
    }

    /** The record that was written. */
    static CompressionRecord readRecord(JsonFields json) {
        json.requireVersion(VERSION);
        return new CompressionRecord(
                json.number("record_version", 1, Long.MAX_VALUE),
                json.number("boundary", 0, Long.MAX_VALUE),
                json.numbers("pinned"),
                new Pruned(json.number("pruned_through", 0, Long.MAX_VALUE), Set.copyOf(json.numbers("pruned_single"))),
                json.text("schema"),
                json.numbers("segments"),
                json.numbers("tellings"),
                StateJson.readItems(json.text("injected")),
                json.flag("enabled"),
                json.oneOf(Cause.class, "cause"),
                readAccounting(json.object("accounting")),
                json.time("created_at"),
                json.has("last_sequence") ? json.number("last_sequence", 0, Long.MAX_VALUE) : 0,
                json.has("artefacts") ? readArtefacts(json.object("artefacts")) : Artefacts.NONE,
                new ChosenPins(json.numbers("chosen_pins"), json.numbers("chosen_unpinned")),
                json.has("bridge") ? readBridge(json.object("bridge")) : Bridge.NONE);
    }

    /** The segment as JSON. */
    static Map<String, Object> write(SegmentState segment) {
        Map<String, Object> json = begun();
        json.put("id", segment.id());
        json.put("through", segment.through());
        json.put("document", StateJson.writeItems(segment.document()));
        json.put("created_at", segment.createdAt().toString());
        if (!segment.tellings().isEmpty()) {
            json.put("tellings", each(segment.tellings(), StoreJson::write));
        }
        return json;
    }

    private static Map<String, Object> write(SegmentSummary telling) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sources", telling.sources());
        json.put("title", telling.title());
        json.put("detailed", telling.detailed());
        json.put("brief", telling.brief());
        json.put("tags", telling.tags());
        return json;
    }

    /** The segment that was written. */
    static SegmentState readSegment(JsonFields json) {
        json.requireVersion(VERSION);
        return new SegmentState(
                json.number("id", 1, Long.MAX_VALUE),
                json.number("through", 0, Long.MAX_VALUE),
                StateJson.readItems(json.text("document")),
                json.time("created_at"),
                json.objects(
                        "tellings",
                        telling -> new SegmentSummary(
                                telling.numbers("sources"),
                                telling.text("title"),
                                telling.text("detailed"),
                                telling.text("brief"),
                                telling.texts("tags"))));
    }

    /** The counters as JSON. */
    static Map<String, Object> write(Counters counters) {
        Map<String, Object> json = begun();
        Map<String, Map<String, Object>> parts = new HashMap<>();
        for (Counters.Field field : Counters.Field.values()) {
            Map<String, Object> owner = json;
            if (!field.part.isEmpty()) {
                owner = parts.computeIfAbsent(field.part, part -> new LinkedHashMap<>());
                json.put(field.part, owner);
            }
            owner.put(field.key, field.of(counters));
        }
        return json;
    }

    /** The counters that were written; a part that older versions did not write has none. */
    static Counters readCounters(JsonFields json) {
        json.requireVersion(VERSION);
        return Counters.of(field -> {
            if (field.part.isEmpty()) {
                return sum(json, field.key);
            }
            return json.has(field.part) ? sum(json.object(field.part), field.key) : 0;
        });
    }

    private static Map<String, Object> begun() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", VERSION);
        return json;
    }

    private static Map<String, Object> write(Accounting accounting) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("messages", accounting.messages());
        json.put("span_tokens", accounting.spanTokens());
        json.put("state_tokens", accounting.stateTokens());
        json.put("model_input_tokens", accounting.modelInputTokens());
        json.put("model_output_tokens", accounting.modelOutputTokens());
        json.put("coverage", write(accounting.coverage()));
        json.put("model_tokens", accounting.shares().modelTokens());
        json.put("extract_tokens", accounting.shares().extractTokens());
        json.put("ledger_tokens", accounting.shares().ledgerTokens());
        if (accounting.paidTokens() > 0) {
            json.put("paid_tokens", accounting.paidTokens());
        }
        if (accounting.modelCalls() > 0) {
            json.put("model_calls", accounting.modelCalls());
        }
        if (!accounting.latency().isZero()) {
            json.put("latency_ms", accounting.latency().toMillis());
        }
        return json;
    }

    private static Map<String, Object> write(Coverage coverage) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("required", coverage.required());
        json.put("held", coverage.held());
        json.put("shown", coverage.shown());
        json.put("left_out", coverage.leftOut());
        json.put("invented", coverage.invented());
        return json;
    }

    private static Accounting readAccounting(JsonFields json) {
        JsonFields coverage = json.object("coverage");
        return new Accounting(
                json.count("messages"),
                sum(json, "span_tokens"),
                json.count("state_tokens"),
                sum(json, "model_input_tokens"),
                sum(json, "model_output_tokens"),
                new Coverage(
                        sum(coverage, "required"),
                        sum(coverage, "held"),
                        sum(coverage, "shown"),
                        sum(coverage, "left_out"),
                        sum(coverage, "invented")),
                new StateShares(json.count("model_tokens"), json.count("extract_tokens"), json.count("ledger_tokens")),
                json.has("paid_tokens") ? sum(json, "paid_tokens") : 0,
                json.has("model_calls") ? json.count("model_calls") : 0,
                Duration.ofMillis(json.has("latency_ms") ? sum(json, "latency_ms") : 0));
    }

    /** A number that only grows over a chat's life; {@link JsonFields#count} is for those that fit an {@code int}. */
    private static long sum(JsonFields json, String field) {
        return json.number(field, 0, Long.MAX_VALUE);
    }

    private static Map<String, Object> write(Artefacts artefacts) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("files", each(artefacts.files(), StoreJson::write));
        json.put("tools", each(artefacts.tools(), StoreJson::write));
        json.put("commands", each(artefacts.commands(), StoreJson::write));
        json.put("decisions", each(artefacts.decisions(), StoreJson::write));
        json.put("questions", each(artefacts.questions(), StoreJson::write));
        return json;
    }

    private static <T> List<Map<String, Object>> each(List<T> entries, Function<T, Map<String, Object>> write) {
        return entries.stream().map(write).toList();
    }

    private static Map<String, Object> write(FileUse use) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("path", use.path());
        json.put("read", use.read());
        json.put("created", use.created());
        json.put("modified", use.modified());
        json.put("deleted", use.deleted());
        json.put("last_result", use.lastResult());
        json.put("sources", use.sources());
        return json;
    }

    private static Map<String, Object> write(ToolUse use) {
        return Map.of("name", use.name(), "calls", use.calls(), "failures", use.failures(), "sources", use.sources());
    }

    private static Map<String, Object> write(CommandUse use) {
        return Map.of(
                "command", use.command(), "count", use.count(), "outcome", use.lastOutcome(), "sources", use.sources());
    }

    private static Map<String, Object> write(Quote quote) {
        return Map.of("text", quote.text(), "sources", quote.sources());
    }

    private static Artefacts readArtefacts(JsonFields json) {
        return new Artefacts(
                json.objects(
                        "files",
                        use -> new FileUse(
                                use.text("path"),
                                use.count("read"),
                                use.count("created"),
                                use.count("modified"),
                                use.count("deleted"),
                                use.text("last_result", ""),
                                use.numbers("sources"))),
                json.objects(
                        "tools",
                        use -> new ToolUse(
                                use.text("name"), use.count("calls"), use.count("failures"), use.numbers("sources"))),
                json.objects(
                        "commands",
                        use -> new CommandUse(
                                use.text("command"),
                                use.count("count"),
                                use.text("outcome", ""),
                                use.numbers("sources"))),
                json.objects("decisions", StoreJson::quote),
                json.objects("questions", StoreJson::quote));
    }

    private static Quote quote(JsonFields json) {
        return new Quote(json.text("text"), json.numbers("sources"));
    }
}
