package io.github.sessioncompression.compare;

import io.github.sessioncompression.compare.Line.Call;
import io.github.sessioncompression.conformance.RequestMessage.Role;
import io.github.sessioncompression.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A chat in OpenAI's format, with questions about it if {@code NAME.qa.json} is beside {@code NAME.transcript.json}.
 *
 * @param questions empty if there are none: recall is not measured then
 */
record Transcript(String name, List<Line> lines, List<Question> questions) {
    /** A question; {@code evidence} has the ids of the messages that answer it. */
    record Question(String question, String answer, List<String> evidence) {}

    private static final String ENDING = ".transcript.json";
    private static final String UNANSWERABLE = "5";

    /**
     * Reads a file, or all transcripts of a folder.
     *
     * @throws IOException if one cannot be read; the message has its name
     */
    static List<Transcript> readAll(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of(read(path));
        }
        List<Transcript> all = new ArrayList<>();
        try (var files = Files.walk(path)) {
            for (Path file : files.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .toList()) {
                all.add(read(file));
            }
        }
        if (all.isEmpty()) {
            throw new IOException("no file *" + ENDING + " in " + path);
        }
        return all;
    }

    private static Transcript read(Path file) throws IOException {
        String name = String.valueOf(file.getFileName()).replace(ENDING, "");
        Path questions = file.resolveSibling(name + ".qa.json");
        try {
            List<Line> lines = objects(Files.readString(file)).stream()
                    .map(Transcript::line)
                    .toList();
            return new Transcript(
                    name, lines, Files.exists(questions) ? questions(Files.readString(questions)) : List.of());
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static List<Map<?, ?>> objects(String json) {
        Object value = Json.parse(json);
        Object list = value instanceof Map<?, ?> wrapper ? wrapper.get("messages") : value;
        if (!(list instanceof List<?> items)) {
            throw new IllegalArgumentException("no list of messages");
        }
        return items.stream().<Map<?, ?>>map(item -> (Map<?, ?>) item).toList();
    }

    private static List<Question> questions(String json) {
        return objects(json).stream()
                .filter(object -> !text(object.get("category")).equals(UNANSWERABLE) && object.containsKey("answer"))
                .map(object -> new Question(
                        text(object.get("question")), text(object.get("answer")), strings(object.get("evidence"))))
                .toList();
    }

    private static Line line(Map<?, ?> object) {
        String text = content(object.get("content"));
        String sender = text(object.get("name"));
        Role role = Role.valueOf(text(object.get("role")).toUpperCase(Locale.ROOT));
        boolean named = !sender.isEmpty() && role != Role.TOOL;
        return new Line(
                role,
                text(object.get("id")),
                named ? sender + ": " + text : text,
                calls(object.get("tool_calls")),
                text(object.get("tool_call_id")),
                role == Role.TOOL ? sender : "",
                time(text(object.get("timestamp"))));
    }

    /** The time of a text as ISO 8601 writes it, in UTC unless it has an offset; {@code null} for any other. */
    private static @Nullable Instant time(String text) {
        try {
            return text.isEmpty()
                    ? null
                    : DateTimeFormatter.ISO_DATE_TIME.withZone(ZoneOffset.UTC).parse(text, Instant::from);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static String content(@Nullable Object content) {
        return content instanceof List<?> parts
                ? parts.stream()
                        .map(part -> part instanceof Map<?, ?> object ? text(object.get("text")) : "")
                        .collect(Collectors.joining("\n"))
                : text(content);
    }

    private static List<Call> calls(@Nullable Object calls) {
        List<Call> read = new ArrayList<>();
        if (calls instanceof List<?> list) {
            for (Object item : list) {
                Map<?, ?> call = (Map<?, ?>) item;
                if (call.get("function") instanceof Map<?, ?> function) {
                    read.add(new Call(
                            text(call.get("id")), text(function.get("name")), text(function.get("arguments"))));
                }
            }
        }
        return read;
    }

    private static List<String> strings(@Nullable Object list) {
        return list instanceof List<?> items
                ? items.stream().map(Transcript::text).toList()
                : List.of();
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : String.valueOf(value);
    }
}
