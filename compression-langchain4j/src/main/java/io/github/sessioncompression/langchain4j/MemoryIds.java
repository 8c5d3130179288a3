package io.github.sessioncompression.langchain4j;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The names of memory ids, which can be any object, as conversation ids, which are texts.
 *
 * <p>A text is its own name. Any other id is named by its class and what it prints, {@code @java.lang.Integer:1}, and so is a
 * text that begins with {@code @}: to LangChain4j {@code 1} and {@code "1"} are two chats, and so they are here. Names do not
 * depend on the process, so an id must print as the same text whenever it is equal.
 *
 * <p>Numbers and UUIDs are found back from the name alone, ids of other classes while the application holds them.
 *
 * <p>Some names are no application's id: those of the lists that this library keeps beside a chat, and of chats of one service. A store may
 * take ids of one class only, and no texts. If the application's ids are {@code Long}s or {@code UUID}s, these names become such ids as well:
 * negative numbers or UUIDs of version 3, made from a hash of the name. Safe for use by many threads.
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

    /** Sign of a list's name that this library has made from a chat's. */
    private static final String OWN = "~";

    private static final List<Class<?>> STORABLE = List.of(Long.class, UUID.class);

    /** Names of AI services with a colon, before the names of their chats. */
    private final Set<String> services = ConcurrentHashMap.newKeySet();

    private volatile @Nullable Class<?> storable;
    private volatile boolean textsRefused;

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

    /** The name of an id; {@link #idOf} returns the id while somebody holds it. */
    String remember(Object id) {
        String name = nameOf(id);
        noteClass(id);
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
            return noteClass(reader.apply(name.substring(colon + 1)));
        } catch (IllegalArgumentException notMadeHere) {
            return name;
        }
    }

    private Object noteClass(Object id) {
        if (STORABLE.contains(id.getClass())) {
            storable = id.getClass();
        }
        return id;
    }

    /** The names of chats of a service begin with this. */
    void service(String prefix) {
        services.add(prefix);
    }

    /** The application's id of a chat, of any service. */
    Object memoryIdOf(String name) {
        return idOf(services.stream()
                .filter(name::startsWith)
                .max(Comparator.comparingInt(String::length))
                .map(prefix -> name.substring(prefix.length()))
                .orElse(name));
    }

    /** The id that a store gets for a name. */
    Object storedAs(String name) {
        Object id = idOf(name);
        return textsRefused && isOwn(name, id) ? made(name).orElse(id) : id;
    }

    /** A store has refused a text as an id: from now on names of this library's own get other ids. True for the first time. */
    boolean refuseTexts() {
        boolean first = !textsRefused && storable != null;
        textsRefused = true;
        return first;
    }

    /** True for a name that is no application's id, and whose id is a text. */
    boolean isOwn(String name, Object id) {
        for (Class<?> type : STORABLE) {
            if (name.contains(MARK + type.getName() + ":")) {
                storable = type;
                return id instanceof String;
            }
        }
        return id instanceof String && name.contains(OWN);
    }

    /** An id of the class of the application's ids, made from a name; empty if none is known that has room for it. */
    Optional<Object> made(String name) {
        UUID hash = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
        if (storable == Long.class) {
            return Optional.of(Long.MIN_VALUE | (hash.getMostSignificantBits() ^ hash.getLeastSignificantBits()));
        }
        return storable == UUID.class ? Optional.of(hash) : Optional.empty();
    }
}
