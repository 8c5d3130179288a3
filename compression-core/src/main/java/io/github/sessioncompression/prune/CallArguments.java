package io.github.sessioncompression.prune;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes the middle out of long values in the arguments of old tool calls, such as the text of a file that was written.
 *
 * <p>Paths, names and commands are short and stay, so a call still shows its action, in JSON of the same keys. What is left depends on the
 * call alone, so it is the same in every view. Safe for use by many threads.
 *
 * @param mayGo accepts the names of the tools whose calls are shortened
 */
record CallArguments(MessageTokens tokens, Predicate<String> mayGo) {
    /** Longest value that stays whole, in characters. */
    private static final int LONGEST_VALUE = 400;
    /** Characters of a longer one that stay. */
    private static final int KEPT = 160;

    private static final String MARK = " [of this argument left out: about ";

    /** The assistant's message {@code entry} with shorter calls; {@code null} if there is nothing to shorten. */
    @Nullable
    Entry shortened(Entry entry) {
        Message message = entry.message();
        long chars = message.text().length();
        for (ToolCall call : message.toolCalls()) {
            chars += call.arguments().length();
        }
        double tokensPerChar = (double) entry.tokens() / chars;
        Message shorter =
                message.withEachCall(call -> isLong(call) ? shorten(call, tokensPerChar, entry.sequence()) : call);
        if (shorter.toolCalls().equals(message.toolCalls())) {
            return null;
        }
        Entry counted = TextShortener.counted(entry, shorter, tokens);
        return counted.tokens() < entry.tokens() ? counted : null;
    }

    /** True if {@code message} has a call that may lose the middle of its arguments. */
    boolean areLong(Message message) {
        return message.toolCalls().stream().anyMatch(this::isLong);
    }

    /** True if {@code message} has a call of which a view shows less than there was: its arguments have the mark of this class. */
    static boolean isShortened(Message message) {
        return message.toolCalls().stream().anyMatch(call -> call.arguments().contains(MARK));
    }

    private boolean isLong(ToolCall call) {
        return call.arguments().length() > LONGEST_VALUE && mayGo.test(call.name());
    }

    /** What is no JSON object stays as it is. */
    private static ToolCall shorten(ToolCall call, double tokensPerChar, long place) {
        try {
            Map<String, @Nullable Object> arguments = Json.parseObject(call.arguments());
            Object shorter = shorter(arguments, tokensPerChar, place);
            return arguments.equals(shorter) ? call : new ToolCall(call.id(), call.name(), Json.write(shorter));
        } catch (JsonSyntaxException damaged) {
            return call;
        }
    }

    /** A JSON value in which each long text has lost its middle, at any depth. */
    private static @Nullable Object shorter(@Nullable Object value, double tokensPerChar, long place) {
        if (value instanceof String text && text.length() > LONGEST_VALUE) {
            long tokens = Math.round((text.length() - KEPT) * tokensPerChar);
            return TextShortener.without(text, KEPT, MARK + Placeholder.size(tokens, place) + " ");
        } else if (value instanceof Map<?, ?> object) {
            Map<Object, @Nullable Object> shorter = new LinkedHashMap<>();
            object.forEach((key, each) -> shorter.put(key, shorter(each, tokensPerChar, place)));
            return shorter;
        } else if (value instanceof List<?> array) {
            List<@Nullable Object> shorter = new ArrayList<>();
            array.forEach(each -> shorter.add(shorter(each, tokensPerChar, place)));
            return shorter;
        }
        return value;
    }
}
