package io.github.sessioncompression.replay;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.state.StateJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The files that a replay leaves in a directory. Others that are there stay.
 *
 * @param name the directory as the user named it
 * @param directory the same as a path
 */
record OutputFiles(String name, Path directory) {
    static final String CSV_HEADER =
            "call,transcript_tokens,context_tokens,stable_prefix_tokens,pruned_results,compressions,outcome,micros";

    /** The files in the directory of that name, which need not exist yet. */
    static OutputFiles in(String name) throws InputException {
        if (name.isBlank()) {
            throw new InputException("--out must name a directory, but was blank");
        }
        try {
            Path directory = Path.of(name).toAbsolutePath().normalize();
            if (Files.exists(directory) && !Files.isDirectory(directory)) {
                throw new InputException("--out " + name + ": it is not a directory");
            }
            return new OutputFiles(name, directory);
        } catch (InvalidPathException e) {
            throw new InputException("--out " + name + ": this is no directory name");
        }
    }

    /** Texts by file name. */
    static Map<String, String> texts(Replayed replayed) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("context.json", OpenAiChat.write(replayed.end().messages()));
        files.put("state.json", state(replayed));
        files.put("turns.csv", csv(replayed.calls()));
        files.put("report.html", Report.of(replayed));
        return files;
    }

    void write(Map<String, String> texts) throws InputException {
        try {
            Files.createDirectories(directory);
            for (Map.Entry<String, String> file : texts.entrySet()) {
                Files.write(directory.resolve(file.getKey()), file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            String why = e instanceof AccessDeniedException ? "permission denied" : String.valueOf(e.getMessage());
            throw new InputException("--out " + name + ": can't write there: " + why);
        }
    }

    /** The state at the end, one field, and within a list one text, per line; an empty object if there is none. */
    private static String state(Replayed replayed) {
        if (replayed.state().isEmpty()) {
            return "{}\n";
        }
        String compact = StateJson.write(replayed.policy().state().schema(), replayed.state());
        StringJoiner fields = new StringJoiner(",\n  ", "{\n  ", "\n}\n");
        Json.parseObject(compact).forEach((name, value) -> fields.add(Json.write(name) + ": " + value(value)));
        return fields.toString();
    }

    private static String value(@Nullable Object value) {
        if (!(value instanceof List<?> texts) || texts.isEmpty()) {
            return Json.write(value);
        }
        StringJoiner lines = new StringJoiner(",\n    ", "[\n    ", "\n  ]");
        texts.forEach(text -> lines.add(Json.write(text)));
        return lines.toString();
    }

    private static String csv(List<Call> calls) {
        return calls.stream()
                .map(call -> String.format(
                        Locale.ROOT,
                        "%d,%d,%d,%d,%d,%d,%s,%d\n",
                        call.number(),
                        call.transcriptTokens(),
                        call.contextTokens(),
                        call.stablePrefixTokens(),
                        call.prunedResults(),
                        call.compressions(),
                        call.outcome().label(),
                        call.micros()))
                .collect(Collectors.joining("", CSV_HEADER + "\n", ""));
    }
}
