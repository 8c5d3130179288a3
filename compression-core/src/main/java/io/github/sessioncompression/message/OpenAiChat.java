package io.github.sessioncompression.message;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonElements;
import io.github.sessioncompression.json.JsonSyntaxException;
import io.github.sessioncompression.option.Bounds;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Transcripts as JSON in OpenAI's chat format, in and out.
 *
 * <p>Read is an array of messages, an object {@code {"messages": [...]}}, or JSON Lines, whichever it is. A message has
 *
 * <ul>
 *   <li>{@code role}: {@code system}, {@code developer} (taken as system), {@code user}, {@code assistant}, {@code tool}, or
 *       the former {@code function};
 *   <li>{@code content}: a text, {@code null}, or a list of parts. Text parts are joined by a line break, thinking is left
 *       alone, any other part (image, sound, file) counts as a medium;
 *   <li>{@code tool_calls} of an assistant, {@code tool_call_id} of a result, which has to answer a call of the nearest
 *       preceding assistant message (see {@link Repair}); its {@code name} falls back to that call's;
 *   <li>optionally {@code name}, {@code id}, and {@code timestamp} (ISO 8601 date and time; without a zone it is UTC).
 * </ul>
 *
 * <p>The parsed object, unknown members included, rides along as {@link Message#source()}, and is what is written, so that
 * reading and writing loses nothing. The text is streamed: in memory are the messages, not the text. Safe for use by many
 * threads.
 *
 * <pre>{@code
 * try (Reader in = Files.newBufferedReader(Path.of("chat.json"))) {
 *     List<Message> chat = OpenAiChat.read(in);
 * }
 * }</pre>
 */
public final class OpenAiChat {
    /** The most messages one transcript may have. */
    public static final int MAX_MESSAGES = 1_000_000;

    private static final String WRAPPER = "messages";

    private OpenAiChat() {}

    /**
     * Reads a transcript.
     *
     * @return the messages, one or more, not modifiable
     * @throws TranscriptFormatException if it is not JSON, has no message or more than {@value #MAX_MESSAGES}, or if a
     *     message is not as described above
     * @throws IOException if {@code reader} fails
     */
    public static List<Message> read(Reader reader) throws IOException {
        return read(reader, MAX_MESSAGES);
    }

    static List<Message> read(Reader reader, int maxMessages) throws IOException {
        Objects.requireNonNull(reader, "reader");
        List<Message> messages = new ArrayList<>();
        OpenCalls calls = OpenCalls.NONE;
        try (JsonElements elements = JsonElements.of(reader, WRAPPER)) {
            for (var e = elements.next(); e != null; e = elements.next()) {
                OpenAiReading reading = new OpenAiReading(e.line(), messages.size() + 1);
                if (messages.size() == maxMessages) {
                    throw reading.fault("a transcript must have at most " + maxMessages + " messages");
                }
                Message message = reading.message(e.value());
                if (message.role() == Role.TOOL) {
                    message = reading.answering(calls, message);
                } else {
                    calls = message.callsTools() ? new OpenCalls(message.toolCalls()) : OpenCalls.NONE;
                }
                messages.add(message);
            }
        } catch (JsonSyntaxException e) {
            throw new TranscriptFormatException(
                    e.line(), messages.size() + 1, "not JSON at column " + e.column() + ": " + e.problem());
        }
        if (messages.isEmpty()) {
            throw new TranscriptFormatException(1, 0, "the transcript has no messages");
        }
        return List.copyOf(messages);
    }

    /** The messages as {@code {"messages": [...]}}, one message per line. */
    public static String write(List<Message> messages) {
        StringWriter text = new StringWriter();
        try {
            write(messages, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * Appends the messages as {@link #write(List)} does.
     *
     * <p>A message whose {@link Message#source()} is a map with a {@code role} is written as that map. Any other is written
     * from its own fields; media that are only counted can't be written, nor is whether a result reports a failure.
     *
     * @throws IOException if {@code target} fails
     */
    public static void write(List<Message> messages, Writer target) throws IOException {
        Objects.requireNonNull(target, "target");
        List<Message> all = Bounds.all("messages", messages);
        target.write("{\"" + WRAPPER + "\":[");
        String separator = "\n";
        for (Message message : all) {
            target.write(separator);
            Json.write(OpenAiWriting.json(message), target);
            separator = ",\n";
        }
        target.write("\n]}\n");
    }
}
