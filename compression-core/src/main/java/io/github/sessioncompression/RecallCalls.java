package io.github.sessioncompression;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.recall.CompressedSegment;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.Level;
import io.github.sessioncompression.recall.RecallTool;
import io.github.sessioncompression.recall.SearchOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers a model's calls of the recall tools, for one conversation.
 *
 * <p>Whatever a model writes as arguments is answered with a text; it never throws. Answers are of limited size, and what is quoted in them
 * can't close the tag around it.
 */
final class RecallCalls {
    /** The longest answer, in UTF-16 units: some 4,000 tokens. */
    static final int MAX_ANSWER_CHARS = 16_000;

    private static final int DEFAULT_LIMIT = 5;
    private static final int MAX_LIMIT = 20;
    private static final int EXCERPT_CHARS = 1_200;
    private static final int MAX_ARGUMENTS_CHARS = 100_000;

    private final ConversationParts workings;
    private final ArchiveSearch archive;
    private final String conversationId;

    RecallCalls(ConversationParts workings) {
        this.workings = workings;
        this.archive = new ArchiveSearch(workings);
        this.conversationId = workings.id();
    }

    /** What the tool answers to a call with these arguments. */
    String answer(RecallTool tool, String arguments) {
        try {
            Map<String, @Nullable Object> values = values(arguments);
            return switch (tool) {
                case SEARCH_HISTORY -> search(values);
                case EXPAND_SEGMENT -> expand(values);
            };
        } catch (UnusableArguments e) {
            return Json.writeEscaped(Map.of("error", String.valueOf(e.getMessage())));
        } catch (RuntimeException | Error e) {
            Log.LOG.warn(
                    "Conversation {}: its history could not be read for {}: {}",
                    conversationId,
                    tool.toolName(),
                    e.getClass().getName());
            return Json.writeEscaped(Map.of("error", "The history cannot be read at the moment."));
        }
    }

    /** What the model is told about its arguments. */
    private static final class UnusableArguments extends RuntimeException {
        private static final long serialVersionUID = 1;

        private UnusableArguments(String message) {
            super(message);
        }
    }

    private static Map<String, @Nullable Object> values(String arguments) {
        if (arguments.length() <= MAX_ARGUMENTS_CHARS) {
            try {
                return Json.parseObject(arguments);
            } catch (JsonSyntaxException e) {
                throw new UnusableArguments("The arguments must be a JSON object.");
            }
        }
        throw new UnusableArguments("The arguments must have at most " + MAX_ARGUMENTS_CHARS + " characters.");
    }

    private static String text(Map<String, @Nullable Object> values, String name) {
        if (values.get(name) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw new UnusableArguments(name + " must be a text that is not blank.");
    }

    /** A number, also where a model has put it into quotes. */
    private static long number(Map<String, @Nullable Object> values, String name, long otherwise) {
        Object value = values.get(name);
        if (value instanceof Number number) {
            return number.longValue();
        }
        if (value instanceof String text && text.strip().matches("[0-9]{1,18}")) {
            return Long.parseLong(text.strip());
        }
        return otherwise;
    }

    private String search(Map<String, @Nullable Object> values) {
        String query = text(values, "query");
        int limit = (int) Math.max(1, Math.min(MAX_LIMIT, number(values, "limit", DEFAULT_LIMIT)));
        SearchOptions options = SearchOptions.defaults().withLimit(limit).withExcerptChars(EXCERPT_CHARS);
        List<Object> messages = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        Room room = new Room();
        for (Hit hit : archive.find(query, options)) {
            Map<String, @Nullable Object> shown = Quotation.of(hit);
            if (!room.takes(shown)) {
                break;
            }
            messages.add(shown);
            texts.add(hit.excerpt());
        }
        cameBack(texts);
        return Quotation.fenced(Map.of("messages", messages));
    }

    private String expand(Map<String, @Nullable Object> values) {
        String id = text(values, "segment_id");
        Level level = level(values);
        if (level != Level.FULL) {
            return told(id.strip(), level);
        }
        long from = number(values, "from_message", 0);
        List<Entry> entries = archive.expand(id.strip());
        if (entries.isEmpty()) {
            throw noSuchSegment();
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        List<Object> messages = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        answer.put("messages", messages);
        Room room = new Room();
        for (Entry entry : entries.subList(Entry.countThrough(entries, from - 1), entries.size())) {
            Message message = entry.message();
            String text = Quotation.cut(said(message), EXCERPT_CHARS * 2);
            Map<String, @Nullable Object> shown = Quotation.message(
                    entry.sequence(), message.role().name(), message.name(), message.timestamp(), text);
            if (!room.takes(shown)) {
                answer.put("next_message", entry.sequence());
                break;
            }
            messages.add(shown);
            texts.add(text);
        }
        cameBack(texts);
        return Quotation.fenced(answer);
    }

    /** What the model is told came back into its context. */
    private void cameBack(List<String> texts) {
        if (!texts.isEmpty()) {
            workings.chats().run(chat -> chat.recalls().cameBack(texts, chat.stored()));
        }
    }

    private static UnusableArguments noSuchSegment() {
        return new UnusableArguments("There is no segment of that id; search_history gives ids.");
    }

    private static Level level(Map<String, @Nullable Object> values) {
        if (!(values.get("level") instanceof String name) || name.isBlank()) {
            return Level.FULL;
        }
        return Level.named(name)
                .orElseThrow(() -> new UnusableArguments("level must be one of full, detailed, brief, tags."));
    }

    private String told(String id, Level level) {
        CompressedSegment told = archive.expand(id, level).orElseThrow(RecallCalls::noSuchSegment);
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("segment_id", id);
        answer.put("level", level.name().toLowerCase(Locale.ROOT));
        String text = Quotation.cut(told.content(), EXCERPT_CHARS * 2);
        answer.put("text", text);
        answer.put("more", told.marker());
        cameBack(List.of(text));
        return Quotation.fenced(answer);
    }

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

    /** What is left of an answer. */
    private static final class Room {
        private int left = MAX_ANSWER_CHARS - Quotation.FRAME_CHARS;

        /** Whether there is room for one more; the first one has it even if each of its characters is escaped. */
        private boolean takes(Map<String, @Nullable Object> shown) {
            int size = Quotation.json(shown).length() + 1;
            if (size > left) {
                return false;
            }
            left -= size;
            return true;
        }
    }
}
