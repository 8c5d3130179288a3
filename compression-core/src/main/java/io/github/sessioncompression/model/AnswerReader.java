package io.github.sessioncompression.model;

import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.text.Visible;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads an answer leniently and accepts it strictly.
 *
 * <p><em>Algorithm</em>: 1. look at the finish reason; an answer cut off while it repeats itself is lost; 2. take the last JSON object in the text
 * that has every field of the schema, with or without prose around it; 3. read each field by its shape, an empty string as an empty list, a list of one
 * string as a string; 4. clean the texts, and drop repeated ones; 5. refuse a refusal and more than {@value #MOST_ENTRIES} entries; 6. drop
 * placeholders ("none") and the schema's own words; 7. refuse a state without any text, or with a whole state within a text.
 *
 * <p>Unknown fields are ignored, except those for segments and for facts about the user, which are returned beside the state.
 *
 * <p><em>Threads</em>: immutable. <em>On failure</em>: a {@link CallResult.Fault} names field and fault without quoting the answer, and whether asking again
 * may help. Linear in the text, hostile ones included.
 *
 * @param schema the fields that the answer must have
 * @param placeholders recognizes texts without contents
 * @param size counts the tokens of a state's envelope
 */
record AnswerReader(StateSchema schema, PlaceholderTexts placeholders, ToIntFunction<StateDocument> size) {
    /** Longest answer that is read, in characters: far above the output limit of any model, so only a fault exceeds it. */
    private static final int MOST_CHARACTERS = 4_000_000;
    /** Most entries of all fields together. */
    private static final int MOST_ENTRIES = 1_000;

    /** Longest unit that is repeated, in characters. */
    private static final int LONGEST_ROUND = 400;

    /** Times that the unit has to come in a row. */
    private static final int ROUNDS = 3;
    /** Shortest repetition, in characters. */
    private static final int LEAST_REPEATED = 48;

    /**
     * Reads one answer.
     *
     * @return {@link CallResult.Written} for a state that can be used, else {@link CallResult.Fault}: a lasting one if the provider
     *     withheld the answer or the model ran in circles, because the same request would end alike, otherwise a repairable one
     */
    CallResult read(ModelAnswer answer) {
        String text = answer.text();
        return switch (answer.finishReason()) {
            case STOP -> read(text);
            case LENGTH ->
                repeatsItself(text)
                        ? CallResult.Fault.lasting(Reason.CUT_OFF, "the answer repeats itself up to the output limit")
                        : CallResult.Fault.repairable(Reason.CUT_OFF, "the answer hit the output limit and is cut off");
            case TOOL_CALLS ->
                CallResult.Fault.repairable(Reason.UNFINISHED, "the answer calls a tool, but there are none");
            case CONTENT_FILTER ->
                CallResult.Fault.lasting(
                        Reason.WITHHELD,
                        text.isBlank()
                                ? "the provider blocked the prompt or withheld the answer"
                                : "the answer was withheld by the provider");
            case OTHER -> CallResult.Fault.repairable(Reason.UNFINISHED, "the answer was not finished");
        };
    }

    /**
     * True if the text ends in the same words at least {@value #ROUNDS} times, the last time possibly cut, as small models write until they
     * are cut off. Linear in the text.
     */
    static boolean repeatsItself(String text) {
        return IntStream.rangeClosed(1, LONGEST_ROUND).anyMatch(length -> {
            int same = Math.max((ROUNDS - 1) * length, LEAST_REPEATED);
            int from = text.length() - same;
            return from >= length && text.regionMatches(from, text, from - length, same);
        });
    }

    private CallResult read(String text) {
        if (text.isBlank()) {
            return CallResult.Fault.repairable(Reason.BLANK, "the answer is blank");
        }
        if (text.length() > MOST_CHARACTERS) {
            return CallResult.Fault.repairable(Reason.MALFORMED, "the answer is far too long");
        }
        List<Map<String, @Nullable Object>> objects = JsonObjects.in(text);
        if (objects.isEmpty()) {
            return CallResult.Fault.repairable(Reason.MALFORMED, "the answer holds no JSON object");
        }
        // Models that reason in their answer write drafts before the final object.
        // If none is complete, the last one is reported as damaged.
        Map<String, @Nullable Object> last = objects.get(objects.size() - 1);
        return state(
                objects.stream().filter(object -> missing(object).isEmpty()).reduce(last, (before, next) -> next));
    }

    /** Name of the first field of the schema that an object lacks; empty if it has all. */
    private Optional<String> missing(Map<String, @Nullable Object> object) {
        return schema.fields().stream()
                .map(StateField::name)
                .filter(name -> !object.containsKey(name))
                .findFirst();
    }

    /** Reads the schema's fields; a value of the wrong type is a fault that names the field and the type it must have. */
    private CallResult state(Map<String, @Nullable Object> object) {
        Optional<String> missing = missing(object);
        if (missing.isPresent()) {
            return CallResult.Fault.repairable(Reason.MALFORMED, "field '" + missing.get() + "' is missing");
        }
        Map<String, List<String>> fields = new LinkedHashMap<>();
        int entries = 0;
        for (StateField field : schema.fields()) {
            Optional<List<String>> texts = texts(field, object.get(field.name()));
            if (texts.isEmpty()) {
                String type = field.shape() == StateField.Shape.LIST ? "an array of strings" : "one string";
                return CallResult.Fault.repairable(Reason.MALFORMED, "field '" + field.name() + "' must be " + type);
            }
            entries += texts.get().size();
            fields.put(field.name(), texts.get());
        }
        return checked(fields, entries, object);
    }

    /**
     * Accepts the texts of an object or names their fault.
     *
     * @param fields texts by field, as read
     * @param entries number of these texts
     * @param object the whole answer, for the fields that are no part of the state
     */
    private CallResult checked(Map<String, List<String>> fields, int entries, Map<String, @Nullable Object> object) {
        if (entries > MOST_ENTRIES) {
            return CallResult.Fault.repairable(
                    Reason.MALFORMED, "there are " + entries + " entries, but " + MOST_ENTRIES + " at most may be");
        }
        Set<String> said = new HashSet<>();
        fields.replaceAll((name, texts) -> texts.stream()
                .map(text -> CodePoints.clean(Visible.of(text)).strip())
                .filter(said::add) // not given before in any field
                .toList());
        if (PlaceholderTexts.isRefusal(fields.values().stream()
                .flatMap(List::stream)
                .filter(text -> !text.isEmpty())
                .toList())) {
            return CallResult.Fault.repairable(
                    Reason.WITHHELD, "the answer is a refusal; the chat is data to be compiled");
        }
        fields.replaceAll(
                (name, texts) -> texts.stream().filter(placeholders::says).toList());
        StateDocument state = schema.document(fields, StateItem.Writer.MODEL);
        if (state.isEmpty()) {
            return CallResult.Fault.repairable(Reason.EMPTY_STATE, "no field says anything of the chat");
        }
        if (state.items().stream().map(StateItem::text).anyMatch(StateEnvelope::holds)) {
            return CallResult.Fault.repairable(Reason.MALFORMED, "a text is a whole state in its tags");
        }
        // The size is that of the state alone: facts about the user are kept elsewhere and never shown in it.
        StateDocument whole = state.with(UserFacts.FIELD, UserFacts.read(object.get(UserFacts.FIELD), placeholders));
        return new CallResult.Written(whole, size.applyAsInt(state), object.get(SegmentField.FIELD));
    }

    /**
     * Texts of a field's value; empty if it is of the wrong type.
     *
     * <p>Small models mix the two shapes up if they have nothing to say or just one thing: an empty string passes for an empty
     * list, and a list of at most one string for a string.
     */
    private static Optional<List<String>> texts(StateField field, @Nullable Object value) {
        if (value instanceof String text) {
            boolean one = field.shape() == StateField.Shape.TEXT || text.isBlank();
            return one ? Optional.of(List.of(text)) : Optional.empty();
        }
        if (!(value instanceof List<?> elements) || (field.shape() == StateField.Shape.TEXT && elements.size() > 1)) {
            return Optional.empty();
        }
        boolean strings = elements.stream().allMatch(String.class::isInstance);
        return strings ? Optional.of(elements.stream().map(String.class::cast).toList()) : Optional.empty();
    }
}
