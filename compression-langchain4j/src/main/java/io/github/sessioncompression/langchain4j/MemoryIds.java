package io.github.sessioncompression.langchain4j;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/**
 * The names of memory ids, which can be any object, as conversation ids, which are texts.
 *
 * <p>A text is its own name. Any other id is named by its class and what it prints, {@code @java.lang.Integer:1}, and so is a
 * text that begins with {@code @}: to LangChain4j {@code 1} and {@code "1"} are two chats, and so they are here. Names do not
 * depend on the process, so an id must print as the same text whenever it is equal.
 *
 * <p>Numbers and UUIDs are found back from the name alone, ids of other classes as long as the application holds them. Safe
 * for use by many threads.
 */
final class MemoryIds {
    private static final String MARK = "@";

    /** Readers of the ids that can be read back from their names, by class. */
    private static final Map<String, Function<String, Object>> READABLE = Map.of(
            String.class.getName(), text -> text,
            Integer.class.getName(), Integer::valueOf,
            Long.class.getName(), Long::valueOf,
            Short.class.getName(), Short::valueOf,
            UUID.class.getName(), UUID::fromString);

    /** Ids that can't be read back from their names; a chat that runs holds its id. */
    private final Cache<String, Object> others =
            Caffeine.newBuilder().weakValues().build();

    /**
     * The name of an id.
     *
     * @throws IllegalArgumentException if it is {@code null} or has no text of its own, so that equal ids have no common name
     */
    static String nameOf(Object id) {
        if (id == null) {
            throw new IllegalArgumentException("id must not be null");
        }
        if (id instanceof String text) {
            return text.startsWith(MARK) ? marked(id, text) : text;
        }
        String text = id.toString();
        if (text.equals(id.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(id)))) {
            throw new IllegalArgumentException(
                    "id must be a text, a number, a UUID or something else with a toString() of "
                            + "its own that is equal for equal ids, but was a "
                            + id.getClass().getName());
        }
        return marked(id, text);
    }

    private static String marked(Object id, String text) {
        return MARK + id.getClass().getName() + ":" + text;
    }

    /** The name of an id, which {@link #idOf} gives back as long as somebody holds the id. */
    String remember(Object id) {
        String name = nameOf(id);
        if (name.startsWith(MARK) && !READABLE.containsKey(id.getClass().getName())) {
            others.put(name, id);
        }
        return name;
    }

    /** The id of that name; the name itself for one that is not known. */
    Object idOf(String name) {
        if (!name.startsWith(MARK)) {
            return name;
        }
        int colon = name.indexOf(':');
        Function<String, Object> reader = colon < 0 ? null : READABLE.get(name.substring(MARK.length(), colon));
        if (reader == null) {
            return Objects.requireNonNullElse(others.getIfPresent(name), name);
        }
        try {
            return reader.apply(name.substring(colon + 1));
        } catch (IllegalArgumentException notMadeHere) {
            return name;
        }
    }
}
