package io.github.sessioncompression.state;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** States with all that is known of their items, as JSON. */
final class ItemsJson {
    private static final long VERSION = 1;
    private static final int MAX_CHARACTERS = 32_000_000;
    private static final int MAX_FIELDS = 64;
    private static final int MAX_ITEMS = 10_000;

    private int items;

    private ItemsJson() {}

    static String write(StateDocument state) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(state.fields());
        fields.replaceAll(
                (name, of) -> state.items(name).stream().map(ItemsJson::json).toList());
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("version", VERSION);
        document.put("fields", fields);
        return Json.write(document);
    }

    private static Map<String, @Nullable Object> json(StateItem item) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("text", item.text());
        json.put("kind", lower(item.kind()));
        json.put("sources", item.sources());
        json.put("origin", lower(item.origin()));
        json.put("writer", lower(item.writer()));
        if (!item.notes().isEmpty()) {
            json.put("notes", item.notes());
        }
        if (!item.worths().isEmpty()) {
            json.put("worths", item.worths());
        }
        return json;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    static StateDocument read(String json) {
        if (json.length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException(
                    "a state must have at most " + MAX_CHARACTERS + " characters, but has " + json.length());
        }
        Map<String, @Nullable Object> document;
        try {
            document = Json.parseObject(json);
        } catch (JsonSyntaxException noObject) {
            throw new IllegalArgumentException("a state must be a JSON object", noObject);
        }
        if (!Long.valueOf(VERSION).equals(document.get("version"))) {
            throw new IllegalArgumentException("the version of a state must be " + VERSION);
        }
        if (!(document.get("fields") instanceof Map<?, ?> fields) || fields.size() > MAX_FIELDS) {
            throw new IllegalArgumentException("the fields of a state must be an object of at most " + MAX_FIELDS);
        }
        ItemsJson reader = new ItemsJson();
        Map<String, List<StateItem>> read = new LinkedHashMap<>();
        fields.forEach((name, of) -> read.put(String.valueOf(name), reader.items(of)));
        return new StateDocument(read);
    }

    private List<StateItem> items(@Nullable Object json) {
        if (!(json instanceof List<?> list)) {
            throw new IllegalArgumentException("a field must be an array of items");
        }
        items += list.size();
        if (items > MAX_ITEMS) {
            throw new IllegalArgumentException("a state must have at most " + MAX_ITEMS + " items");
        }
        List<StateItem> read = new ArrayList<>(list.size());
        for (Object element : list) {
            if (!(element instanceof Map<?, ?> item) || !(item.get("text") instanceof String text)) {
                throw new IllegalArgumentException("an item must be an object with a text");
            }
            if (!text.isBlank()) {
                read.add(new StateItem(
                        text,
                        constant(StateItem.Kind.class, item.get("kind"), StateItem.Kind.FACT),
                        numbers(item.get("sources")),
                        constant(StateItem.Origin.class, item.get("origin"), StateItem.Origin.UNKNOWN),
                        constant(StateItem.Writer.class, item.get("writer"), StateItem.Writer.UNKNOWN),
                        notes(item.get("notes")),
                        worths(item.get("worths"))));
            }
        }
        return read;
    }

    /** The constant of that name; a name that a later release may have added counts as {@code otherwise}. */
    private static <E extends Enum<E>> E constant(Class<E> type, @Nullable Object name, E otherwise) {
        for (E constant : type.getEnumConstants()) {
            if (lower(constant).equals(name)) {
                return constant;
            }
        }
        return otherwise;
    }

    private static List<List<Long>> notes(@Nullable Object json) {
        return list(json).stream().map(ItemsJson::numbers).toList();
    }

    private static List<Integer> worths(@Nullable Object json) {
        return numbers(json).stream()
                .map(worth -> (int) Math.max(0, Math.min(StateItem.MAX_WORTH, worth)))
                .toList();
    }

    private static List<Long> numbers(@Nullable Object json) {
        List<?> list = list(json);
        if (!list.stream().allMatch(Long.class::isInstance)) {
            throw new IllegalArgumentException("the numbers of an item must be whole");
        }
        return list.stream().map(Long.class::cast).toList();
    }

    private static List<?> list(@Nullable Object json) {
        if (json != null && !(json instanceof List<?>)) {
            throw new IllegalArgumentException("the numbers of an item must be an array");
        }
        return json == null ? List.of() : (List<?>) json;
    }
}
