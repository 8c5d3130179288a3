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
import java.util.function.Function;

/** Artefacts as values for {@link io.github.sessioncompression.json.Json}. */
final class ArtefactsJson {
    private ArtefactsJson() {}

    static Map<String, Object> write(Artefacts artefacts) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("files", each(artefacts.files(), ArtefactsJson::write));
        json.put("tools", each(artefacts.tools(), ArtefactsJson::write));
        json.put("commands", each(artefacts.commands(), ArtefactsJson::write));
        json.put("decisions", each(artefacts.decisions(), ArtefactsJson::write));
        json.put("questions", each(artefacts.questions(), ArtefactsJson::write));
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

    static Artefacts read(JsonFields json) {
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
                json.objects("decisions", ArtefactsJson::quote),
                json.objects("questions", ArtefactsJson::quote));
    }

    private static Quote quote(JsonFields json) {
        return new Quote(json.text("text"), json.numbers("sources"));
    }
}
