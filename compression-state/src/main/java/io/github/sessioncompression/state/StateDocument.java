package io.github.sessioncompression.state;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A state of any shape: an ordered set of fields, each with a list of items (a {@link StateField.Shape#TEXT} field has at most one).
 * Immutable.
 *
 * <p>Fields of two kinds: those of a {@link StateSchema}, and some beside every schema, which have constants here:
 * found text, quotes, the note on what was left out, lines on segments, earlier sessions are shown; {@link #KEPT} and
 * {@link #ABOUT_USER} are not.
 *
 * <p>A field that is set to no items disappears, so that equal states have equal fields. <em>Threads</em>: immutable.
 * <em>On failure</em>: no method throws for a field that is missing.
 *
 * @see StateJson
 * @see StateEnvelope
 *
 * @param fields the items by wire name, in the schema's order
 */
public record StateDocument(Map<String, List<StateItem>> fields) {
    /** Field beside those of the schema: sentences of the chat that the other fields lack. */
    public static final String LEDGER = "ledger";

    /** Field beside those of the schema: what tools returned and people pasted, each under a label of its origin. */
    public static final String FOUND = "found";

    /** Field beside those of the schema: a note on how many sentences with facts had no room. */
    public static final String LEFT_OUT = "left_out";

    /** Field beside those of the schema: an outline of older segments of the chat, each with a marker by which more of it is found. */
    public static final String SEGMENTS = "segments";

    /** Field beside those of the schema: states of earlier sessions of the chat, one item for each, the newest first; never merged. */
    public static final String EARLIER = "earlier_sessions";

    /** Field beside those of the schema, never shown: sentences that must not be lost, which the next check asks for again. */
    public static final String KEPT = "kept";

    /** Field beside those of the schema, never shown: facts that the user states about themselves, as a model wrote them down. */
    public static final String ABOUT_USER = "about_user";

    /** Fields that no model and no user sees. */
    private static final List<String> NOT_SHOWN = List.of(KEPT, ABOUT_USER);

    /** Shown fields beside those of the schema, in the order in which they are shown. */
    static final List<String> SHOWN_BESIDE = List.of(FOUND, LEDGER, LEFT_OUT, SEGMENTS, EARLIER);

    /** A document without fields. */
    public static final StateDocument EMPTY = new StateDocument(Map.of());

    /** Copies the fields. */
    public StateDocument {
        Map<String, List<StateItem>> copy = new LinkedHashMap<>();
        fields.forEach((name, items) -> copy.put(name, List.copyOf(items)));
        fields = Collections.unmodifiableMap(copy);
    }

    /** A document of texts by wire name, all of them facts without sources; blank ones are left out. */
    public static StateDocument ofTexts(Map<String, List<String>> texts) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        texts.forEach((name, of) -> fields.put(name, items(of, StateItem.Kind.FACT, StateItem.Writer.UNKNOWN)));
        return new StateDocument(fields);
    }

    static List<StateItem> items(List<String> texts, StateItem.Kind kind, StateItem.Writer writer) {
        return texts.stream()
                .filter(text -> !text.isBlank())
                .map(text -> new StateItem(text, kind, List.of(), StateItem.Origin.UNKNOWN, writer))
                .toList();
    }

    /** This document with other items in a field, such as {@link #LEDGER}; none takes it away. */
    public StateDocument with(String name, List<StateItem> items) {
        if (items.equals(items(name))) {
            return this;
        }
        Map<String, List<StateItem>> changed = new LinkedHashMap<>(fields);
        changed.remove(name);
        if (!items.isEmpty()) {
            changed.put(name, items);
        }
        return new StateDocument(changed);
    }

    /** True for a name that documents have beside their schema's fields. */
    public static boolean isBesideSchema(String name) {
        return SHOWN_BESIDE.contains(name) || NOT_SHOWN.contains(name);
    }

    /** The items of a field, empty if there is none of that name. */
    public List<StateItem> items(String field) {
        return fields.getOrDefault(field, List.of());
    }

    /** The items of all fields that are shown, in order. */
    public List<StateItem> items() {
        return fields.entrySet().stream()
                .filter(field -> !NOT_SHOWN.contains(field.getKey()))
                .flatMap(field -> field.getValue().stream())
                .toList();
    }

    /** The texts of a field, empty if there is none of that name. */
    public List<String> texts(String field) {
        return texts(items(field));
    }

    /** The texts of all fields that are shown, by wire name, in order. */
    public Map<String, List<String>> texts() {
        Map<String, List<String>> texts = new LinkedHashMap<>();
        fields.forEach((name, items) -> texts.put(name, texts(items)));
        NOT_SHOWN.forEach(texts::remove);
        return Collections.unmodifiableMap(texts);
    }

    private static List<String> texts(List<StateItem> items) {
        return items.stream().map(StateItem::text).toList();
    }

    /** The texts of a field as one, joined by a space; empty if there is none. */
    public String text(String field) {
        return String.join(" ", texts(field));
    }

    /** True if no field that is shown holds an item. */
    public boolean isEmpty() {
        return items().isEmpty();
    }

    /** True if both show the same texts in the same fields. */
    public boolean showsSameAs(StateDocument other) {
        return texts().equals(other.texts());
    }

    /**
     * This document for renumbered messages.
     *
     * @param numbers the new sequence numbers by the old ones; an item that names another one loses its sources
     */
    public StateDocument renumbered(Map<Long, Long> numbers) {
        return each(
                items -> items.stream().map(item -> item.renumbered(numbers)).toList());
    }

    /**
     * This document without the items that were made of erased messages.
     *
     * <p>An item that names {@link StateItem#MAX_SOURCES} sources may have more, so it goes too if anything between its first
     * and its last was erased. An item that names no source stays.
     *
     * @param erased sequence numbers
     */
    public StateDocument without(Collection<Long> erased) {
        TreeSet<Long> gone = new TreeSet<>(erased);
        return each(items -> without(items, item -> item.isMadeOf(gone)));
    }

    /** This document with the items alone that were made of a message after number {@code sequence}. */
    public StateDocument after(long sequence) {
        return each(items -> without(items, item -> item.sources().stream().noneMatch(source -> source > sequence)));
    }

    /** This document with the items of each field changed. */
    private StateDocument each(UnaryOperator<List<StateItem>> change) {
        Map<String, List<StateItem>> changed = new LinkedHashMap<>(fields);
        changed.replaceAll((name, items) -> change.apply(items));
        return new StateDocument(changed);
    }

    /** The items that stay; an item whose day was in an entry that goes gets it in its own label. */
    private static List<StateItem> without(List<StateItem> items, Predicate<StateItem> goes) {
        List<StateItem> kept = new ArrayList<>(items.size());
        LocalDate said = null;
        LocalDate shown = null;
        for (StateItem item : items) {
            boolean quote = item.writer() == StateItem.Writer.RULES
                    && !EntryLabel.read(item.text()).speaker().isEmpty();
            EntryLabel label = EntryLabel.read(item.text(), said);
            said = quote ? label.date() : said;
            if (!goes.test(item)) {
                boolean same =
                        Objects.equals(said, EntryLabel.read(item.text(), shown).date());
                kept.add(quote && !same ? item.withText(label.write(shown)) : item);
                shown = quote ? said : shown;
            }
        }
        return kept;
    }
}
