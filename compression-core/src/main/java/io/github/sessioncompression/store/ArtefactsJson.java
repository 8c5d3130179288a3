package io.github.sessioncompression.store;

import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.Artefacts.CommandUse;
import io.github.sessioncompression.state.Artefacts.FileUse;
import io.github.sessioncompression.state.Artefacts.Quote;
import io.github.sessioncompression.state.Artefacts.ToolUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Artefacts as values for {@link io.github.sessioncompression.json.Json}. */
final class ArtefactsJson {
    private ArtefactsJson() {}

    static Map<String, Object> write(Artefacts artefacts) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("files", artefacts.files().stream().map(ArtefactsJson::write).toList());
        json.put("tools", artefacts.tools().stream().map(ArtefactsJson::write).toList());
        json.put(
                "commands",
                artefacts.commands().stream().map(ArtefactsJson::write).toList());
        json.put(
                "decisions",
                artefacts.decisions().stream().map(ArtefactsJson::write).toList());
        json.put(
                "questions",
                artefacts.questions().stream().map(ArtefactsJson::write).toList());
        return json;
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

    static Artefacts read(JsonFields json) {
        return new Artefacts(
                json.objects("files").stream()
                        .map(use -> new FileUse(
                                use.text("path"),
                                use.count("read"),
                                use.count("created"),
                                use.count("modified"),
                                use.count("deleted"),
                                use.text("last_result", ""),
                                use.numbers("sources")))
                        .toList(),
                json.objects("tools").stream()
                        .map(use -> new ToolUse(
                                use.text("name"), use.count("calls"), use.count("failures"), use.numbers("sources")))
                        .toList(),
                json.objects("commands").stream()
                        .map(use -> new CommandUse(
                                use.text("command"),
                                use.count("count"),
                                use.text("outcome", ""),
                                use.numbers("sources")))
                        .toList(),
                quotes(json.objects("decisions")),
                quotes(json.objects("questions")));
    }

    private static List<Quote> quotes(List<JsonFields> quotes) {
        return quotes.stream()
                .map(quote -> new Quote(quote.text("text"), quote.numbers("sources")))
                .toList();
    }
}
