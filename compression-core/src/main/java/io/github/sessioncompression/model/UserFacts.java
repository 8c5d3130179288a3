package io.github.sessioncompression.model;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Visible;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer's field for what the user states about themselves, in front of the fields for segments; it is no part of the shown state.
 *
 * <p>They are asked for if {@link io.github.sessioncompression.state.CompileRequest#aboutUser()} is true. Their sources and origins
 * are found afterwards, like those of all entries ({@link Attribution}).
 */
final class UserFacts {
    static final String FIELD = StateDocument.ABOUT_USER;

    /** Most facts of one answer. */
    private static final int MOST = 20;
    /** Longest fact, in characters; a longer one is left out. */
    private static final int LONGEST = 500;

    private static final String INSTRUCTION =
            "What the person who talks to the assistant states about themselves and what holds beyond this chat: name, place, work,"
                    + " health, likes, how they want to be answered. One sentence each, third person, with \"The user\" as its subject. Only"
                    + " what they said in their own words about themselves: nothing about other people, nothing said in a role, a story, an"
                    + " example or a text they pasted, nothing you conclude. Empty if there is none; the size limit below does not count it.";

    private UserFacts() {}

    /** The prompt's line about the field. */
    static String line() {
        return "\n- \"" + FIELD + "\" (array of strings): " + INSTRUCTION;
    }

    /** A state's JSON Schema with the field. */
    static String schema(String stateSchema) {
        return AnswerField.added(stateSchema, FIELD, Map.of("type", "string"), INSTRUCTION);
    }

    /** The facts in the field of an answer, at most {@value #MOST} of at most {@value #LONGEST} characters; what is wrong is left out. */
    static List<StateItem> read(@Nullable Object field, PlaceholderTexts placeholders) {
        return (field instanceof List<?> list ? list : List.of())
                .stream()
                        .filter(String.class::isInstance)
                        .map(text -> CodePoints.clean(Visible.of((String) text))
                                .strip()
                                .replaceAll("\\s+", " "))
                        .filter(text -> placeholders.says(text)
                                && text.length() <= LONGEST
                                && !PlaceholderTexts.isRefusal(List.of(text)))
                        .distinct()
                        .limit(MOST)
                        .map(text -> new StateItem(
                                text, StateItem.Kind.FACT, List.of(), StateItem.Origin.UNKNOWN, StateItem.Writer.MODEL))
                        .toList();
    }
}
