package io.github.sessioncompression.search;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import io.github.sessioncompression.log.ConversationLog;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallTool;
import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import io.github.sessioncompression.search.Expansion.Quotation;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.LogText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers a model's calls of the recall tools in one conversation.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>The arguments are read as a JSON object. Numbers may be in quotes, unknown names are passed over: small models write both.
 *   <li>A search quotes the best messages, then earlier sessions, while there is room (16,000 UTF-16 units).
 *   <li>An expansion quotes a segment's messages, each cut to 2,400 units, and names the next one if there was no room for all.
 *   <li>A single message ({@code m12}) is quoted in parts, each naming the next one ({@code m12:9000}).
 *   <li>A level below {@code full} is one text, with the marker of the next finer level.
 *   <li>The answer is JSON in a tag that calls it data. A quoted text can't close the tag.
 * </ol>
 *
 * <p><b>Threads:</b> as safe as its {@link History}. <b>On failure</b> nothing is thrown: arguments that can't be used are answered with what the model has
 * to correct, a history that can't be read with an error, and one WARN for the call.
 *
 * @see RecallTool
 * @see Quotation
 */
public final class RecallCalls {
    /** The longest answer, in UTF-16 units: some 4,000 tokens. */
    static final int MAX_ANSWER_CHARS = 16_000;

    private static final int DEFAULT_LIMIT = 5;
    private static final int MAX_LIMIT = 20;

    /** The longest excerpt of a hit, in UTF-16 units: a dozen fill an answer. */
    private static final int EXCERPT_CHARS = 1_200;

    /** The most of a message inside a segment; even if JSON escapes each character, one fits into an answer. */
    private static final int MESSAGE_CHARS = 2 * EXCERPT_CHARS;

    /** A message's id, and behind a colon the character to continue from. Bounded digits: neither number overflows. */
    private static final Pattern PART = Pattern.compile("(m[1-9][0-9]{0,17})(?::([0-9]{1,9}))?");

    private final String conversationId;
    private final History history;

    /** What the calls read of a conversation. Methods may throw; the model is then answered that the history can't be read. */
    public interface History {
        /** The archived messages that answer {@code query} best, best first; excerpts of at most {@code excerptChars} UTF-16 units. */
        List<Hit> find(String query, int limit, int excerptChars);

        /** What earlier sessions have about {@code query}, as it is quoted; none in an earlier session. */
        List<Map<String, @Nullable Object>> earlierSessions(String query, int limit);

        /** The archived messages of a segment or of a single message, ascending; none if there is no such id. */
        List<Entry> expand(String id);

        /** A segment at a level below {@link Level#FULL}; empty if there is none of that id. */
        Optional<CompressedSegment> expand(String id, Level level);

        /** Counts an answer that has something of the history. */
        void broughtBack();
    }

    /** Answers calls of one conversation. */
    public RecallCalls(String conversationId, History history) {
        this.conversationId = conversationId;
        this.history = history;
    }

    /** The answer to a call with these arguments, as the model wrote them. */
    public String answer(RecallTool tool, String arguments) {
        try {
            Map<String, @Nullable Object> values = values(arguments);
            return switch (tool) {
                case SEARCH_HISTORY -> search(values);
                case EXPAND_SEGMENT -> expand(values);
            };
        } catch (UnusableArguments e) {
            return Json.writeEscaped(Map.of("error", String.valueOf(e.getMessage())));
        } catch (RuntimeException | Error e) {
            ConversationLog.LOG.warn(
                    "Conversation {}: {} could not read the history: {}",
                    LogText.name(conversationId),
                    tool.toolName(),
                    e.getClass().getName());
            return Json.writeEscaped(Map.of("error", "The history cannot be read at the moment."));
        }
    }

    /** Arguments that the model is asked to correct. */
    private static final class UnusableArguments extends RuntimeException {
        private static final long serialVersionUID = 1;

        private UnusableArguments(String message) {
            super(message);
        }
    }

    private static Map<String, @Nullable Object> values(String arguments) {
        try {
            return Json.parseObject(arguments);
        } catch (JsonSyntaxException e) {
            throw new UnusableArguments("The arguments must be a JSON object.");
        }
    }

    private static String text(Map<String, @Nullable Object> values, String name) {
        if (values.get(name) instanceof String text && !text.isBlank()) {
            return text.strip();
        }
        throw new UnusableArguments(name + " must be a text that is not blank.");
    }

    /** A number, which a model may have put into quotes. */
    private static long number(Map<String, @Nullable Object> values, String name, long otherwise) {
        Object value = values.get(name);
        if (value instanceof Number number) {
            return number.longValue();
        }
        String digits = value instanceof String text ? text.strip() : "";
        return digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : otherwise;
    }

    private static Level level(Map<String, @Nullable Object> values) {
        if (!(values.get("level") instanceof String name) || name.isBlank()) {
            return Level.FULL;
        }
        return Level.named(name)
                .orElseThrow(() -> new UnusableArguments("level must be one of full, detailed, brief, tags."));
    }

    /** Best messages first, so the last ones are left out if the answer is full; earlier sessions only if all messages had room. */
    private String search(Map<String, @Nullable Object> values) {
        int limit = (int) Math.max(1, Math.min(MAX_LIMIT, number(values, "limit", DEFAULT_LIMIT)));
        String query = text(values, "query");
        Answer answer = new Answer();
        if (history.find(query, limit, EXCERPT_CHARS).stream().allMatch(hit -> answer.adds(Quotation.of(hit)))) {
            history.earlierSessions(query, limit).forEach(answer::adds);
        }
        return answer.fenced();
    }

    /** A segment's messages from {@code from_message} on, or what {@link #compressed} or {@link #message} make of the id. */
    private String expand(Map<String, @Nullable Object> values) {
        String id = text(values, "segment_id");
        Level level = level(values);
        if (level != Level.FULL) {
            return compressed(id, level);
        }
        Matcher one = PART.matcher(id);
        if (one.matches()) {
            return message(one.group(1), one.group(2) == null ? 0 : Integer.parseInt(one.group(2)));
        }
        List<Entry> entries = history.expand(id);
        if (entries.isEmpty()) {
            throw noSuchSegment();
        }
        Answer answer = new Answer();
        long from = number(values, "from_message", 0);
        for (Entry entry : entries.subList(Entry.countThrough(entries, from - 1), entries.size())) {
            Message message = entry.message();
            String text = Letters.head(said(message), MESSAGE_CHARS);
            if (!answer.adds(quoted(entry, text))) {
                answer.json.put("next_message", entry.sequence());
                break;
            }
        }
        return answer.fenced();
    }

    /** As much of one message as there is room for, from that character on, with the id of what follows. */
    private String message(String id, int from) {
        Entry entry = history.expand(id).stream().findFirst().orElseThrow(RecallCalls::noSuchSegment);
        Message message = entry.message();
        String said = said(message);
        String rest = said.substring(Math.min(from, said.length()));
        Answer answer = new Answer();
        String part = Letters.start(rest, answer.room);
        // JSON may be longer than the text by an unknown factor, up to six: a shorter part is tried until one fits
        while (!answer.adds(quoted(entry, part))) {
            answer = new Answer();
            part = Letters.start(part, part.length() * 3 / 4);
        }
        if (part.length() < rest.length()) {
            answer.json.put("next_segment", id + ":" + (from + part.length()));
        }
        if (message.mediaCount() > 0) {
            answer.json.put("media", message.mediaCount());
        }
        return answer.fenced();
    }

    private static Map<String, @Nullable Object> quoted(Entry entry, String text) {
        Message message = entry.message();
        return Quotation.message(entry.sequence(), message.role().name(), message.name(), message.timestamp(), text);
    }

    /** A segment's text at a level, its head if it is longer than 2,400 units. Its marker, not a next part, leads to the rest. */
    private String compressed(String id, Level level) {
        CompressedSegment segment = history.expand(id, level).orElseThrow(RecallCalls::noSuchSegment);
        String text = Letters.head(segment.content(), MESSAGE_CHARS);
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("segment_id", id);
        answer.put("level", level.name().toLowerCase(Locale.ROOT));
        answer.put("text", text);
        answer.put("more", segment.marker());
        history.broughtBack();
        return Quotation.fenced("", answer);
    }

    private static UnusableArguments noSuchSegment() {
        return new UnusableArguments("There is no segment of that id; search_history gives ids.");
    }

    /** A message's text and its calls as they were written: unlike {@link SearchedText}, nothing is normalised in a quotation. */
    private static String said(Message message) {
        StringBuilder said = new StringBuilder(message.text());
        for (ToolCall call : message.toolCalls()) {
            said.append(said.isEmpty() ? "" : "\n")
                    .append(call.name())
                    .append(' ')
                    .append(call.arguments());
        }
        return said.toString();
    }

    /** Quoted messages, as many as there is room for. */
    private final class Answer {
        private final List<Object> messages = new ArrayList<>();
        private final Map<String, @Nullable Object> json = new LinkedHashMap<>(Map.of("messages", messages));
        private int room = MAX_ANSWER_CHARS - Quotation.FRAME_CHARS;

        /** False if there is no room for it, and none for any after it. */
        private boolean adds(Map<String, @Nullable Object> quoted) {
            room -= Quotation.json(quoted).length() + 1;
            if (room < 0) {
                return false;
            }
            messages.add(quoted);
            return true;
        }

        private String fenced() {
            if (!messages.isEmpty()) {
                history.broughtBack();
            }
            return Quotation.fenced("", json);
        }
    }
}
