package io.github.sessioncompression.console;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.console.SessionConsole.ConsoleSettings;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.RecordDiff;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** JSON of a chat's compression records, their states and what changed between them. */
final class ChatHistory {
    private static final int MOST_RUNS = 50;

    private final Conversation chat;
    private final ConsoleSettings settings;
    private final EventLog events;

    ChatHistory(Conversation chat, ConsoleSettings settings, EventLog events) {
        this.chat = chat;
        this.settings = settings;
        this.events = events;
    }

    Map<String, @Nullable Object> compressions() {
        List<CompressionRecord> history = chat.history();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put(
                "compressions",
                history.stream().map(each -> record(each, history)).toList());
        json.put(
                "runs",
                events.runs(chat.id(), MOST_RUNS).stream()
                        .map(EventLog::run)
                        .filter(Objects::nonNull)
                        .toList());
        return json;
    }

    private Map<String, @Nullable Object> record(CompressionRecord record, List<CompressionRecord> history) {
        int index = history.indexOf(record);
        long before = index == 0 ? 0 : history.get(index - 1).boundary();
        boolean isKnown = index > 0 || record.version() == 1;
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("version", record.version());
        json.put("cause", Numbers.name(record.cause()));
        json.put("at", record.createdAt().toString());
        json.put("boundary", record.boundary());
        json.putAll(Numbers.of(record.accounting()));
        json.put("covered", isKnown && record.boundary() > before ? List.of(before + 1, record.boundary()) : null);
        json.put("items", record.injected().items().size());
        json.put("run", run(events, chat.id(), record, history));
        return json;
    }

    /** The run that made a record: the first that ended with an effect after it was made and before the next one was. */
    static @Nullable Map<String, @Nullable Object> run(
            EventLog events, String chat, CompressionRecord record, List<CompressionRecord> history) {
        int next = history.indexOf(record) + 1;
        Instant before = next < history.size() ? history.get(next).createdAt() : Instant.MAX;
        Stage stage =
                switch (record.cause()) {
                    case MODEL, OFFLINE -> Stage.COMPRESS;
                    case PRUNED -> Stage.PRUNE;
                    default -> null;
                };
        StageFinished found = null;
        for (CompressionEvent event : events.runs(chat, Integer.MAX_VALUE)) {
            if (event instanceof StageFinished done
                    && done.stage() == stage
                    && done.affected() > 0
                    && !done.at().isBefore(record.createdAt())
                    && done.at().isBefore(before)) {
                found = done;
            }
        }
        return found == null ? null : EventLog.run(found);
    }

    Map<String, @Nullable Object> state(Query query) {
        List<CompressionRecord> history = chat.history();
        long version = query.number("version", 0, 1, Long.MAX_VALUE);
        CompressionRecord record = version == 0
                ? chat.record().orElse(null)
                : history.stream()
                        .filter(each -> each.version() == version)
                        .findFirst()
                        .orElse(null);
        if (record == null) {
            throw new Refusal(404, "not-found", "There is no record of that version");
        }
        List<Object> items = new ArrayList<>();
        record.injected().texts().keySet().forEach(field -> record.injected()
                .items(field)
                .forEach(item -> items.add(item(field, item))));
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("version", record.version());
        json.put("items", items);
        json.put("tokens", record.accounting().stateTokens());
        return json;
    }

    Map<String, @Nullable Object> diff(Query query) {
        List<CompressionRecord> history = chat.history();
        int last = history.size() - 1;
        if (last < 0) {
            throw Refusal.badRequest("from and to must be versions of records, but there is none yet");
        }
        long from = query.number("from", history.get(Math.max(0, last - 1)).version(), 1, Long.MAX_VALUE);
        long to = query.number("to", history.get(last).version(), 1, Long.MAX_VALUE);
        RecordDiff diff;
        try {
            diff = chat.diff(from, to);
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest("from and to must be versions of records that are kept");
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("from", from);
        json.put("to", to);
        json.put("added", diff.added().stream().map(this::placed).toList());
        json.put("gone", diff.gone().stream().map(this::placed).toList());
        json.put(
                "changed",
                diff.changed().stream()
                        .map(change -> Map.of("before", placed(change.before()), "after", placed(change.after())))
                        .toList());
        json.put("facts", diff.facts());
        json.put("factsKept", diff.factsKept());
        json.put("tokensBefore", diff.tokensBefore());
        json.put("tokensAfter", diff.tokensAfter());
        return json;
    }

    private Map<String, @Nullable Object> placed(RecordDiff.Placed placed) {
        return item(placed.field(), placed.item());
    }

    private Map<String, @Nullable Object> item(String field, StateItem item) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("field", field);
        json.put("kind", Numbers.name(item.kind()));
        json.put("origin", Numbers.name(item.origin()));
        json.put("writer", Numbers.name(item.writer()));
        json.put("sources", item.sources());
        if (settings.contents()) {
            json.put("text", item.text());
        }
        return json;
    }
}
