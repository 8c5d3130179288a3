package io.github.sessioncompression.extract;

import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateField.Content;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes the previous state apart, so that its entries compete with what is new.
 *
 * <p><em>Algorithm</em>, for each entry of a shown field:
 * <ol>
 *   <li>the extract's summary is kept as it is, for a span without a user's message;
 *   <li>an entry of the {@link Trail} goes back to the trail;
 *   <li>an entry that the extract or the ledger wrote is sentences under a label, parted by ellipses: each competes
 *       alone, with its own sources and the worth that it had in its chat, if the entry has as many notes as sentences;
 *   <li>an entry that a model or the application wrote is one unit, kept or left out as a whole, and stays in its field
 *       if the schema has that. An entry of this library without a label is treated alike, except for a field of
 *       concepts, where it is dropped.
 * </ol> A label without a day has that of the entry before.
 *
 * <p><em>Does nothing when</em> there is no previous state. <em>Threads</em>: not thread-safe; lives for one run.
 *
 * @see Units#addText
 */
final class PriorState {
    /** Fields beside the chat's own sentences, and of what no entry shows. */
    private static final Set<String> NOT_SHOWN = Set.of(
            StateDocument.SEGMENTS,
            StateDocument.EARLIER,
            StateDocument.LEFT_OUT,
            StateDocument.KEPT,
            StateDocument.ABOUT_USER);

    /**
     * Ellipses and spaces around a piece: of {@code "… and done …"} all but {@code "and done"}. Possessive, so linear.
     */
    private static final Pattern OUTER_ELLIPSIS = Pattern.compile("^[… ]++|(?<![… ])[… ]++\\z");

    private final StateSchema schema;
    private final Units units;
    private final Trail trail;
    private List<StateItem> summary = List.of();

    PriorState(StateSchema schema, Units units, Trail trail) {
        this.schema = schema;
        this.units = units;
        this.trail = trail;
    }

    /** The summary that an extract wrote into the state; empty for none. */
    List<StateItem> summary() {
        return summary;
    }

    /** Adds the entries of a state to the units and the trail, field by field. */
    void read(StateDocument state) {
        state.fields().forEach((name, items) -> {
            if (!NOT_SHOWN.contains(name)) {
                readField(name, items);
            }
        });
    }

    /** Replaces sentences of messages before the span, which are read again, by the quotes that the state has of them. */
    static void replaceByQuotes(List<Unit> units) {
        Map<Sentence, Unit> quotes = new HashMap<>();
        for (Unit unit : units) {
            Sentence sentence = new Sentence(unit.speaker, unit.text, unit.sources);
            if (unit.from == Unit.From.QUOTE) {
                quotes.putIfAbsent(sentence, unit);
            } else if (unit.from == Unit.From.BEFORE) {
                unit.quote = quotes.get(sentence);
            }
        }
    }

    /** What makes a quote and a sentence of a message one: speaker, words and sources. */
    private record Sentence(String speaker, String text, List<Long> sources) {}

    /** The content of a field of the schema; {@code null} for the fields beside it. */
    private @Nullable Content contentOf(String name) {
        return schema.fields().stream()
                .filter(field -> field.name().equals(name))
                .map(StateField::content)
                .findFirst()
                .orElse(null);
    }

    private void readField(String name, List<StateItem> items) {
        Content content = contentOf(name);
        boolean keepsField = name.equals(StateDocument.FOUND) || (content != null && content != Content.NARRATIVE);
        LocalDate day = null;
        for (StateItem item : items) {
            boolean ours = item.writer() == StateItem.Writer.RULES;
            EntryLabel label = EntryLabel.read(item.text(), day);
            day = ours && !label.speaker().isEmpty() ? label.date() : day;
            if (content == Content.NARRATIVE && ours) {
                summary = List.of(item);
            } else if (ours && Trail.isOwn(item)) {
                trail.readEarlier(item);
            } else if (ours && !label.speaker().isEmpty()) {
                readQuotes(item, label, content == Content.TONE ? name : null);
            } else if (!(ours && content == Content.CONCEPTS)) {
                readWritten(item, keepsField ? name : null);
            }
        }
    }

    /**
     * Reads an entry of a model or the application, to be kept whole.
     *
     * @param field the field that it must stay in; {@code null} if its kind decides
     */
    private void readWritten(StateItem item, @Nullable String field) {
        EntryLabel none = new EntryLabel("", null, item.text());
        Unit unit = units.addText(Unit.From.WRITTEN, none, item.origin(), item.sources(), true)
                .get(0);
        unit.field = field;
        unit.kind = item.kind();
        unit.writer = item.writer();
    }

    /** A sentence may end or begin with an ellipsis of its own, which is lost beside ours. */
    private static String withoutEllipsis(String piece) {
        return OUTER_ELLIPSIS.matcher(piece).replaceAll("");
    }

    /**
     * Reads the sentences of an entry that this library wrote.
     *
     * @param label the entry's label and words
     * @param field the field that they must stay in; {@code null} if their kinds decide
     */
    private void readQuotes(StateItem item, EntryLabel label, @Nullable String field) {
        boolean found = label.speaker().equals(EntryLabel.QUOTED);
        boolean tool = ToolFacts.isLabel(label.speaker());
        StateItem.Origin origin = found ? StateItem.Origin.OUTSIDE : tool ? StateItem.Origin.TOOL : item.origin();
        List<Unit> quotes = new ArrayList<>();
        for (String piece : label.words().split(EntryWriter.ELLIPSIS, -1)) {
            String words = withoutEllipsis(piece);
            if (!words.isEmpty()) {
                EntryLabel quote = new EntryLabel(label.speaker(), label.date(), words);
                Unit.From from = tool ? Unit.From.TOOL : Unit.From.QUOTE;
                quotes.addAll(units.addText(from, quote, origin, item.sources(), tool));
            }
        }
        boolean apart = quotes.size() == Math.max(1, item.notes().size());
        for (int i = 0; i < quotes.size(); i++) {
            Unit quote = quotes.get(i);
            quote.field = field;
            quote.earlierWorth = apart && item.worths().size() == quotes.size()
                    ? item.worths().get(i)
                    : 0;
            if (apart && !item.notes().isEmpty()) {
                quote.sources = item.notes().get(i);
            }
        }
    }
}
